import type { StatementLine } from '@bourse/protocol';
import { Amount, IconLock, List, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../model/figures.ts';
import { entriesOf, groupByDay, movementOf, netOf, signedAmount } from '../model/statement.ts';
import { flowLabel, walletLabel } from './labels.ts';
import { Origin } from './Origin.tsx';
import styles from './StatementList.module.css';

/** Statement lines grouped by day: reason, wallet and time, with the change and the balance after it. */
export function StatementList({ lines, timeZone }: { lines: readonly StatementLine[]; timeZone: string }) {
  const t = useT();
  return (
    <div className={styles.days}>
      {groupByDay(lines, timeZone).map(({ day, lines: ofDay }) => (
        <List key={day} head={formatTime(ofDay[0]!.time, 'date', timeZone)} label={formatTime(ofDay[0]!.time, 'date', timeZone)}>
          {entriesOf(ofDay).map(({ key, lines: ofEntry }) => {
            const rows = ofEntry.map((line) => (
              <StatementRow key={line.id} line={line} where={walletLabel(t, line.wallet)} time={formatTime(line.time, 'time', timeZone)} />
            ));
            return rows.length === 1 ? (
              rows
            ) : (
              <Trade key={key} lines={ofEntry} time={formatTime(ofEntry[0]!.time, 'time', timeZone)}>
                {rows}
              </Trade>
            );
          })}
        </List>
      ))}
    </div>
  );
}

/** One trade: what it changed altogether, its receipt, and its lines on request. */
function Trade({ lines, time, children }: { lines: readonly StatementLine[]; time: string; children: ReactNode }) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [first] = lines;
  const net = netOf(lines);
  return (
    <>
      <Row
        title={t('funds.trade', { symbol: first?.symbol ?? '' })}
        under={`${t('funds.tradeLines', { count: lines.length })} · ${time}`}
        end={net.map(({ asset, amount }, index) => (
          <span key={asset} className={styles.net}>
            {index > 0 && ' '}
            <Amount value={amount} decimals={neat(amount)} sign="always" unit={asset} fraction="plain" />
          </span>
        ))}
        as={(content, className) => (
          <button type="button" className={className} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {content}
          </button>
        )}
      />
      {open && first && (
        <li id={id} className={styles.trade}>
          <ul>{children}</ul>
          <p>
            <Origin line={first} />
          </p>
        </li>
      )}
    </>
  );
}

export function StatementRow({ line, where, time }: { line: StatementLine; where: string; time: string }) {
  const t = useT();
  const held = movementOf(line) === 'freeze' || movementOf(line) === 'release';
  return (
    <Row
      title={
        <>
          {flowLabel(t, line.flowName)}
          {held && <IconLock size={14} aria-hidden className={styles.lock ?? ''} />}
        </>
      }
      under={[line.symbol, where, time].filter(Boolean).join(' · ')}
      end={
        <Amount
          value={signedAmount(line)}
          decimals={neat(line.amount)}
          sign="always"
          unit={line.asset}
          fraction="plain"
          className={held ? 'muted' : undefined}
        />
      }
      endUnder={
        <>
          {t('funds.left')} <Amount value={line.availableAfter} decimals={neat(line.availableAfter)} fraction="plain" />
        </>
      }
      as={(content, className) => (
        <Link to="/funds/tradingHistoryDetail" search={{ id: line.id, kind: 'line' }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}
