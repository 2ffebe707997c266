import type { ReceiptRef, Settlement, StatementLine } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { lastValue, useRead } from '../../data/index.ts';

/** Settlements that are no fill: they have receipts, but no fill number. */
const settled: ReadonlySet<number> = new Set(
  (
    [
      ...['contractFundingPaid', 'contractFundingReceived', 'contractForcedLiquidation', 'contractLiquidationFee'],
      ...['contractAutoDeleveraged', 'fastWin', 'fastLose', 'fastDraw', 'fastVoid', 'stockMarginInterest', 'stockForcedLiquidation'],
      ...['stockBorrowFee', 'stockDividend', 'stockDividendOwed', 'stockSplit'],
    ] as (keyof typeof flows)[]
  ).map((name) => flows[name].code),
);

/** Whether a statement line comes from a settlement with a receipt. */
export const hasReceipt = ({ fillId, flow }: Pick<StatementLine, 'fillId' | 'flow'>): boolean => fillId !== null || settled.has(flow);

const dayMs = 86_400_000;
const options = { needsSession: true, staleMs: 600_000 };

export type LineReceipts = {
  /** Settlements of positions in the line's event. */
  settlements: readonly Settlement[];
  /** Timed contracts that the event ended. */
  timed: readonly { id: string; receipt: ReceiptRef }[];
};

/** What has a receipt in a line's event. The event's sequence finds it among what was settled at its time. Undefined while it is read. */
export function useLineReceipts(line: Pick<StatementLine, 'wallet' | 'time' | 'seq' | 'fillId'>): LineReceipts | undefined {
  const around = { pageSize: 100, from: line.time, to: line.time + 1 };
  const view = { view: 'settlements' as const, ...around };
  const contract = useRead('GET pay/order-contract/page', view, { ...options, enabled: line.wallet === Wallet.contract });
  const stock = useRead('GET pay/order-stock/page', view, { ...options, enabled: line.wallet === Wallet.stock });
  // A timed contract can have been bought up to a day before the event that ended it.
  const bought = { pageSize: 100, from: line.time - dayMs, to: line.time + 1 };
  const fast = useRead('GET pay/order-contract-quick/page', bought, { ...options, enabled: line.wallet === Wallet.fast });
  const asked = { [Wallet.contract]: contract, [Wallet.stock]: stock, [Wallet.fast]: fast }[line.wallet as 2 | 3 | 4];
  if (asked && asked.state !== 'ready' && asked.state !== 'failed') return undefined;
  const list = [...(lastValue(contract)?.settlements?.list ?? []), ...(lastValue(stock)?.settlements?.list ?? [])];
  return {
    settlements: list.filter((one) => one.seq === line.seq && (line.fillId === null || one.fillId === null || one.fillId === line.fillId)),
    timed: (lastValue(fast)?.list ?? []).flatMap(({ id, receipt }) => (receipt?.seq === line.seq ? [{ id, receipt }] : [])),
  };
}
