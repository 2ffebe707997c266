import { AssetKind, InstrumentKind, InstrumentStatus } from '@bourse/protocol/enums';
import { isCount, isId, isPositive, maxSafe } from '../base/exact.ts';
import type { DefineAsset, DefineInstrument, SetInstrumentStatus, SetTradingMode } from '../commands.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { modes } from '../record/decode.ts';
import { Instrument } from './instruments.ts';

const codePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,23}$/;
const symbolPattern = /^[A-Za-z0-9][A-Za-z0-9./_-]{0,31}$/;
const assetKinds: readonly number[] = Object.values(AssetKind);
const instrumentKinds: readonly number[] = Object.values(InstrumentKind);
const statuses: readonly number[] = Object.values(InstrumentStatus);
const isStatus = (value: unknown): value is InstrumentStatus => typeof value === 'number' && statuses.includes(value);
const maxFeeClasses = 64;
const maxPpm = 1_000_000;
const maxBandBps = 1_000_000;

/** An asset is defined once; the same definition again is `done`, another one refused. */
export function defineAsset(s: State, command: DefineAsset): Outcome {
  const { asset, code, scale, assetKind } = command;
  if (!isId(asset)) return badField('asset', 'id');
  if (typeof code !== 'string' || !codePattern.test(code)) return badField('code', 'code');
  if (!isCount(scale) || scale > 18) return badField('scale', { problem: 'between', min: 0, max: 18 });
  if (typeof assetKind !== 'number' || !assetKinds.includes(assetKind)) return badField('assetKind', 'unknown');
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

/** Creates an instrument or updates its rules; what orders and balances were counted in never changes. */
export function defineInstrument(s: State, command: DefineInstrument): Outcome {
  const problem = checkRules(s, command);
  if (problem !== undefined) return problem;
  const rules: DefineInstrument = { ...command, takerFeePpm: [...command.takerFeePpm], makerFeePpm: [...command.makerFeePpm] };
  const known = s.instruments.get(command.instrument);
  if (known === undefined) {
    if (s.instruments.list.length >= s.limits.instruments) return refuse('overloaded');
    const base = s.assets.get(command.baseAsset)!;
    const quote = s.assets.get(command.quoteAsset)!;
    const instrument = new Instrument(s.instruments.list.length + 1, rules, base, quote, s.levels, s.orders);
    s.instruments.add(instrument);
    s.log.status(instrument.id, instrument.status);
    return done;
  }
  const old = known.rules;
  for (const field of ['instrumentKind', 'baseAsset', 'quoteAsset', 'lotUnits', 'quoteUnitsPerTickLot'] as const) {
    if (old[field] !== command[field]) return badField(field, 'fixed');
  }
  const status = inSession(s, known, command.status);
  known.update({ ...rules, status: known.status });
  known.setStatus(s.log, status);
  return done;
}

function checkRules(s: State, c: DefineInstrument): Outcome | undefined {
  if (!isId(c.instrument)) return badField('instrument', 'id');
  if (typeof c.symbol !== 'string' || !symbolPattern.test(c.symbol)) return badField('symbol', 'symbol');
  if (typeof c.instrumentKind !== 'number' || !instrumentKinds.includes(c.instrumentKind)) return badField('instrumentKind', 'unknown');
  if (s.assets.get(c.baseAsset) === undefined || s.assets.get(c.quoteAsset) === undefined) return refuse('assetUnknown');
  if (c.baseAsset === c.quoteAsset) return badField('quoteAsset', 'sameAsBase');
  if (typeof c.lotUnits !== 'bigint' || c.lotUnits < 1n || c.lotUnits > BigInt(maxSafe))
    return badField('lotUnits', { problem: 'between', min: 1, max: Number.MAX_SAFE_INTEGER });
  if (!isPositive(c.quoteUnitsPerTickLot)) return badField('quoteUnitsPerTickLot', 'positive');
  if (!isPositive(c.minLots)) return badField('minLots', 'positive');
  if (!isPositive(c.maxLots) || c.maxLots < c.minLots) return badField('maxLots', { problem: 'atLeast', min: c.minLots });
  if (!isCount(c.minNotional)) return badField('minNotional', { problem: 'atLeast', min: 0 });
  if (!isPositive(c.bandBps) || c.bandBps > maxBandBps) return badField('bandBps', { problem: 'between', min: 1, max: maxBandBps });
  if (!areRates(c.takerFeePpm)) return badField('takerFeePpm', { problem: 'rates', max: maxFeeClasses, highest: maxPpm });
  if (!areRates(c.makerFeePpm)) return badField('makerFeePpm', { problem: 'rates', max: maxFeeClasses, highest: maxPpm });
  if (c.keepsProtection !== undefined && typeof c.keepsProtection !== 'boolean') return badField('keepsProtection', 'boolean');
  if (!isStatus(c.status)) return badField('status', 'unknown');
  return undefined;
}

const areRates = (rates: unknown): rates is readonly number[] =>
  Array.isArray(rates) && rates.length >= 1 && rates.length <= maxFeeClasses && rates.every((ppm) => isCount(ppm) && ppm <= maxPpm);

/** A stock trades in its sessions only: outside them `trading` means that its next session will open it. */
function inSession(s: State, ins: Instrument, status: InstrumentStatus): InstrumentStatus {
  const calendar = ins.stock === undefined ? undefined : s.calendars.get(ins.stock.rules.calendar);
  const shut = calendar?.inSession === false || ins.stock?.opening !== undefined;
  return status === InstrumentStatus.trading && shut ? InstrumentStatus.closed : status;
}

export function setInstrumentStatus(s: State, command: SetInstrumentStatus): Outcome {
  const instrument = s.instruments.get(command.instrument);
  if (instrument === undefined) return refuse('instrumentUnknown');
  if (!isStatus(command.status)) return badField('status', 'unknown');
  instrument.setStatus(s.log, inSession(s, instrument, command.status));
  return done;
}

export function setTradingMode(s: State, command: SetTradingMode): Outcome {
  const number = modes.indexOf(command.mode);
  if (number < 0) return badField('mode', 'unknown');
  if (s.mode !== command.mode) s.log.mode(number);
  s.mode = command.mode;
  return done;
}
