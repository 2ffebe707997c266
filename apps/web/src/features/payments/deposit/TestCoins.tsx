import { decimalMultiply, trimZeros } from '@bourse/money';
import type { Channel } from '@bourse/protocol';
import { Button, NumberField, toast } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { cache, call, lastValue, useAction, useBaseInfo } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { isAmount } from '../model/amount.ts';
import styles from './deposit.module.css';

/** The recharge channel of banks. */
const bank = 0;
/**
 * In development the world outside pays on demand: over a network, or to the bank. What is paid at a desk, or on somebody else's page, no machine of the exchange
 * sees, so there is nothing to play. Production has no such call, and no such form.
 */
export function TestCoins({ channel, id, pays }: { channel: Channel; id?: string; pays?: string }) {
  const environment = lastValue(useBaseInfo())?.environment;
  const seen = channel.network !== null || channel.channel === bank;
  return environment === 'development' && seen ? <Form channel={channel} id={id} pays={pays} /> : null;
}

function Form({ channel, id, pays }: { channel: Channel; id: string | undefined; pays: string | undefined }) {
  const t = useT();
  const [amount, setAmount] = useState(pays ?? trimZeros(decimalMultiply(channel.in?.min ?? '1', '10')));
  const send = useAction(async () => {
    await call('POST pay/recharge/test-coins', { channel: channel.id, amount, ...(id === undefined ? {} : { id }) }, { noMsg: true });
    toast('info', t('moneyIn.testSent'));
    await cache.invalidate('GET pay/recharge/page');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isAmount(amount)) void send.run(undefined);
  };
  return (
    <form className={styles.test} onSubmit={submit} noValidate aria-label={t('moneyIn.test')}>
      <p className={styles.note}>{t('moneyIn.testText')}</p>
      <NumberField
        label={t('moneyIn.testAmount')}
        value={amount}
        onChange={setAmount}
        decimals={channel.scale}
        asset={channel.pays}
        unit={channel.pays}
        error={send.error ? send.error.message || t('common.noResponse') : isAmount(amount) ? undefined : t('journey.problem_amount')}
      />
      <Button type="submit" kind="outline" wide busy={send.busy}>
        {t('moneyIn.test')}
      </Button>
    </form>
  );
}
