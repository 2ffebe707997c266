import { Chip, ErrorState, Facts, SkeletonRows } from '@bourse/ui';
import { useEffect } from 'react';
import { cache, lastValue, on, useIsDemo, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { SettingsPage } from '../account/parts/SettingsPage.tsx';
import { RealAccountFirst } from '../funds/parts/RealAccountFirst.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';
import styles from './Verified.module.css';

const state = 'GET pay/realname/get';

/** Who the customer is, to the exchange: the level that is reached, and the application for the next one. */
export function VerifiedScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const demo = useIsDemo();
  return (
    <SettingsPage title={t('identity.title')}>
      {!signedIn ? (
        <SignInFirst title={t('identity.signIn')} text={t('identity.signInText')} />
      ) : demo ? (
        <RealAccountFirst title={t('identity.demo')} text={t('identity.demoText')} />
      ) : (
        <Own />
      )}
    </SettingsPage>
  );
}

function Own() {
  const t = useT();
  const zone = useTimeZone();
  useEffect(() => on('notice', ({ kind }) => kind.startsWith('identity.') && void cache.invalidate(state)), []);
  const remote = useRead(state, {}, { needsSession: true, staleMs: 10_000 });
  const known = lastValue(remote);
  if (!known)
    return remote.state === 'failed' ? (
      <ErrorState title={t('common.loadFailed')} onRetry={remote.retry}>
        {remote.error.message}
      </ErrorState>
    ) : (
      <SkeletonRows rows={5} />
    );
  const { level, application } = known;
  const waiting = application?.status === 2;
  const next = level === 0 ? 1 : level === 1 ? 2 : undefined;
  return (
    <div className={styles.parts}>
      <ol className={styles.levels} aria-label={t('identity.levels')}>
        {([1, 2] as const).map((each) => (
          <li key={each} className={styles.level}>
            <div>
              <h2>{t(each === 1 ? 'identity.level1' : 'identity.level2')}</h2>
              <p>{t(each === 1 ? 'identity.level1Text' : 'identity.level2Text')}</p>
            </div>
            <LevelChip reached={level >= each} waiting={waiting && application.level === each} />
          </li>
        ))}
      </ol>
      {application && (waiting || application.status === -1) && (
        <section className={styles.last} aria-label={t('identity.last')} role="status">
          <h2>{t(waiting ? 'identity.waits' : 'identity.refused')}</h2>
          {waiting ? <p>{t('identity.waitsText')}</p> : <p>{application.reasonCode && t(`identity.reason_${application.reasonCode}`)}</p>}
          {application.remark && <p className={styles.remark}>{application.remark}</p>}
          <Facts
            facts={[
              { name: t('identity.sentAt'), value: formatTime(application.createdAt, 'dateTime', zone) },
              ...(application.decidedAt === null
                ? []
                : [{ name: t('identity.decidedAt'), value: formatTime(application.decidedAt, 'dateTime', zone) }]),
            ]}
          />
        </section>
      )}
      {next && !waiting && <ApplicationForm level={next} onSent={() => void cache.invalidate(state)} />}
      {!next && <p className={styles.lead}>{t('identity.complete')}</p>}
    </div>
  );
}

function LevelChip({ reached, waiting }: { reached: boolean; waiting: boolean }) {
  const t = useT();
  if (reached) return <Chip tone="ok">{t('settings.verified')}</Chip>;
  return <Chip tone={waiting ? 'warn' : 'plain'}>{t(waiting ? 'settings.underReview' : 'settings.unverified')}</Chip>;
}
