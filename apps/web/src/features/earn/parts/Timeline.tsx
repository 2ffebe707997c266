import type { EarnHolding } from '@bourse/protocol';
import { cx } from '@bourse/ui';
import { serverNow, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../../deals/Detail.module.css';
import { dayOf } from '../words.ts';

type Step = { name: string; when: string | undefined; past: boolean };

/** Where the money of a holding was, is, and goes. */
export function Timeline({ holding, onOpen }: { holding: EarnHolding; onOpen: (id: string) => void }) {
  const t = useT();
  const zone = useTimeZone();
  const now = serverNow();
  const { state, openedAt, firstDay, endsAt, renew, renewedBy } = holding;
  const over = state !== 'earning';
  // What was taken out before its first day never earned.
  const earned = !over || endsAt === null || endsAt > firstDay;
  const goesOn = over ? renewedBy !== null : renew;
  const steps: Step[] = [
    { name: t('earn.step_opened'), when: formatTime(openedAt, 'dateTime', zone), past: true },
    ...(earned ? [{ name: t('earn.step_first'), when: `${dayOf(firstDay)}, 00:00 UTC`, past: now >= firstDay }] : []),
    ...(endsAt === null
      ? [{ name: t('earn.step_open'), when: undefined, past: over }]
      : [{ name: t('earn.step_end'), when: state === 'redeemed' ? dayOf(endsAt) : `${dayOf(endsAt)}, 00:00 UTC`, past: over }]),
    goesOn
      ? { name: t(over ? 'earn.step_renewed' : 'earn.step_renews'), when: undefined, past: over }
      : { name: t('earn.step_back'), when: undefined, past: over },
  ];
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{t('earn.timeline')}</h3>
      <ol className={styles.steps}>
        {steps.map(({ name, when, past }) => (
          <li key={name} className={cx(styles.step, past && styles.past)}>
            <span className={styles.dot} aria-hidden />
            <div>
              {name}
              {when !== undefined && (
                <p>
                  <bdi>{when}</bdi>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      {renewedBy !== null && (
        <button type="button" className={styles.link} onClick={() => onOpen(renewedBy)}>
          {t('earn.holding', { id: renewedBy })}
        </button>
      )}
    </section>
  );
}
