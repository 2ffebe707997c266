import type { DayTrade } from '@bourse/protocol';
import { Button, Chip, type ChipTone, TextArea, toast } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { cache, call, lastValue, useAction, useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import styles from '../Protection.module.css';

const tones: Record<DayTrade['status'], ChipTone> = { '-2': 'plain', '-1': 'error', 0: 'yours', 1: 'ok', 2: 'yours' };
const shortest = 10;
const longest = 500;

/** Permission to open and close on margin within a day: what it is for, the application, and its status. */
export function DayTrading() {
  const t = useT();
  const remote = useRead('GET pay/day-trade/list', {}, { needsSession: true, staleMs: 10_000 });
  const answer = lastValue(remote);
  const waiting = answer?.list.some((one) => one.status === 0 || one.status === 2) ?? false;
  return (
    <>
      <h2 className={styles.head}>{t('protection.dayTrading')}</h2>
      <section className={styles.box} aria-label={t('protection.dayTrading')}>
        <p className={styles.text}>{t('protection.dayTradingText')}</p>
        {!answer ? (
          <Unread remote={remote} compact rows={1} />
        ) : (
          <>
            {answer.allowed ? (
              <Chip tone="ok">{t('protection.dayTradingAllowed')}</Chip>
            ) : waiting ? (
              <p>{t('protection.dayTradingWaits')}</p>
            ) : (
              <Apply />
            )}
            {answer.list.length > 0 && <Applications list={answer.list} />}
          </>
        )}
      </section>
    </>
  );
}

function Applications({ list }: { list: readonly DayTrade[] }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <ul className={styles.applications} aria-label={t('protection.applications')}>
      {list.map((one) => (
        <li key={one.id}>
          <p>
            <span>{formatTime(one.createdAt, 'dateTime', zone)}</span>
            <Chip tone={tones[one.status]}>{t(`protection.review${one.status}`)}</Chip>
          </p>
          <p className={styles.muted}>{one.reason}</p>
          {one.remark !== null && <p>{t('protection.reviewer', { remark: one.remark })}</p>}
          {one.decidedAt !== null && (
            <p className={styles.muted}>{t('protection.decided', { time: formatTime(one.decidedAt, 'dateTime', zone) })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Apply() {
  const t = useT();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const length = reason.trim().length;
  const problem = length < shortest || length > longest;
  const send = useAction(async () => {
    await call('POST pay/day-trade/submit', { reason: reason.trim() }, { noMsg: true });
    await cache.invalidate('GET pay/day-trade/list');
    toast('success', t('protection.applied'));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problem) void send.run(undefined);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        label={t('protection.whyDayTrading')}
        value={reason}
        onChange={setReason}
        hint={t('protection.lengthHint', { length, longest })}
        error={tried && problem ? t('protection.reasonLength', { shortest, longest }) : send.error?.message}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={send.busy}>
          {t('protection.apply')}
        </Button>
      </div>
    </form>
  );
}
