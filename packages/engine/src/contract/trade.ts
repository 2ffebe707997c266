import { flows } from '@bourse/protocol/flows';
import { OrdI, orderWidth } from '../book/orders.ts';
import { closes, termsDirection, termsLeverage, termsMode } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { openFill } from '../leverage/fill.ts';
import { countFilled } from '../leverage/order-sums.ts';
import { reservedPerLot } from '../leverage/reserve.ts';
import { attachStops } from '../leverage/stops.ts';
import type { PositionTaker, TradeSide } from '../leverage/trade-side.ts';
import { feeClassOf } from '../membership/class.ts';
import { feePpmOf } from '../record/decode.ts';
import { FillRecord } from '../record/layouts.ts';
import { closeLots, openLots } from './settle.ts';

const orderRelease = flows.contractOrderRelease.code;

/** Settles one trade in a contract. Both sides settle against their positions, the incoming side first. */
export function settleContractTrade(
  s: State,
  ins: Instrument,
  taker: PositionTaker,
  maker: number,
  priceTicks: number,
  lots: number,
): void {
  const fill = s.nextFill++;
  const { f, i } = s.orders.store;
  const taken = taker.slot * orderWidth;
  const at = maker * orderWidth;
  const quote = lots * priceTicks * ins.unit;
  const makerOwner = i[at * 2 + OrdI.owner]!;
  const makerPpm = Math.min(ins.makerPpm(feeClassOf(s, makerOwner)), feeCap(i[at * 2 + OrdI.terms]!, i[at * 2 + OrdI.flags]!));
  const makerSide: TradeSide = { owner: makerOwner, order: f[at]!, fill, feePpm: makerPpm, role: 'maker' };
  const takerSide: TradeSide = {
    owner: i[taken * 2 + OrdI.owner]!,
    order: f[taken]!,
    fill,
    feePpm:
      // A level may begin or end while an order waits.
      s.limits.corrections < 1 && s.membership.version === 0
        ? taker.feePpm
        : Math.min(taker.feePpm, feeCap(i[taken * 2 + OrdI.terms]!, i[taken * 2 + OrdI.flags]!)),
    role: taker.role,
    forced: taker.forced,
    reverses: taker.reverses,
  };
  const to = openFill(s, ins, taker.side, priceTicks, lots, quote, takerSide, makerSide);
  ins.contract!.lastTicks = priceTicks;

  const takerFee = settleSide(s, ins, taker.slot, takerSide, priceTicks, lots);
  const makerTerms = i[at * 2 + OrdI.terms]!;
  if (!closes(makerTerms)) {
    s.ledger.release(i[at * 2 + OrdI.reserve]!, lots * reservedPerLot(s, ins, maker), orderRelease, makerSide.order, fill);
    countFilled(s, maker, lots);
  }
  const makerFee = settleSide(s, ins, maker, makerSide, priceTicks, lots);
  s.log.numbers[to + FillRecord.takerFee] = takerFee;
  s.log.numbers[to + FillRecord.makerFee] = makerFee;
}

/** An opening order pays at most the fee rate it reserved, even if the account's rate rose since. A closing order pays out of what it releases. */
const feeCap = (terms: number, flags: number) => (closes(terms) ? Number.POSITIVE_INFINITY : feePpmOf(flags));

function settleSide(s: State, ins: Instrument, order: number, side: TradeSide, priceTicks: number, lots: number): number {
  const at = order * orderWidth * 2;
  const terms = s.orders.store.i[at + OrdI.terms]!;
  const direction = termsDirection(terms);
  if (closes(terms)) return closeLots(s, ins, s.positions.find(side.owner, ins.slot, direction), side, priceTicks, lots).fee;
  const { slot, fee } = openLots(s, ins, side, direction, termsMode(terms), termsLeverage(terms), priceTicks, lots);
  if (s.attached.size > 0) attachStops(s, ins, slot, side.order);
  return fee;
}
