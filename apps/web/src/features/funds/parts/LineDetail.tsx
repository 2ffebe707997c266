import { decimalSum } from '@bourse/money';
import type { StatementLine } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import { Amount, cx, ErrorState, Facts, SkeletonRows, Total } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lastValue, useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../model/figures.ts';
import { ruleOf } from '../model/rules.ts';
import { signedAmount } from '../model/statement.ts';
import styles from './Detail.module.css';
import { LineReceipts } from './LineReceipts.tsx';
import { flowLabel, walletLabel } from './labels.ts';
import { Origin } from './Origin.tsx';

/** Ledger line → event → rule, in that order, as promised on the first page. */
export function LineDetail({ id }: { id: string }) {
  const t = useT();
  const timeZone = useTimeZone();
  const known = /^[0-9]{1,19}$/.test(id);
  const remote = useRead('GET pay/funds-flow/detail', { id }, { needsSession: true, enabled: known, staleMs: 600_000 });
  const line = lastValue(remote);
  // Lines of one event share its time. The sequence tells two events of the same millisecond apart.
  const around = lastValue(
    useRead(
      'GET pay/funds-flow/page',
      { pageNo: 1, pageSize: 30, from: line?.time ?? 0, to: (line?.time ?? 0) + 1 },
      { needsSession: true, enabled: line !== undefined, staleMs: 600_000 },
    ),
  );
  if (!known || (remote.state === 'failed' && !line))
    return (
      <ErrorState title={t('funds.lineMissing')} {...(remote.state === 'failed' ? { onRetry: remote.retry } : {})}>
        {remote.state === 'failed' ? remote.error.message : t('funds.lineMissingText')}
      </ErrorState>
    );
  if (!line) return <SkeletonRows rows={6} />;
  const siblings = (around?.list ?? [line]).filter((other) => other.seq === line.seq);
  return (
    <div className={styles.detail}>
      <section className={styles.top}>
        <p className={styles.label}>{[flowLabel(t, line.flowName), line.symbol].filter(Boolean).join(' · ')}</p>
        <p className={styles.figure}>
          <Amount value={signedAmount(line)} decimals={neat(line.amount)} sign="always" unit={line.asset} />
        </p>
        <p className={styles.time}>{formatTime(line.time, 'full', timeZone)}</p>
      </section>
      <ol className={styles.steps}>
        <Step number={1} title={t('funds.stepLine')} aside={t('funds.lineNo', { id: line.id })}>
          <Facts
            facts={[
              { key: 'wallet', name: t('funds.wallet'), value: walletLabel(t, line.wallet) },
              {
                key: 'change',
                name: t('funds.change'),
                value: <Amount value={signedAmount(line)} decimals={neat(line.amount)} sign="always" unit={line.asset} />,
              },
              {
                key: 'available',
                name: t('funds.availableAfter'),
                value: <Amount value={line.availableAfter} decimals={neat(line.availableAfter)} unit={line.asset} />,
              },
              {
                key: 'frozen',
                name: t('funds.frozenAfter'),
                value: <Amount value={line.frozenAfter} decimals={neat(line.frozenAfter)} unit={line.asset} />,
              },
            ]}
          />
        </Step>
        <Step number={2} title={t('funds.stepEvent')} aside={t('funds.eventNo', { seq: line.seq })}>
          <p className={styles.text}>{t('funds.eventLines', { count: siblings.length })}</p>
          <ul className={styles.siblings}>
            {siblings.map((other) => (
              <Sibling key={other.id} line={other} chosen={other.id === line.id} />
            ))}
            {ruleOf(line.flow) === 'transfer' && siblings.length > 1 && (
              <li className={styles.sum}>
                {t('funds.sum')}
                <Total>
                  <Amount value={decimalSum(siblings.map((other) => other.amount))} decimals={2} unit={line.asset} fraction="plain" />
                </Total>
              </li>
            )}
          </ul>
          {line.wallet === Wallet.coin ? (
            (line.fillId ?? line.orderId) && (
              <p className={styles.text}>
                <Origin line={line} />
              </p>
            )
          ) : (
            <LineReceipts line={line} />
          )}
        </Step>
        <Step number={3} title={t('funds.stepRule')} aside={t('funds.flowNo', { code: line.flow })}>
          <p className={styles.text}>{t(`funds.rule_${ruleOf(line.flow)}`)}</p>
        </Step>
      </ol>
    </div>
  );
}

function Step({ number, title, aside, children }: { number: number; title: string; aside: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div>
        <div className={styles.stepHead}>
          <h2>{title}</h2>
          <span>{aside}</span>
        </div>
        {children}
      </div>
    </li>
  );
}

function Sibling({ line, chosen }: { line: StatementLine; chosen: boolean }) {
  const t = useT();
  const content = (
    <>
      <span className={styles.side}>
        {walletLabel(t, line.wallet)}
        <span>{flowLabel(t, line.flowName)}</span>
      </span>
      <Amount value={signedAmount(line)} decimals={neat(line.amount)} sign="always" unit={line.asset} fraction="plain" />
    </>
  );
  return (
    <li>
      {chosen ? (
        <div className={cx(styles.sibling, styles.chosen)} aria-current="true">
          {content}
        </div>
      ) : (
        <Link to="/funds/tradingHistoryDetail" search={{ id: line.id, kind: 'line' }} className={styles.sibling}>
          {content}
        </Link>
      )}
    </li>
  );
}
