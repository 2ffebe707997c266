import { InstrumentStatus } from '@bourse/protocol/enums';
import { ceilDivBig, larger, smaller } from '../base/exact.ts';
import { checkFresh } from '../book/checks.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { refuse } from '../outcomes.ts';
import type { DefineSwap, Leg } from './declare.ts';

/** What a swap comes to at the prices of now, in minor units. */
export interface Deal {
  paid: Leg;
  got: Leg;
  spreadPpm: number;
  feePpm: number;
  gross: bigint;
  fee: bigint;
}

interface Offer {
  ins: Instrument;
  rules: DefineSwap;
}

const million = 1_000_000n;

/** The markets in which an asset is exchanged, by number. */
export const offersOf = (s: State, asset: Asset): Offer[] =>
  [...s.swaps.values()]
    .map((rules) => ({ ins: s.instruments.get(rules.instrument)!, rules }))
    .filter(({ ins, rules }) => ins.base === asset && rules.maxValue > 0)
    .sort((a, b) => a.ins.id - b.ins.id);

/** The markets that price a swap: that of the one asset in the other, or one of each in the same money. */
function offersFor(s: State, from: Asset, to: Asset): { pay?: Offer; get?: Offer } | undefined {
  const pays = offersOf(s, from);
  const gets = offersOf(s, to);
  const pay = pays.find(({ ins }) => ins.quote === to);
  if (pay !== undefined) return { pay };
  const get = gets.find(({ ins }) => ins.quote === from);
  if (get !== undefined) return { get };
  for (const one of pays) {
    const other = gets.find(({ ins }) => ins.quote === one.ins.quote);
    if (other !== undefined) return { pay: one, get: other };
  }
  return undefined;
}

/** Refuses while a market does not trade or has no fresh price. */
export function checkPriced(s: State, ins: Instrument) {
  if (ins.status === InstrumentStatus.trading) return checkFresh(s, ins);
  return refuse(ins.status === InstrumentStatus.halted ? 'instrumentHalted' : 'instrumentClosed', { symbol: ins.rules.symbol });
}

function legOf({ code, scale }: Asset, offer: Offer | undefined): Leg {
  if (offer === undefined) return { instrument: 0, ticks: 1, tickTime: 0, unit: 1, lot: 1n, code, scale };
  const { id: instrument, reference: ticks, referenceTime: tickTime, unit, lotUnits } = offer.ins;
  return { instrument, ticks, tickTime, unit, lot: BigInt(lotUnits), code, scale };
}
const worthOf = ({ ticks, unit }: Leg) => BigInt(ticks) * BigInt(unit);

/** Prices a swap by the references of this moment, or says why there is none. Changes nothing. */
export function priceSwap(s: State, from: Asset, to: Asset, amount: bigint) {
  const offers = from === to ? undefined : offersFor(s, from, to);
  if (offers === undefined) return refuse('swapNotOffered', { from: from.code, to: to.code });
  const sides = [offers.pay ?? [], offers.get ?? []].flat();
  for (const side of sides) {
    const refused = checkPriced(s, side.ins);
    if (refused !== undefined) return refused;
  }
  const paid = legOf(from, offers.pay);
  const got = legOf(to, offers.get);
  const money = sides[0]!.ins.quote;
  const value = (amount * worthOf(paid)) / paid.lot;
  const min = sides.map(({ rules }) => BigInt(rules.minValue)).reduce(larger);
  const max = sides.map(({ rules }) => BigInt(rules.maxValue)).reduce(smaller);
  if (value < min) return refuse('notionalTooSmall', { min: `${amountWords(money, min)} ${money.code}` });
  if (value > max) return refuse('notionalTooLarge', { max: `${amountWords(money, max)} ${money.code}` });
  const spreadPpm = Math.max(...sides.map(({ rules }) => rules.spreadPpm));
  const feePpm = Math.max(...sides.map(({ rules }) => rules.deskFeePpm));
  const gross = (amount * worthOf(paid) * got.lot * (million - BigInt(spreadPpm))) / (paid.lot * worthOf(got) * million);
  const fee = ceilDivBig(gross * BigInt(feePpm), million);
  if (gross <= fee) return refuse('notionalTooSmall', { min: `${amountWords(money, min)} ${money.code}` });
  return { ok: true as const, deal: { paid, got, spreadPpm, feePpm, gross, fee } satisfies Deal };
}
