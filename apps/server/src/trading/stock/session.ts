import { InstrumentKind } from '@bourse/protocol/enums';
import type { Handler } from '../../http/handlers.ts';
import { type Desk, instrumentBySymbol } from '../desk.ts';
import { percentOfPpm, priceText } from '../figures.ts';
import { productIs } from '../positions/live-positions.ts';

/** The session as the engine of the customer's venue has it, with the published rules of the stock. */
export function stockSession(desk: Desk): Handler<'GET stock/session'> {
  return async ({ symbol }, { session }) => {
    const instrument = productIs(instrumentBySymbol(desk, symbol), InstrumentKind.stock);
    const { value: live } = await desk.venues[session?.venue ?? 'real'].read((engine) => engine.stock(instrument.id));
    const price = (ticks = 0) => (ticks === 0 ? null : priceText(instrument, ticks));
    const rules = instrument.stock;
    return {
      symbol: instrument.symbol,
      inSession: live?.inSession ?? false,
      open: live?.session || null,
      close: live?.close || null,
      low: price(live?.lowTicks),
      high: price(live?.highTicks),
      previousClose: price(live?.previousCloseTicks),
      shortable: rules?.shortable ?? false,
      maxLever: rules?.maxLeverage ?? 1,
      interestRate: percentOfPpm(rules?.interestPpm ?? 0),
      borrowRate: percentOfPpm(rules?.borrowPpm ?? 0),
      stampDutyRate: percentOfPpm(rules?.stampDutyPpm ?? 0),
      dayTradeRule: rules?.dayTradeRule ?? false,
      asset: instrument.quote.code,
      corporateActions: [],
    };
  };
}
