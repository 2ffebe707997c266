import type { Channel } from '@bourse/protocol';
import { Button, TextArea, TextField } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call, useAction } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { isTxHash } from '../model/tx-hash.ts';
import { Panel } from '../parts/Columns.tsx';
import styles from './deposit.module.css';

/** Coins that arrived without a tag, or below the minimum, belong to whoever can say which they are. */
export function Claim({ channel }: { channel: Channel }) {
  const t = useT();
  const navigate = useNavigate();
  const [hash, setHash] = useState('');
  const [remark, setRemark] = useState('');
  const [tried, setTried] = useState(false);
  const claim = useAction(async () => {
    const note = remark.trim();
    const input = { channel: channel.id, txHash: hash.trim(), ...(note === '' ? {} : { remark: note }) };
    const { id } = await call('POST pay/recharge/claim', input, { noMsg: true });
    await navigate({ to: '/funds/top_up_order', search: { id } });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isTxHash(hash)) void claim.run(undefined);
  };
  return (
    <Panel title={t('moneyIn.claimTitle')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.note}>{t('moneyIn.claimText')}</p>
        <TextField
          label={t('moneyIn.txHash')}
          hint={t('moneyIn.txHashHint')}
          value={hash}
          onChange={(text) => {
            setHash(text);
            setTried(false);
            claim.clear();
          }}
          error={
            tried && !isTxHash(hash)
              ? t('moneyIn.txHashWrong')
              : claim.error && (claim.error.status === 0 ? t('common.noResponse') : claim.error.message)
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={80}
        />
        <TextArea
          label={t('moneyIn.claimRemark')}
          hint={t('moneyIn.claimRemarkHint')}
          value={remark}
          onChange={setRemark}
          maxLength={500}
        />
        <Button type="submit" kind="outline" wide busy={claim.busy}>
          {t('moneyIn.claim')}
        </Button>
      </form>
    </Panel>
  );
}
