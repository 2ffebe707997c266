import type { OrderSide } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { countTrade } from '../membership/class.ts';
import { FillRecord } from '../record/layouts.ts';
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
  countTrade(s, ins, taker.owner, maker.owner, quote);
  const to = s.log.open(FillRecord.code);
  const n = s.log.numbers;
  n[to + FillRecord.fill] = taker.fill;
  n[to + FillRecord.instrument] = ins.id;
  n[to + FillRecord.priceTicks] = priceTicks;
  n[to + FillRecord.lots] = lots;
  n[to + FillRecord.baseUnits] = lots * ins.lotUnits;
  n[to + FillRecord.quoteUnits] = quote;
  n[to + FillRecord.takerSide] = takerSide;
  n[to + FillRecord.takerOrder] = taker.order;
  n[to + FillRecord.takerAccount] = s.accounts.id(taker.owner);
  n[to + FillRecord.takerPpm] = taker.feePpm;
  n[to + FillRecord.takerAsset] = ins.quote.asset;
  n[to + FillRecord.makerOrder] = maker.order;
  n[to + FillRecord.makerAccount] = s.accounts.id(maker.owner);
  n[to + FillRecord.makerPpm] = maker.feePpm;
  n[to + FillRecord.makerAsset] = ins.quote.asset;
  return to;
}
