import type { DepositDetail, DepositItem, DepositStep, PayoutDetail, PayoutItem, PayoutStep, ReceiptRef, WaitsFor } from '@bourse/protocol';
import { cx, IconCheck, IconClose } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useNow, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { type Translate, useT } from '../../../i18n/index.ts';
import { searchOf } from '../../receipt/address.ts';
import { ReceiptMark } from '../../receipt/ReceiptMark.tsx';
import { useDuration } from '../model/durations.ts';
import styles from './Journey.module.css';

type Stop<Step> = { step: Step; at: number | null; by: WaitsFor };
type Travelling<Step> = {
  step: Step;
  nextStep: Step | null;
  waitsFor: WaitsFor | null;
  changedAt: number;
  dueAt: number | null;
  status: -2 | -1 | 0 | 1 | 2;
  confirmations: number | null;
  needed: number | null;
  remark: string | null;
  receipt: ReceiptRef | null;
};

export const depositStep = (t: Translate, step: DepositStep): string => t(`journey.in_${step}`);
export const payoutStep = (t: Translate, step: PayoutStep): string => t(`journey.out_${step}`);

/** Where a deposit is, where it has been, and what comes next. */
export function DepositJourney({ of }: { of: DepositDetail }) {
  const t = useT();
  return (
    <Journey of={of} stops={of.timeline} name={(step) => depositStep(t, step)} why={of.reasonCode && t(`journey.why_${of.reasonCode}`)} />
  );
}

export function PayoutJourney({ of }: { of: PayoutDetail }) {
  const t = useT();
  return (
    <Journey of={of} stops={of.timeline} name={(step) => payoutStep(t, step)} why={of.reasonCode && t(`journey.why_${of.reasonCode}`)} />
  );
}

/**
 * Money is never "processing": it is somewhere. The stations of its way with their times; at the present one who acts, what comes next and what is
 * promised; at the end the receipt.
 */
function Journey<Step extends string>({
  of,
  stops,
  name,
  why,
}: {
  of: Travelling<Step>;
  stops: readonly Stop<Step>[];
  name: (step: Step) => string;
  why: string | null;
}) {
  const t = useT();
  const zone = useTimeZone();
  const now = stops.findIndex(({ step }) => step === of.step);
  const ended = of.waitsFor === null;
  // An end off the usual way, such as a refusal, stands after what was reached; the rest of the way is not gone any more.
  const way =
    now >= 0 && !(ended && of.status < 0) ? stops : [...stops.filter(({ step, at }) => at !== null && step !== of.step), endOf(of)];
  const present = way.findIndex(({ step }) => step === of.step);
  return (
    <ol className={styles.journey} aria-label={t('journey.title')}>
      {way.map(({ step, at }, index) => {
        const here = index === present;
        const look = here ? (!ended ? 'now' : of.status < 0 ? 'bad' : 'good') : index < present ? 'done' : 'next';
        return (
          <li key={step} className={cx(styles.stop, styles[look])} aria-current={here ? 'step' : undefined}>
            <span className={styles.dot} aria-hidden>
              {look === 'bad' ? (
                <IconClose size={12} strokeWidth={3} />
              ) : (
                (look === 'done' || look === 'good') && <IconCheck size={12} strokeWidth={3} />
              )}
            </span>
            <span className={styles.text}>
              <span className={styles.line}>
                <span className={styles.name}>
                  {name(step)}
                  {look === 'done' && <span className="visually-hidden">, {t('journey.reached')}</span>}
                </span>
                {at !== null && <time className={styles.time}>{formatTime(at, 'dateTime', zone)}</time>}
              </span>
              {look === 'now' && <Present of={of} name={name} />}
              {look === 'bad' && why && <span className={styles.note}>{why}</span>}
              {here && of.remark && <span className={styles.note}>{of.remark}</span>}
              {here && ended && of.receipt && <Receipt of={of.receipt} />}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const endOf = <Step,>({ step, changedAt }: Travelling<Step>): Stop<Step> => ({ step, at: changedAt, by: 'exchange' });

function Present<Step>({ of, name }: { of: Travelling<Step>; name: (step: Step) => string }) {
  const t = useT();
  return (
    <>
      <span className={styles.note}>
        {of.waitsFor !== null && t(`journey.by_${of.waitsFor}`)}
        {of.confirmations !== null && of.needed !== null && (
          <> {t('journey.confirmations', { seen: Math.min(of.confirmations, of.needed), needed: of.needed })}</>
        )}
      </span>
      {of.nextStep !== null && <span className={styles.note}>{t('journey.next', { step: name(of.nextStep) })}</span>}
      {of.dueAt !== null && <Promised of={of.dueAt} waitsFor={of.waitsFor} />}
    </>
  );
}

/** Until when somebody has promised to act. A missed promise is said at once. */
function Promised({ of, waitsFor }: { of: number; waitsFor: WaitsFor | null }) {
  const t = useT();
  const zone = useTimeZone();
  const duration = useDuration();
  const left = of - useNow();
  const time = formatTime(of, 'dateTime', zone);
  if (left > 0)
    return (
      <span className={styles.note}>
        {t(waitsFor === 'you' ? 'journey.until' : 'journey.promise', { time, left: duration(left / 1_000) })}
      </span>
    );
  return <span className={cx(styles.note, styles.late)}>{t(waitsFor === 'you' ? 'journey.over' : 'journey.late', { time })}</span>;
}

function Receipt({ of }: { of: ReceiptRef }) {
  const t = useT();
  return (
    <Link to="/receipt" search={searchOf({ settlement: of })} className={styles.receipt}>
      <ReceiptMark />
      {t('journey.receipt')}
    </Link>
  );
}

/** The same in one line, for lists: the station, how far it is, and whether it waits for the reader. */
export function ShortJourney({ of: { waitsFor, confirmations, needed }, name }: { of: DepositItem | PayoutItem; name: string }) {
  const t = useT();
  const far = waitsFor === 'network' && confirmations !== null && needed !== null;
  return [
    name,
    ...(far ? [t('journey.far', { seen: Math.min(confirmations, needed), needed })] : []),
    ...(waitsFor === 'you' ? [t('journey.yours')] : []),
  ].join(' · ');
}
