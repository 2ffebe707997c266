import { InstrumentStatus } from '@bourse/protocol/enums';
import { maxSafe } from '../base/exact.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { catalogue, type DefineAsset, type DefineInstrument, type SetInstrumentStatus } from './declare.ts';
import { Instrument } from './instruments.ts';

const codePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,23}$/;
const symbolPattern = /^[A-Za-z0-9][A-Za-z0-9./_-]{0,31}$/;
/** Defines an asset. It can be defined once: the same definition again is `done`, and a different one is refused. */
export function defineAsset(s: State, command: DefineAsset) {
  const { asset, code, scale, assetKind } = command;
  if (!codePattern.test(code)) return badField('code', 'code');
  const known = s.assets.get(asset);
  if (known !== undefined) {
    const same = known.code === code && known.scale === scale && known.assetKind === assetKind;
    return same ? done : badField('asset', 'definedDifferently');
  }
  if (s.assets.withCode(code) !== undefined) return badField('code', 'taken');
  if (s.assets.list.length >= s.limits.assets) return refuse('overloaded');
  s.assets.add({ asset, code, scale, assetKind });
  return done;
}

/** Creates an instrument or updates its rules. The units in which orders and balances are counted never change. */
export function defineInstrument(s: State, command: DefineInstrument) {
  const problem = checkInstrument(s, command);
  if (problem !== undefined) return problem;
  const rules: DefineInstrument = { ...command, takerFeePpm: [...command.takerFeePpm], makerFeePpm: [...command.makerFeePpm] };
  const known = s.instruments.get(command.instrument);
  if (known === undefined) {
    const base = s.assets.get(command.baseAsset)!;
    const quote = s.assets.get(command.quoteAsset)!;
    const instrument = new Instrument(s.instruments.list.length + 1, rules, base, quote, s.levels, s.orders);
    s.instruments.add(instrument);
    s.log.tell(catalogue.events.instrumentStatus, { instrument: instrument.id, status: instrument.status });
    return done;
  }
  const status = inSession(s, known, command.status);
  known.update({ ...rules, status: known.status });
  known.setStatus(s.log, status);
  return done;
}

/** The refusal of an instrument's first or next rules. */
export function checkInstrument(s: State, command: DefineInstrument) {
  const problem = checkRules(s, command);
  if (problem !== undefined) return problem;
  const known = s.instruments.get(command.instrument)?.rules;
  if (known === undefined) return s.instruments.list.length >= s.limits.instruments ? refuse('overloaded') : undefined;
  for (const field of ['instrumentKind', 'baseAsset', 'quoteAsset', 'lotUnits', 'quoteUnitsPerTickLot'] as const)
    if (known[field] !== command[field]) return badField(field, 'fixed');
  return undefined;
}

function checkRules(s: State, c: DefineInstrument) {
  if (!symbolPattern.test(c.symbol)) return badField('symbol', 'symbol');
  if (s.assets.get(c.baseAsset) === undefined || s.assets.get(c.quoteAsset) === undefined) return refuse('assetUnknown');
  if (c.baseAsset === c.quoteAsset) return badField('quoteAsset', 'sameAsBase');
  if (c.lotUnits < 1n || c.lotUnits > BigInt(maxSafe)) return badField('lotUnits', { problem: 'between', min: 1, max: maxSafe });
  if (c.maxLots < c.minLots) return badField('maxLots', { problem: 'atLeast', min: c.minLots });
  if (c.takerFeePpm.length === 0) return badField('takerFeePpm', 'empty');
  return c.makerFeePpm.length === 0 ? badField('makerFeePpm', 'empty') : undefined;
}

/** A stock trades only in its sessions. Outside them, `trading` means that its next session will open it. */
function inSession(s: State, ins: Instrument, status: InstrumentStatus): InstrumentStatus {
  const calendar = ins.stock === undefined ? undefined : s.calendars.get(ins.stock.rules.calendar);
  const shut = calendar?.inSession === false || ins.stock?.opening !== undefined;
  return status === InstrumentStatus.trading && shut ? InstrumentStatus.closed : status;
}

export const checkStatus = (s: State, { instrument }: SetInstrumentStatus) =>
  s.instruments.get(instrument) === undefined ? refuse('instrumentUnknown') : undefined;

/** From what trades, or will at the next open by itself, to what stands still. */
const strictness: Readonly<Record<InstrumentStatus, number>> = {
  [InstrumentStatus.trading]: 0,
  [InstrumentStatus.preOpen]: 0,
  [InstrumentStatus.closed]: 1,
  [InstrumentStatus.cancelOnly]: 2,
  [InstrumentStatus.halted]: 3,
};

/** Whether a status allows more than the one that an instrument has. */
export function opensInstrument(s: State, { instrument, status }: SetInstrumentStatus): boolean {
  const now = s.instruments.get(instrument)?.status;
  return now !== undefined && strictness[status] < strictness[now];
}

export function setInstrumentStatus(s: State, command: SetInstrumentStatus) {
  const problem = checkStatus(s, command);
  if (problem !== undefined) return problem;
  const instrument = s.instruments.get(command.instrument)!;
  instrument.setStatus(s.log, inSession(s, instrument, command.status));
  return done;
}
