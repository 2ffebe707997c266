import { decimalCompare } from '@bourse/money';
import type { Card, Channel } from '@bourse/protocol';
import { RechargeChannel } from '@bourse/protocol/enums';
import { Button, Facts, NumberField, Select } from '@bourse/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type CallError, type CallInput, call, lastValue, useAction } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Problem } from '../../account/parts/AuthFrame.tsx';
import { isAmount } from '../model/amount.ts';
import { useFigure } from '../model/figure.ts';
import { useOwnRead } from '../model/own-read.ts';
import styles from './deposit.module.css';
import { useQuote } from './useQuote.ts';

/** No answer came: the order may exist. */
export const isLost = ({ status }: CallError): boolean => status === 0;

/** Announces a payment that comes from outside: how much, from which account. The answer says where to pay, and under which reference. */
export function OrderForm({ channel, business = false }: { channel: Channel; business?: boolean }) {
  const t = useT();
  const figure = useFigure();
  const navigate = useNavigate();
  const [amount, setAmount] = useState('');
  const [card, setCard] = useState('');
  const [tried, setTried] = useState(false);
  const fromBank = channel.channel === RechargeChannel.bankCard;
  const cards = useOwnRead('GET pay/bank-card/list', { currency: channel.pays }, { enabled: fromBank });
  const known = lastValue(cards);
  const from = known?.find(({ id }) => id === card) ?? (known?.length === 1 ? known[0] : undefined);
  const input: CallInput<'POST pay/recharge'> = {
    ...{ channel: channel.id, amount },
    ...(from ? { cardId: from.id } : {}),
    ...(business ? { business } : {}),
  };
  const { quote, problem: quoteProblem } = useQuote(isAmount(amount) ? input : undefined);
  const place = useAction(async () => {
    const { deposit } = await call('POST pay/recharge', input, { noMsg: true });
    await navigate({
      to: channel.channel === RechargeChannel.c2cService ? '/c2c/list' : '/funds/top_up_order',
      search: { id: deposit.id },
    });
  });
  const tooSmall = isAmount(amount) && channel.asset === channel.pays && channel.in !== null && decimalCompare(amount, channel.in.min) < 0;
  const wrong = !isAmount(amount)
    ? t('journey.problem_amount')
    : tooSmall
      ? t('moneyIn.tooSmall', { min: figure(channel.in?.min ?? '0', channel.asset) })
      : undefined;
  const needsCard = fromBank && known !== undefined && from === undefined;
  const needsIdentity = quote?.needs.includes('identity') ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrong && !needsCard && !needsIdentity) void place.run(undefined);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NumberField
        label={t('moneyIn.youPay')}
        value={amount}
        onChange={(text) => {
          setAmount(text);
          setTried(false);
          place.clear();
        }}
        decimals={channel.asset === channel.pays ? channel.scale : undefined}
        asset={channel.pays}
        unit={channel.pays}
        error={(tried && wrong) || quoteProblem}
      />
      {fromBank && <From cards={known} chosen={from} missing={tried && needsCard} onChange={setCard} />}
      {quote && (
        <Facts
          facts={[
            { name: t('journey.fee'), value: figure(quote.fee, channel.asset) },
            {
              name: t(channel.asset === channel.pays ? 'moneyIn.credited' : 'moneyIn.getsAbout'),
              value: figure(quote.net, channel.asset),
              strong: true,
            },
          ]}
        />
      )}
      {needsIdentity && (
        <p className={styles.note}>
          {t('moneyIn.needsIdentity')} <Link to="/mine/verified">{t('journey.identityGo')}</Link>
        </p>
      )}
      {place.error && (
        <Problem>
          {isLost(place.error) ? t('moneyIn.lost') : place.error.message}{' '}
          {isLost(place.error) && <Link to="/funds/top_up_order">{t('moneyIn.seeAll')}</Link>}
        </Problem>
      )}
      <Button type="submit" size="large" wide busy={place.busy}>
        {t('moneyIn.placeOrder')}
      </Button>
      <p className={styles.note}>{t('moneyIn.orderNote')}</p>
    </form>
  );
}

/** The account that the money comes from: only the customer's own, which the statement is compared with. */
function From({
  cards,
  chosen,
  missing,
  onChange,
}: {
  cards: readonly Card[] | undefined;
  chosen: Card | undefined;
  missing: boolean;
  onChange: (id: string) => void;
}) {
  const t = useT();
  const add = (
    <Link to="/mine/add_payment_method" search={{ kind: 'bank' }}>
      {t('moneyOut.addAccount')}
    </Link>
  );
  if (cards?.length === 0)
    return (
      <p className={styles.note}>
        {t('moneyIn.noCards')} {add}
      </p>
    );
  return (
    <>
      <Select
        labelled
        label={t('moneyIn.fromAccount')}
        value={chosen?.id ?? ''}
        onChange={onChange}
        options={[
          { value: '', label: t('moneyIn.chooseAccount'), disabled: true },
          ...(cards ?? []).map(({ id, label, masked }) => ({ value: id, label: `${label} · ${masked}` })),
        ]}
      />
      {missing && <Problem>{t('moneyIn.chooseAccount')}</Problem>}
    </>
  );
}
