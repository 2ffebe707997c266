import type { EarnDraft, EarnProduct } from '@bourse/protocol';
import { Amount, Button, Checkbox, Facts } from '@bourse/ui';
import { useEffect, useRef, useState } from 'react';
import { CallError, call, serverNow, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Form.module.css';
import { Note } from '../../deals/Note.tsx';
import { neat } from '../../funds/model/figures.ts';
import { rateOf } from '../model/earn.ts';
import { dayOf, useFigures } from '../words.ts';
import { termsOf } from './terms.ts';

type Props = {
  product: EarnProduct;
  draft: EarnDraft;
  busy: boolean;
  offline: boolean;
  /** It was pressed without a connection. */
  unsent: boolean;
  onBack: () => void;
  /** The draft is too old to be taken. */
  onOver: () => void;
  onPay: () => void;
};

/** What the exchange says the amount brings, and the terms. Paying needs the tick, which the exchange records. */
export function Review({ product, draft, busy, offline, unsent, onBack, onOver, onPay }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { plain, percent } = useFigures();
  const [read, setRead] = useState<'no' | 'sent' | 'yes'>('no');
  const [problem, setProblem] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const timer = setTimeout(() => over.current(), Math.max(0, draft.expiresAt - serverNow()));
    return () => clearTimeout(timer);
  }, [draft.expiresAt]);

  const { productId, version, amount, asset, interest, firstDay, endsAt, renew } = draft;
  const tick = async (ticked: boolean) => {
    setProblem(undefined);
    setRead(ticked ? 'sent' : 'no');
    if (!ticked) return;
    try {
      await call('POST pay/foundation-log/create', { productId, version }, { noMsg: true });
      setRead((last) => (last === 'sent' ? 'yes' : last));
    } catch (error) {
      setRead('no');
      setProblem(error instanceof CallError && error.status > 0 ? error.message : t('common.noResponse'));
    }
  };
  return (
    <div className={styles.form}>
      <div>
        <h3 ref={title} tabIndex={-1} className={styles.title}>
          {t('earn.review')}
        </h3>
        <p className={styles.figure}>
          <Amount value={amount} decimals={neat(amount)} unit={asset} />
        </p>
      </div>
      <Facts
        facts={[
          { key: 'rate', name: t('earn.rateName'), value: <bdi>{percent(rateOf(product))}</bdi>, why: t('earn.aYear') },
          ...(interest === null
            ? []
            : [
                {
                  key: 'interest',
                  name: t('earn.brings'),
                  strong: true,
                  value: <Amount value={interest} decimals={neat(interest)} fraction="plain" unit={asset} />,
                },
              ]),
          { key: 'first', name: t('earn.firstDay'), value: dayOf(firstDay), why: t('earn.firstDayWhy') },
          endsAt === null
            ? { key: 'end', name: t('earn.ends'), value: t('earn.anyTime'), why: t('earn.anyTimeWhy') }
            : {
                key: 'end',
                name: t('earn.ends'),
                value: dayOf(endsAt),
                why: t(renew ? 'earn.renewOn' : 'earn.endsWhy'),
              },
        ]}
      />
      <h3 className={styles.subhead}>{t('earn.termsVersion', { version: String(version) })}</h3>
      <ul className={styles.terms}>
        {termsOf(t, product, renew).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Checkbox checked={read !== 'no'} disabled={busy || offline} onChange={(next) => void tick(next)}>
        {t('earn.agree')}
      </Checkbox>
      <div role="status">
        {offline || unsent ? (
          <Note offline>{t(unsent ? 'common.nothingSent' : 'earn.offline')}</Note>
        ) : (
          problem !== undefined && <Note>{problem}</Note>
        )}
      </div>
      <p className={styles.muted}>{t('earn.goodUntil', { time: formatTime(draft.expiresAt, 'time', zone) })}</p>
      <div className={styles.buttons}>
        <Button kind="outline" size="large" disabled={busy} onClick={onBack}>
          {t('earn.change')}
        </Button>
        <Button size="large" busy={busy || read === 'sent'} disabled={read === 'no' || offline} onClick={onPay}>
          {t('earn.subscribeFor', { amount: plain(amount), asset })}
        </Button>
      </div>
    </div>
  );
}
