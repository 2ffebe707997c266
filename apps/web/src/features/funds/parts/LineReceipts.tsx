import type { Settlement, StatementLine } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import { buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { SettlementList } from '../../history/parts/SettlementList.tsx';
import { searchOf } from '../../receipt/address.ts';
import styles from './Detail.module.css';

const dayMs = 86_400_000;
const options = { needsSession: true, staleMs: 600_000 };

/** The receipts of the position settlements in the line's event. The event's sequence finds them among those around its time. */
export function LineReceipts({ line }: { line: StatementLine }) {
  const around = { pageSize: 100, from: line.time, to: line.time + 1 };
  const contract = useRead(
    'GET pay/order-contract/page',
    { view: 'settlements', ...around },
    { ...options, enabled: line.wallet === Wallet.contract },
  );
  const stock = useRead(
    'GET pay/order-stock/page',
    { view: 'settlements', ...around },
    { ...options, enabled: line.wallet === Wallet.stock },
  );
  if (line.wallet === Wallet.fast) return <TimedReceipts line={line} />;
  const list = [...(lastValue(contract)?.settlements?.list ?? []), ...(lastValue(stock)?.settlements?.list ?? [])];
  const own = list.filter(
    (one: Settlement) => one.seq === line.seq && (line.fillId === null || one.fillId === null || one.fillId === line.fillId),
  );
  return own.length === 0 ? null : (
    <div className={styles.settled}>
      <SettlementList list={own} symbols={false} />
    </div>
  );
}

/** A timed contract can have been bought up to a day before the event that ended it. */
function TimedReceipts({ line }: { line: StatementLine }) {
  const t = useT();
  const page = lastValue(
    useRead('GET pay/order-contract-quick/page', { pageSize: 100, from: line.time - dayMs, to: line.time + 1 }, options),
  );
  const ended = page?.list.filter((one) => one.receipt?.seq === line.seq) ?? [];
  return ended.length === 0 ? null : (
    <p className={styles.receipts}>
      {ended.map(
        (one) =>
          one.receipt && (
            <Link key={one.id} to="/receipt" search={searchOf({ settlement: one.receipt })} className={buttonClass({ kind: 'outline' })}>
              {t('funds.receiptOfTimed', { id: one.id })}
            </Link>
          ),
      )}
    </p>
  );
}
