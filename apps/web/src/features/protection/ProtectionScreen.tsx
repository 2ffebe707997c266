import type { Protection } from '@bourse/protocol';
import { Chip, IconCheck, IconLock, List, Row } from '@bourse/ui';
import { lastValue, useProtection, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import { useSuitability } from '../trade/leverage/Suitability.tsx';
import styles from './Protection.module.css';
import { DayTrading } from './parts/DayTrading.tsx';
import { LossLimit } from './parts/LossLimit.tsx';
import { Pauses } from './parts/Pauses.tsx';

/** Which risky products are open to the customer, and the limits the customer sets. */
export function ProtectionScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('protection.title')}
      lead={t('protection.lead')}
      body={signedIn ? <Limits /> : <SignInFirst title={t('protection.signIn')} text={t('protection.signInText')} />}
    />
  );
}

function Limits() {
  const remote = useProtection();
  const protection = lastValue(remote);
  if (!protection) return <Unread remote={remote} rows={8} />;
  return (
    <>
      <Products protection={protection} />
      <LossLimit limit={protection.lossLimit} />
      <Pauses protection={protection} />
      <DayTrading />
    </>
  );
}

const done = () => undefined;

/** Which products are open; for the closed ones, the reason and how to open them. */
function Products({ protection }: { protection: Protection }) {
  const t = useT();
  const zone = useTimeZone();
  const suitability = useSuitability('contract', done);
  const { state, asks, answeredAt, againAt } = protection.suitability;
  return (
    <>
      <h2 className={styles.head}>{t('protection.products')}</h2>
      <List label={t('protection.products')}>
        {protection.products.map(({ product, enabled, reason }) => (
          <Row
            key={product}
            start={
              <span className={enabled ? styles.open : styles.closed}>
                {enabled ? <IconCheck size={18} aria-hidden /> : <IconLock size={18} aria-hidden />}
              </span>
            }
            title={t(`protection.product_${product}`)}
            under={enabled || reason === '' ? t('protection.enabled') : t(`protection.reason_${reason}`)}
            end={enabled ? <Chip tone="ok">{t('protection.on')}</Chip> : <Chip>{t('protection.off')}</Chip>}
          />
        ))}
        <Row
          title={t('protection.suitability')}
          under={
            state === 'passed'
              ? answeredAt === null
                ? t('protection.suitabilityPassed')
                : t(asks === 'questions' ? 'protection.suitabilityPassedAt' : 'protection.suitabilityConfirmedAt', {
                    time: formatTime(answeredAt, 'date', zone),
                  })
              : state === 'failed'
                ? againAt === null
                  ? t('protection.suitabilityFailed')
                  : t('protection.suitabilityFailedUntil', { time: formatTime(againAt, 'dateTime', zone) })
                : t('protection.suitabilityNeeded')
          }
          {...(state === 'needed' ? { goes: true, onClick: suitability.ask } : {})}
          end={
            state === 'passed' ? (
              <Chip tone="ok">{t('protection.answered')}</Chip>
            ) : state === 'failed' ? (
              <Chip tone="warn">{t('protection.notPassed')}</Chip>
            ) : undefined
          }
        />
      </List>
      {suitability.sheet}
    </>
  );
}
