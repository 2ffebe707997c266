import type { EngineReader, PositionView } from '@bourse/engine';
import type { Position } from '@bourse/protocol';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { SignedInContext } from '../calls/handlers.ts';
import { idNumber, instrumentOf, type TradingPorts, venueOf } from '../calls/trading.ts';
import type { Catalogue, InstrumentInfo } from '../market/port.ts';
import type { PositionFacts } from '../projections/position-tables.ts';
import { positionsByIds } from './position-rows.ts';
import { type LiveFigures, positionView } from './position-view.ts';

/** The two products that keep positions. */
export type PositionKind = typeof InstrumentKind.contract | typeof InstrumentKind.stock;

export interface LivePosition {
  view: PositionView;
  funding: LiveFigures['funding'];
}

export const instrumentsOf = (catalogue: Catalogue, kind: InstrumentKind): number[] =>
  catalogue.instruments.filter((instrument) => instrument.kind === kind).map(({ id }) => id);

/** Open positions of an account in instruments of one kind, with the next funding payment. Call on a live engine. */
export function openPositions(engine: EngineReader, catalogue: Catalogue, account: number, kind: PositionKind): LivePosition[] {
  return engine.positions(account).flatMap((view) => {
    if (catalogue.instrumentById(view.instrument)?.kind !== kind) return [];
    return [{ view, funding: kind === InstrumentKind.contract ? engine.contract(view.instrument) : undefined }];
  });
}

export const liveView = ({ view, funding }: LivePosition, instrument: InstrumentInfo, changed?: PositionFacts): Position =>
  positionView({ ...view, time: changed?.time ?? view.openedAt, reason: changed?.reason ?? 'opened' }, instrument, { ...view, funding });

/** The engine has an open position's current figures. The histories know when and why it last changed. */
export async function withChanges(ports: TradingPorts, { session }: SignedInContext, live: readonly LivePosition[]): Promise<Position[]> {
  const ids = live.map(({ view }) => view.position);
  const changed = new Map((await positionsByIds(ports.database, session.venue, session.account, ids)).map((one) => [one.position, one]));
  return live.map((one) => liveView(one, instrumentOf(ports, one.view), changed.get(one.view.position)));
}

/**
 * The position that a customer's command names. A command that was answered before may name a position that is closed now; the histories then supply
 * it, so that the command can be sent again. Somebody else's position is as unknown as one that never existed.
 */
export async function findPosition(
  ports: TradingPorts,
  context: SignedInContext,
  text: string,
  kind: PositionKind,
): Promise<{ position: PositionFacts; instrument: InstrumentInfo }> {
  const id = idNumber(text);
  if (id === undefined) throw new Refusal('positionUnknown');
  const { value: open } = await venueOf(ports, context).read((engine) => engine.position(id));
  const position = open ?? (await answeredBefore(ports, context, id));
  if (!position || position.account !== context.session.account) throw new Refusal('positionUnknown');
  const instrument = instrumentOf(ports, position);
  if (instrument.kind !== kind) throw new Refusal('positionUnknown');
  return { position, instrument };
}

async function answeredBefore(ports: TradingPorts, context: SignedInContext, id: number): Promise<PositionFacts | undefined> {
  const { account, venue } = context.session;
  if (!(await venueOf(ports, context).outcomeOf(account, context.commandId))) return undefined;
  const [position] = await positionsByIds(ports.database, venue, account, [id]);
  return position;
}

const productNames = { [InstrumentKind.coin]: 'spot', [InstrumentKind.contract]: 'contract', [InstrumentKind.stock]: 'stock' } as const;

/** The instrument, if it belongs to the requested product. */
export function productIs(instrument: InstrumentInfo, kind: InstrumentKind): InstrumentInfo {
  if (instrument.kind !== kind)
    throw new Refusal('orderProductWrong', { symbol: instrument.symbol, product: productNames[instrument.kind] });
  return instrument;
}
