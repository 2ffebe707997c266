import { formatAmount } from '@bourse/money';
import { EmptyState, ErrorState, Facts, SkeletonRows, useUi } from '@bourse/ui';
import type { Head } from '@bourse/verifier';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type CallOutput, lastValue, useRead, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import styles from '../settings/Page.module.css';
import { Page } from '../settings/Page.tsx';
import { checkpointPath, verifierPath } from './places.ts';
import own from './TransparencyScreen.module.css';

type Log = CallOutput<'GET exchange/transparency'>[number];
const steps = ['evidence.logsHow1', 'evidence.logsHow2', 'evidence.logsHow3', 'evidence.logsHow4'] as const;

/** The transparency logs, for anybody: per venue its head, who signed it, what is missing, and how to check all this. */
export function TransparencyScreen() {
  const t = useT();
  const remote = useRead('GET exchange/transparency', {}, { staleMs: 5_000, everyMs: 15_000 });
  const logs = lastValue(remote);
  return (
    <Page
      title={t('evidence.logsTitle')}
      lead={t('evidence.logsText')}
      fallback="/mine"
      body={
        <>
          {remote.state === 'failed' && (
            <ErrorState compact={logs !== undefined} title={t('common.loadFailed')} onRetry={remote.retry}>
              {remote.error.message}
            </ErrorState>
          )}
          {logs === undefined && remote.state !== 'failed' && <SkeletonRows rows={6} />}
          {logs?.length === 0 && <EmptyState title={t('evidence.noLogs')}>{t('evidence.noLogsText')}</EmptyState>}
          {logs?.map((log) => (
            <Venue key={log.venue} log={log} />
          ))}
          <h2 className={styles.head}>{t('evidence.logsHow')}</h2>
          <ol className={own.how}>
            {steps.map((step) => (
              <li key={step}>{t(step)}</li>
            ))}
          </ol>
          <p className={own.links}>
            <a href={verifierPath}>{t('evidence.openVerifier')}</a>
            <Link to="/proof">{t('proof.title')}</Link>
            <Link to="/mine/evidence">{t('evidence.mineTitle')}</Link>
          </p>
        </>
      }
    />
  );
}

/** The head as this browser reads it: the signature is checked here. */
function useHead({ head, key, witnesses }: Log): Head | 'unsigned' | undefined {
  const [read, setRead] = useState<{ of: string; head: Head | 'unsigned' }>();
  const keys = [key ?? '', ...witnesses].join('\n');
  useEffect(() => {
    let here = true;
    if (head === null || keys.startsWith('\n')) return;
    void import('@bourse/verifier').then(({ readHead, keysOf }) => {
      const found = readHead(head, keysOf(keys.split('\n')));
      if (here) setRead({ of: head, head: 'why' in found ? 'unsigned' : found });
    });
    return () => {
      here = false;
    };
  }, [head, keys]);
  return read?.of === head ? read.head : undefined;
}

function Venue({ log }: { log: Log }) {
  const t = useT();
  const zone = useTimeZone();
  const { locale } = useUi();
  const head = useHead(log);
  const { venue, origin, key, witnesses, size, signedAt, unsignedSince, unwitnessedSince, contradiction } = log;
  const time = (at: number) => formatTime(at, 'full', zone);
  const code = (text: string) => (
    <code className={own.digits} dir="ltr">
      {text}
    </code>
  );
  const signers = head !== undefined && head !== 'unsigned' ? head.signers : [];
  return (
    <section className={own.log} aria-label={t('evidence.venue', { venue })}>
      <h2>{t('evidence.venue', { venue })}</h2>
      {contradiction !== null && (
        <p className={own.bad} role="alert">
          <strong>{t('evidence.refusedTitle')}</strong> {contradiction}
        </p>
      )}
      {head === 'unsigned' && (
        <p className={own.bad} role="alert">
          {t('evidence.headUnreadable')}
        </p>
      )}
      {unsignedSince !== null && <p className={own.late}>{t('evidence.unsignedSince', { time: time(unsignedSince) })}</p>}
      {unwitnessedSince !== null && <p className={own.late}>{t('evidence.unwitnessedSince', { time: time(unwitnessedSince) })}</p>}
      <Facts
        dense
        facts={[
          { name: t('evidence.size'), value: formatAmount(String(size), { locale, decimals: 0 }) },
          {
            name: t('evidence.signed'),
            value: signedAt === null ? t('evidence.signedNever') : time(signedAt),
            why: signers.length > 0 ? t('evidence.logSigned', { names: signers.join(', ') }) : undefined,
          },
          ...(head !== undefined && head !== 'unsigned' ? [{ name: t('evidence.root'), value: code(head.root) }] : []),
          { name: t('evidence.origin'), value: code(origin) },
          { name: t('evidence.key'), value: key === null ? <span className="muted">{t('evidence.noKey')}</span> : code(key) },
          {
            name: t('evidence.witnesses'),
            value: witnesses.length === 0 ? <span className="muted">{t('evidence.noWitness')}</span> : code(witnesses.join('\n')),
          },
          {
            name: t('evidence.checkpoint'),
            value: (
              <a href={checkpointPath(venue)} className={own.link}>
                {checkpointPath(venue)}
              </a>
            ),
          },
        ]}
      />
    </section>
  );
}
