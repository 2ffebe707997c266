import { PositionDirection, Wallet } from '@bourse/protocol/enums';
import { House } from '../core/accounts.ts';
import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { directionOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';

/**
 * Checks that the two sides of every contract are equal and that clearing mirrors them. Adds what contract positions have frozen to `reserved`, by balance.
 */
export function checkPositions(s: State, reserved: Map<number, bigint>): void {
  const longs = new Map<number, number>();
  const lots = new Map<number, number>();
  const entry = new Map<number, bigint>();
  const { f, i } = s.positions.store;
  let listed = 0;
  for (const owner of s.accounts.slots()) {
    let last = 0;
    for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
      const at = slot * positionWidth;
      const id = f[at]!;
      const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
      const direction = directionOf(i[slot * positionInts + PosI.flags]!);
      must(id > last && id < s.nextPosition, 'positionsAreSorted', `position ${id}`);
      must(s.positions.slot(id) === slot && s.positions.find(owner, ins.slot, direction) === slot, 'positionsAreFound', `position ${id}`);
      must(f[at + Pos.lots]! > 0, 'openPositionHasLots', `position ${id}`);
      must(f[at + Pos.margin]! >= 0 && f[at + Pos.entryValue]! >= 0, 'marginNeverNegative', `position ${id}`);
      last = id;
      listed += 1;
      if (ins.contract === undefined) continue;
      const sign = direction === PositionDirection.long ? 1 : -1;
      lots.set(ins.slot, (lots.get(ins.slot) ?? 0) + sign * f[at + Pos.lots]!);
      if (sign > 0) longs.set(ins.slot, (longs.get(ins.slot) ?? 0) + f[at + Pos.lots]!);
      entry.set(ins.quote.index, (entry.get(ins.quote.index) ?? 0n) + BigInt(sign * f[at + Pos.entryValue]!));
      const balance = s.ledger.find(owner, Wallet.contract, ins.quote.index);
      reserved.set(balance, (reserved.get(balance) ?? 0n) + BigInt(f[at + Pos.margin]!));
    }
  }
  must(listed === s.positions.count, 'everyPositionIsListedOnce', `${listed} listed, ${s.positions.count} known`);
  for (const { slot, rules, contract } of s.instruments.list)
    if (contract !== undefined)
      must(contract.openLots === (longs.get(slot) ?? 0), 'openLotsAddUp', `${rules.symbol}: ${contract.openLots}`);
  for (const [slot, sum] of lots) must(sum === 0, 'longIsShort', `${s.instruments.at(slot).rules.symbol}: ${sum}`);
  for (const asset of s.assets.list) {
    const clearing = s.ledger.available(s.ledger.find(s.accounts.slot(House.clearing), Wallet.contract, asset.index));
    must(
      clearing + (entry.get(asset.index) ?? 0n) === 0n,
      'clearingMirrorsPositions',
      `${asset.code}: ${clearing}, ${entry.get(asset.index)}`,
    );
  }
}

/**
 * Checks that the house account `funding` holds what running rounds have collected and not yet paid out, and that every remaining payer still holds its
 * position.
 */
export function checkFunding(s: State): void {
  const between = new Map<number, bigint>();
  for (const { slot, contract, quote, rules } of s.instruments.list) {
    const round = contract?.round;
    must(s.funding.has(slot) === (round !== undefined), 'roundsAreListed', rules.symbol);
    if (round === undefined) continue;
    must(round.paid >= round.received, 'fundingNeverPaysAhead', `${rules.symbol}: ${round.received} of ${round.paid}`);
    between.set(quote.index, (between.get(quote.index) ?? 0n) + BigInt(round.paid - round.received));
    for (const { position } of round.payers.store())
      must(s.positions.slot(position) !== 0, 'payersHoldTheirPosition', `${rules.symbol}: position ${position}`);
  }
  const house = s.accounts.slot(House.funding);
  for (const { index, code } of s.assets.list) {
    const held = house === 0 ? 0n : s.ledger.available(s.ledger.find(house, Wallet.contract, index));
    must(held === (between.get(index) ?? 0n), 'fundingHoldsWhatIsBetween', `${code}: ${held}`);
  }
}
