import { Button, buttonClass, ErrorState, Facts, List, Row, SkeletonRows } from '@bourse/ui';
import { useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import styles from '../settings/Page.module.css';
import { Page } from '../settings/Page.tsx';
import { Shown } from './ChangedPage.tsx';
import own from './EvidenceScreen.module.css';
import { useKeeper } from './keeper.ts';
import { verifierPath } from './places.ts';
import { saveEvidence } from './save.ts';

/** What this device keeps about the logs: how much, when it was compared, what was found, and all of it in one file. */
export function EvidenceScreen() {
  const t = useT();
  const zone = useTimeZone();
  const signedIn = useSignedIn();
  const found = useKeeper();
  if (!found) return <Page title={t('evidence.mineTitle')} lead={t('evidence.mineText')} body={<SkeletonRows rows={5} />} />;
  const { keeper, state } = found;
  const { kept, checking, problem, lasting } = state;
  const nothing = kept.heads.length + kept.receipts.length + kept.commands.length + kept.findings.length === 0;
  const compared = kept.checkedAt === 0 ? t('evidence.never') : formatTime(kept.checkedAt, 'full', zone);
  return (
    <Page
      title={t('evidence.mineTitle')}
      lead={t('evidence.mineText')}
      body={
        <>
          {!lasting && (
            <p className={own.warning} role="alert">
              {t('evidence.mineNotKept')}
            </p>
          )}
          <List label={t('evidence.mineTitle')}>
            <Row title={t('evidence.lastChecked')} end={<span className="muted">{compared}</span>} />
            <Row title={t('evidence.heads')} end={kept.heads.length} />
            <Row title={t('evidence.receipts')} end={kept.receipts.length} />
            <Row title={t('evidence.commands')} end={kept.commands.length} />
            <Row title={t('evidence.findings')} end={kept.findings.length} />
          </List>
          {problem !== null && !checking && (
            <ErrorState compact title={t('common.loadFailed')} onRetry={() => void keeper.check()}>
              {t('evidence.checkFailed')}
            </ErrorState>
          )}
          {nothing && problem === null && <p className={styles.lead}>{t('evidence.nothingKept')}</p>}
          {!nothing && kept.findings.length === 0 && kept.checkedAt > 0 && <p className={styles.lead}>{t('evidence.allWell')}</p>}
          {kept.findings.length > 0 && (
            <div className={own.findings}>
              {kept.findings.map((finding) => (
                <Shown key={finding.id} finding={finding} />
              ))}
            </div>
          )}
          {kept.keys.length > 0 && (
            <>
              <h2 className={styles.head}>{t('evidence.keys')}</h2>
              <div className={own.keys}>
                <Facts
                  dense
                  facts={kept.keys.map(({ venue, key, seenAt }) => ({
                    key: `${venue} ${key}`,
                    name: `${t('evidence.venue', { venue })} · ${formatTime(seenAt, 'dateTime', zone)}`,
                    value: <code className={own.digits}>{key}</code>,
                  }))}
                />
              </div>
            </>
          )}
          <div className={own.tools}>
            <Button size="large" wide disabled={nothing} onClick={() => saveEvidence(kept)}>
              {t('evidence.exportAll')}
            </Button>
            <Button kind="outline" size="large" busy={checking} onClick={() => void keeper.check()}>
              {t('evidence.checkNow')}
            </Button>
          </div>
          <p className={styles.lead}>
            {t('evidence.exportText')}{' '}
            <a href={verifierPath} className={buttonClass({ kind: 'quiet', size: 'small' })}>
              {t('evidence.openVerifier')}
            </a>
          </p>
          {signedIn && <p className={styles.lead}>{t('evidence.mineSignOut')}</p>}
        </>
      }
    />
  );
}
