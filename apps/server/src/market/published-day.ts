import { exactTicks, toLots } from '../calls/figures.ts';
import { checkDay, type RevealedDay, type ShownMinute } from './check-day.ts';
import { walkVersion } from './feeds/simulated/feed.ts';
import { commitmentTo, dayOf, dayText } from './feeds/simulated/secrets.ts';
import type { Catalogue, InstrumentInfo } from './port.ts';
import { dayMs } from './sessions/index.ts';

/** Asks a server for a public call and gives the data of its answer. Throws when there is none. */
export type Ask = <Data>(call: string, input: Readonly<Record<string, string | number>>) => Promise<Data>;

interface DaysAnswer {
  list: { day: string; commitment: string; secret: string | null }[];
  total: number;
  anchor: number;
  walk: string;
}
interface MinutesAnswer {
  candles: { t: number; o: string; h: string; l: string; c: string; v: string }[];
  feed: string;
}

export type DayVerdict = 'equal' | 'differs' | 'could not be checked';

/** The server answered, but not with what was asked for. */
export class AnswerRefused extends Error {}

/** Why a day or an instrument cannot be checked. That is neither equal nor different. */
class Unchecked extends Error {}

const daysAtOnce = 100;
const minutesAtOnce = 1_000;
/** Minutes of one instrument that are listed; the rest are counted. */
const listed = 5;

/**
 * Recomputes a day that is over from the secrets that a server has published, and compares every minute of its charts. Only public calls are used: who
 * runs this trusts nothing but this source code. `say` gets a line for each instrument as it is checked.
 */
export async function checkPublishedDay(
  catalogue: Catalogue,
  ask: Ask,
  { day, only, say }: { day: string; only?: readonly string[]; say: (line: string) => void },
): Promise<DayVerdict> {
  const number = dayOf(Date.parse(day));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(number) || dayText(number) !== day) {
    say(`NOT CHECKED: ${day} is not a date such as 2026-11-22`);
    return 'could not be checked';
  }
  let verdict: DayVerdict = 'could not be checked';
  try {
    const published = await publishedDays(ask, number);
    const wrong = published.days.filter(({ secret, commitment }) => commitmentTo(Buffer.from(secret ?? '', 'hex')) !== commitment);
    for (const one of wrong) say(`DIFFERENT: the secret of ${dayText(one.day)} is not the one that its commitment fixed`);
    if (wrong.length > 0) return 'differs';
    const chosen = choose(catalogue, only);
    verdict = 'equal';
    let checked = 0;
    for (const instrument of chosen) {
      const found = await checkInstrument(catalogue, instrument, ask, { ...published, day: number }, say);
      if (found === 'differs') verdict = 'differs';
      if (found !== 'could not be checked') checked += 1;
      else if (verdict === 'equal' && only) verdict = found;
    }
    if (checked === 0) throw new Unchecked(`nothing of ${day} has simulated minutes that are still kept`);
  } catch (error) {
    say(`NOT CHECKED: ${(error as Error).message}`);
    if (verdict !== 'differs') verdict = 'could not be checked';
  }
  return verdict;
}

function choose(catalogue: Catalogue, only: readonly string[] | undefined): readonly InstrumentInfo[] {
  if (!only) return catalogue.instruments;
  return only.map((symbol) => {
    const instrument = catalogue.instrumentBySymbol(symbol);
    if (!instrument)
      throw new Unchecked(`there is no instrument ${symbol} in this source code; name the file of the server's with BOURSE_INSTRUMENTS`);
    return instrument;
  });
}

/** Every day from the first start to this one, with its secret. */
async function publishedDays(ask: Ask, day: number): Promise<{ days: RevealedDay[]; anchor: number }> {
  const days = new Map<number, RevealedDay>();
  let answer: DaysAnswer;
  for (let pageNo = 1; ; pageNo += 1) {
    answer = await ask<DaysAnswer>('GET exchange/price-days', { pageNo, pageSize: daysAtOnce });
    for (const { day: date, commitment, secret } of answer.list)
      days.set(dayOf(Date.parse(date)), { day: dayOf(Date.parse(date)), commitment, secret });
    if (pageNo * daysAtOnce >= answer.total) break;
  }
  const { anchor, walk } = answer;
  if (walk !== `simulated:${walkVersion}` && !walk.startsWith(`simulated:${walkVersion}:`))
    throw new Unchecked(
      `the server makes its prices by the walk ${walk}, and this source code by simulated:${walkVersion}; take the source code of its release`,
    );
  if (day < dayOf(anchor)) throw new Unchecked(`the prices of ${dayText(day)} are from before the first start, ${dayText(dayOf(anchor))}`);
  const needed = Array.from({ length: day - dayOf(anchor) + 1 }, (_, index) => dayOf(anchor) + index);
  return {
    anchor,
    days: needed.map((each) => {
      const one = days.get(each);
      if (!one) throw new Unchecked(`the server publishes nothing of ${dayText(each)}`);
      if (one.secret === null) throw new Unchecked(`the secret of ${dayText(each)} is published when the day is over`);
      return one;
    }),
  };
}

async function checkInstrument(
  catalogue: Catalogue,
  instrument: InstrumentInfo,
  ask: Ask,
  published: { days: readonly RevealedDay[]; anchor: number; day: number },
  say: (line: string) => void,
): Promise<DayVerdict> {
  const { symbol } = instrument;
  const shown = await minutesOf(instrument, ask, published.day * dayMs).catch((error: Error) => {
    if (!(error instanceof AnswerRefused)) throw error;
    return error.message;
  });
  if (typeof shown === 'string') {
    say(`NOT CHECKED: ${symbol}: ${shown}`);
    return 'could not be checked';
  }
  const { equal, filled, different } = checkDay(catalogue, symbol, { ...published, shown });
  const text = (minute: ShownMinute | undefined) =>
    minute ? `${minute.o} ${minute.h} ${minute.l} ${minute.c}, ${minute.v} lots` : 'nothing';
  for (const { minute, shown: was, made } of different.slice(0, listed))
    say(`DIFFERENT: ${symbol} ${new Date(minute).toISOString()}: the chart shows ${text(was)}; the secrets make ${text(made)}`);
  if (different.length > listed) say(`DIFFERENT: ${symbol}: ${different.length - listed} further minutes`);
  say(`${symbol}: ${equal} minutes equal, ${filled} equal to what was filled in after a standstill, ${different.length} different`);
  return different.length > 0 ? 'differs' : 'equal';
}

/** The minutes of a day as the chart shows them, or why there are none. */
async function minutesOf(instrument: InstrumentInfo, ask: Ask, begin: number): Promise<ShownMinute[] | string> {
  const minutes: ShownMinute[] = [];
  for (let to = begin + dayMs; ; ) {
    const answer = await ask<MinutesAnswer>('GET exchange/candlestick/stock-data', {
      symbol: instrument.symbol,
      interval: '1',
      to,
      limit: minutesAtOnce,
    });
    if (answer.feed !== 'simulated') return `its prices are not simulated here but ${answer.feed}`;
    const within = answer.candles.filter(({ t }) => t >= begin);
    minutes.unshift(
      ...within.map(({ t, o, h, l, c, v }) => {
        const [open, high, low, close] = [o, h, l, c].map((price) => exactTicks(instrument, price));
        return { t, o: open!, h: high!, l: low!, c: close!, v: toLots(instrument, v) };
      }),
    );
    const first = within[0];
    if (!first || within.length < answer.candles.length || answer.candles.length < minutesAtOnce) break;
    to = first.t;
  }
  return minutes.length > 0 ? minutes : 'no minutes of that day are kept';
}
