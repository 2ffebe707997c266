import { expect } from 'vitest';
import type { SequencedCommand } from '../commands.ts';
import { eventByKind } from '../declared.ts';
import type { EngineEvent } from '../events.ts';
import { Settlements } from '../oracle/settlements.ts';
import { recompute, type SettlementDocument, settlementReceipt, viewOf } from '../receipts/index.ts';

/** Figures whose change by one must break the arithmetic of the receipt. Of a kind that is not here: its headline. */
const figures: Partial<Record<string, readonly string[]>> = {
  positionFill: ['lots', 'priceTicks', 'value', 'openLots', 'closedEntry', 'profit', 'lotsAfter', 'entryAfter', 'marginAfter'],
  fundingPayment: ['lots', 'markTicks', 'rateE8', 'owed', 'amount'],
  liquidation: ['lots', 'bankruptcyTicks', 'markTicks', 'equity', 'maintenance'],
  deleverage: ['lots', 'priceTicks', 'value'],
  mark: ['markTicks'],
  timed: ['payout', 'returned'],
  holdingCharge: ['owed', 'amount'],
  corporateAction: ['lotsAfter', 'cash'],
  loanRepayment: ['principal', 'owed', 'debt', 'interest', 'repaid', 'paid'],
  loanSale: ['collateral', 'value', 'ltv', 'wanted', 'sold', 'proceeds', 'fee', 'interest', 'repaid', 'returned', 'insured'],
};

/**
 * Checks that every settlement of a journal has a receipt that verifies, and that changing one of its figures makes it fail. Counts `receipt KIND` in
 * `seen`.
 */
export function checkReceipts(
  { journal, events }: { journal: readonly SequencedCommand[]; events: readonly EngineEvent[] },
  seen: Map<string, number>,
): void {
  const bySeq = new Map<number, EngineEvent[]>();
  for (const event of events) bySeq.set(event.seq, [...(bySeq.get(event.seq) ?? []), event]);
  const settlements = new Settlements('demo');
  const done = { ok: true, result: { kind: 'done' } } as const;
  for (const { seq, command } of journal) {
    for (const { event, facts } of settlements.of(command, done, bySeq.get(seq) ?? [])) {
      // There are many marks and they are alike, so only some are checked.
      if (event.kind === 'mark' && seq % 8 !== 0) continue;
      const receipt = settlementReceipt(event, facts);
      if (receipt === undefined) {
        expect(eventByKind.get(event.kind)?.settledWhen?.(event as never), `${event.kind} at ${seq}`).toBe(false);
        continue;
      }
      const again = recompute(receipt.text);
      if (!again.agrees) expect([event, again.steps.filter(({ agrees }) => !agrees)]).toEqual([event, []]);
      expect(again.hash).toBe(receipt.hash);
      const nth = seen.get(`receipt ${event.kind}`) ?? 0;
      seen.set(`receipt ${event.kind}`, nth + 1);
      forged(receipt.facts, nth);
    }
  }
}

/** Changes one figure at a time; a long journal covers all of them. */
function forged(facts: SettlementDocument, nth: number): void {
  const names = figures[facts.kind] ?? [viewOf(facts.kind)!.headline];
  const name = names[nth % names.length]!;
  const said = facts[name];
  const other = typeof said === 'number' ? said + 1 : String(BigInt(said as string) + 1n);
  expect(recompute({ ...facts, [name]: other }).agrees, `${name} ${other} in ${JSON.stringify(facts)}`).toBe(false);
  if (facts.kind !== 'positionFill' || facts['action'] !== 'close') return;
  // Forge the fee or the fund's share together with the payout, so that the sum still adds up.
  const moved = (figure: string, by: bigint) => String(BigInt(facts[figure] as string) + by);
  for (const forgery of [
    { fee: moved('fee', 1n), paidOut: moved('paidOut', -1n) },
    { insured: moved('insured', 1n), paidOut: moved('paidOut', 1n) },
  ])
    expect(recompute({ ...facts, ...forgery }).agrees, `${JSON.stringify(forgery)} in ${JSON.stringify(facts)}`).toBe(false);
}
