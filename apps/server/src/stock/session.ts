import type { CorporateAction } from '@bourse/engine';
import { InstrumentKind, Venue } from '@bourse/protocol/enums';
import { say } from '@bourse/words';
import { percentOfPpm, priceText } from '../calls/figures.ts';
import type { Handler } from '../calls/handlers.ts';
import { instrumentBySymbol, type TradingPorts } from '../calls/trading.ts';
import { type Announcement, commandOf, dividendText, effectiveAt } from '../market/catalogue/corporate-actions.ts';
import type { InstrumentInfo } from '../market/port.ts';
import type { Queryable } from '../platform/database.ts';
import { productIs } from '../positions/live-positions.ts';

/** The session in the engine of the customer's venue, with the published rules of the stock. */
export function stockSession(ports: TradingPorts): Handler<'GET stock/session'> {
  return async ({ symbol }, { session, language }) => {
    const instrument = productIs(instrumentBySymbol(ports, symbol), InstrumentKind.stock);
    // A visitor sees the demo venue, as on its socket.
    const venue = session?.venue ?? Venue.demo;
    const [{ value: live }, actions] = await Promise.all([
      ports.venues[venue].read((engine) => engine.stock(instrument.id)),
      corporateActions(ports.database, venue, instrument.id),
    ]);
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
      corporateActions: withAnnounced(ports.market.catalogue.announcements, actions, instrument).map(({ time, command }) => ({
        time: Number(time),
        action: command.action,
        text: actionText(command, instrument, language),
        source: command.source,
      })),
    };
  };
}

interface Applied {
  time: bigint | number;
  command: CorporateAction;
}

/** The actions applied here, then the company's other announcements, each with its own day. */
function withAnnounced(announcements: readonly Announcement[], applied: readonly Applied[], instrument: InstrumentInfo): Applied[] {
  const known = new Set(applied.map(({ command }) => command.reference));
  const announced = announcements
    .filter(({ symbol }) => symbol === instrument.symbol)
    .map((one): Applied => ({ time: effectiveAt(one), command: commandOf(one, instrument.id, instrument.quote, '') }))
    .filter(({ command }) => !known.has(command.reference));
  return [...applied, ...announced.reverse()].slice(0, maxActions);
}

/** Max. number of actions shown with a session, newest first. */
const maxActions = 20;

const corporateActions = (db: Queryable, venue: Venue, instrument: number) =>
  db.query<{ time: bigint; command: CorporateAction }>(
    `SELECT time, command FROM instrument_rule WHERE venue = $1 AND instrument = $2 AND kind = 'corporateAction' ORDER BY seq DESC LIMIT ${maxActions}`,
    [venue, instrument],
  );

function actionText(command: CorporateAction, instrument: InstrumentInfo, language: string): string {
  const { action, numerator, denominator } = command;
  if (action === 'split') return say(language, 'views.action.split', { new: numerator, old: denominator });
  const paid = `${dividendText(command, instrument.quote)} ${instrument.quote.code}`;
  return say(language, 'views.action.dividend', { amount: paid });
}
