import { PositionDirection } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { highOf, lowOf, mulDivCeil, mulDivFloor } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { CorporateAction } from '../commands.ts';
import type { State } from '../core/state.ts';
import { emitPosition } from '../leverage/position-event.ts';
import { directionOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { money, outsideMoney, poolMoney, upTo } from './balances.ts';
import { houseShares } from './house-shares.ts';
import { rewatch } from './watch.ts';

const paid = flows.stockDividend.code;
const owedFlow = flows.stockDividendOwed.code;

/** Whole shares in one lot. */
export const sharesPerLot = (ins: Instrument) => ins.lotUnits / 10 ** ins.base.scale;

/** Quote units paid per number of shares, because the dividend on one share may be less than a whole unit. */
type Dividend = Pick<CorporateAction, 'amount' | 'denominator'>;

/** Pays a long from outside, rounded down. A short pays the lender, rounded up: from the available balance, then its margin, then its proceeds. */
export function payDividend(
  s: State,
  ins: Instrument,
  slot: number,
  { amount, denominator }: Dividend,
  note: (cash: number) => void,
): void {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const own = money(s, ins, i[slot * positionInts + PosI.owner]!);
  const shares = f[at + Pos.lots]! * sharesPerLot(ins);
  if (directionOf(i[slot * positionInts + PosI.flags]!) === PositionDirection.long) {
    const cash = mulDivFloor(shares, amount, denominator);
    if (cash > 0) {
      s.ledger.posting += 1;
      s.ledger.debit(outsideMoney(s, ins), cash, paid, 0, 0);
      s.ledger.credit(own, cash, paid, 0, 0);
    }
    f[at + Pos.funding]! += cash;
    note(cash);
  } else {
    const owed = mulDivCeil(shares, amount, denominator);
    payLender(s, ins, slot, own, owed);
    note(-owed);
  }
  rewatch(s, ins, slot);
  emitPosition(s, ins, slot, 'dividend');
}

function payLender(s: State, ins: Instrument, slot: number, own: number, owed: number): void {
  const { f } = s.positions.store;
  const at = slot * positionWidth;
  const available = upTo(s, own, owed);
  const margin = Math.min(owed - available, f[at + Pos.margin]!);
  const proceeds = Math.min(owed - available - margin, f[at + Pos.entryValue]!);
  s.ledger.posting += 1;
  if (available > 0) s.ledger.debit(own, available, owedFlow, 0, 0);
  if (margin + proceeds > 0) s.ledger.spend(own, margin + proceeds, owedFlow, 0, 0);
  s.ledger.credit(poolMoney(s, ins), available + margin + proceeds, owedFlow, 0, 0);
  f[at + Pos.margin]! -= margin;
  f[at + Pos.entryValue]! -= proceeds;
  f[at + Pos.loan]! -= proceeds;
  f[at + Pos.funding]! -= available + margin + proceeds;
}

/** Pays the dividend on the house's own shares. */
export function payHouseDividends(s: State, ins: Instrument, { amount, denominator }: Dividend): void {
  const units = 10n ** BigInt(ins.base.scale) * BigInt(denominator);
  for (const { owner, balance } of houseShares(s, ins)) {
    const cash = ((s.ledger.available(balance) + s.ledger.frozen(balance)) * BigInt(amount)) / units;
    if (cash > 0n) s.ledger.move(outsideMoney(s, ins), money(s, ins, owner), highOf(cash), lowOf(cash), paid, paid);
  }
}
