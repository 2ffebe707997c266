import type { OrderSide } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { Record } from '../record/event-log.ts';
import type { TradeSide } from './trade-side.ts';

/** Records a fill and returns where. The caller adds both fees once it knows them. */
export function openFill(
  s: State,
  ins: Instrument,
  takerSide: OrderSide,
  priceTicks: number,
  lots: number,
  quote: number,
  taker: TradeSide,
  maker: TradeSide,
): number {
  const to = s.log.open(Record.fill);
  const n = s.log.numbers;
  n[to + 1] = taker.fill;
  n[to + 2] = ins.id;
  n[to + 3] = priceTicks;
  n[to + 4] = lots;
  n[to + 5] = lots * ins.lotUnits;
  n[to + 6] = quote;
  n[to + 7] = takerSide;
  n[to + 8] = taker.order;
  n[to + 9] = s.accounts.id(taker.owner);
  n[to + 10] = taker.feePpm;
  n[to + 12] = ins.quote.asset;
  n[to + 13] = maker.order;
  n[to + 14] = s.accounts.id(maker.owner);
  n[to + 15] = maker.feePpm;
  n[to + 17] = ins.quote.asset;
  return to;
}
