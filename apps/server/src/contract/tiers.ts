import { InstrumentKind } from '@bourse/protocol/enums';
import { percentOfPpm, quoteText } from '../calls/figures.ts';
import type { Handler } from '../calls/handlers.ts';
import { instrumentBySymbol, type TradingPorts } from '../calls/trading.ts';
import { productIs } from '../positions/live-positions.ts';

/** The published rules, identical to those that the engine was given. */
export function levelMap(ports: TradingPorts): Handler<'GET pay/order-contract/position-level-map'> {
  return async ({ symbol }) => {
    const { instruments } = ports.market.catalogue;
    const wanted =
      symbol === undefined
        ? instruments.filter(({ kind }) => kind === InstrumentKind.contract)
        : [productIs(instrumentBySymbol(ports, symbol), InstrumentKind.contract)];
    return wanted.flatMap((instrument) => {
      const { contract } = instrument;
      if (!contract) return [];
      const tiers = contract.tiers.map(({ maxNotional, maxLeverage, maintenancePpm }, index) => ({
        tier: index + 1,
        from: quoteText(instrument, contract.tiers[index - 1]?.maxNotional ?? 0),
        to: quoteText(instrument, maxNotional),
        maxLever: maxLeverage,
        maintenanceRate: percentOfPpm(maintenancePpm),
      }));
      return [
        { symbol: instrument.symbol, asset: instrument.quote.code, liquidationFeeRate: percentOfPpm(contract.liquidationFeePpm), tiers },
      ];
    });
  };
}
