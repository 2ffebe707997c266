import { exactTicks } from '../calls/figures.ts';
import type { Handlers, SignedInContext } from '../calls/handlers.ts';
import { instrumentOf, nearlyLive, type TradingPorts } from '../calls/trading.ts';
import { addedWorth, type Held, positionsAt } from '../positions/position-worth.ts';
import { assetOf, ownedNow } from './balances.ts';
import {
  curveTimes,
  dailyHoldings,
  externalFlowsSince,
  type Holdings,
  holdingsOf,
  intradayHoldings,
  minuteMs,
  ownedBefore,
} from './equity-rows.ts';
import { allocationOf, named, worthOf } from './overview.ts';
import { percentText, type RateHistory, usdOf, valueText } from './valuation.ts';

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const startOfDay = (time: number) => Math.floor(time / dayMs) * dayMs;

async function worthAt(ports: TradingPorts, rates: RateHistory, holdings: Holdings, time: number): Promise<bigint> {
  const values = await Promise.all(
    [...holdings].map(async ([id, units]) => {
      if (units === 0n) return 0n;
      const asset = assetOf(ports, id);
      const rate = await rates.at(asset.code, time);
      return rate === undefined ? 0n : usdOf(units, asset, rate);
    }),
  );
  return values.reduce((total, value) => total + value, 0n);
}

/** What positions added or owed at an earlier time, at the last prices of that time, because past marks are not stored. */
async function addedWorthAt(ports: TradingPorts, rates: RateHistory, positions: readonly Held[], time: number): Promise<bigint> {
  const values = await Promise.all(
    positions.map(async (held) => {
      const instrument = instrumentOf(ports, held);
      const [price, rate] = await Promise.all([rates.priceOf(instrument.id, time), rates.at(instrument.quote.code, time)]);
      const units = addedWorth(held, instrument, price === undefined ? 0 : exactTicks(instrument, price));
      return rate === undefined ? 0n : usdOf(units, instrument.quote, rate);
    }),
  );
  return values.reduce((total, value) => total + value, 0n);
}

/** Net of the flows from outside since a time, each valued when it came. */
async function netDeposits(
  ports: TradingPorts,
  rates: RateHistory,
  context: SignedInContext,
  since: number,
): Promise<{ time: number; value: bigint }[]> {
  const { venue, account } = context.session;
  const flows = await externalFlowsSince(ports.database, venue, account, since);
  return Promise.all(
    flows.map(async ({ asset: id, units, time }) => {
      const asset = assetOf(ports, id);
      // Rates are stored by the minute, so all flows of one minute share a rate.
      const rate = await rates.at(asset.code, Math.floor(time / minuteMs) * minuteMs);
      return { time, value: rate === undefined ? 0n : usdOf(units, asset, rate) };
    }),
  );
}

const total = (values: readonly { value: bigint }[]) => values.reduce((sum, { value }) => sum + value, 0n);

/** Today's profit: the value now, less the value at 00:00 UTC, less flows from outside since then. Its ratio is relative to what was put in. */
async function today(ports: TradingPorts, rates: RateHistory, context: SignedInContext) {
  const { venue, account } = context.session;
  const now = ports.clock.now();
  const since = startOfDay(now);
  await nearlyLive(ports, context);
  const [owned, before, [open = []], deposits] = await Promise.all([
    ownedNow(ports, context),
    ownedBefore(ports.database, venue, account, dayOf(now)),
    positionsAt(ports.database, venue, account, [since], minuteMs),
    netDeposits(ports, rates, context, since),
  ]);
  const { sum } = worthOf(ports, owned);
  const startTotal = (await worthAt(ports, rates, holdingsOf(before), since)) + (await addedWorthAt(ports, rates, open, since));
  const put = startTotal + total(deposits);
  const profit = sum.total - put;
  return { now, since, sum, owned, startTotal, figures: { dayPl: valueText(profit), dayPlRatio: percentText(profit, put) } };
}

type Names = 'GET pay/wallet/stats' | 'GET pay/wallet/statistic' | 'GET pay/wallet/home-stat' | 'GET pay/wallet/statistic-detail';

export const equityHandlers = (ports: TradingPorts, rates: RateHistory): Handlers<Names> => ({
  'GET pay/wallet/stats': async (_input, context) => {
    const { sum, figures } = await today(ports, rates, context);
    return { ...sum.view(), ...figures };
  },

  'GET pay/wallet/statistic': async (_input, context) => {
    const { sum, owned, figures } = await today(ports, rates, context);
    return { ...sum.view(), ...figures, allocation: allocationOf(ports, owned).map(named(ports, context)) };
  },

  'GET pay/wallet/home-stat': async (_input, context) => {
    const { now, since, sum, startTotal, figures } = await today(ports, rates, context);
    const { venue, account } = context.session;
    const range = { start: since, day: dayOf(now), times: curveTimes(since, now) };
    const { times, holdings } = await intradayHoldings(ports.database, venue, account, range);
    const positions = await positionsAt(ports.database, venue, account, times, minuteMs);
    const worths = await Promise.all(
      holdings.map(async (held, index) => {
        const time = times[index] as number;
        return (await worthAt(ports, rates, held, time)) + (await addedWorthAt(ports, rates, positions[index] ?? [], time));
      }),
    );
    const points = [
      { t: since, worth: startTotal },
      ...worths.map((worth, index) => ({ t: times[index] as number, worth })),
      { t: now, worth: sum.total },
    ];
    // The curve of an account that began today starts at its last empty point, not with hours of zeros.
    const begun = points.findIndex(({ worth }) => worth > 0n);
    const curve = points.slice(Math.max(0, begun - 1)).map(({ t, worth }) => ({ t, v: valueText(worth) }));
    return { ...sum.view(), since, startTotal: valueText(startTotal), ...figures, curve };
  },

  'GET pay/wallet/statistic-detail': async ({ days: count }, context) => {
    const { venue, account } = context.session;
    const now = ports.clock.now();
    const first = startOfDay(now) - count * dayMs;
    // One day more than requested, because the first profit needs the total of the day before.
    const ends = Array.from({ length: count + 1 }, (_, index) => first + (index + 1) * dayMs);
    const days = ends.map((end) => dayOf(end - 1));
    await nearlyLive(ports, context);
    const [holdings, positions, deposits] = await Promise.all([
      dailyHoldings(ports.database, venue, account, days),
      positionsAt(ports.database, venue, account, ends, dayMs),
      netDeposits(ports, rates, context, first + dayMs),
    ]);
    const { sum } = await worthOf(ports, await ownedNow(ports, context));
    const totals = await Promise.all(
      holdings.map(async (held, index) => {
        if (index === count) return sum.total;
        const end = ends[index] as number;
        return (await worthAt(ports, rates, held, end)) + (await addedWorthAt(ports, rates, positions[index] ?? [], end));
      }),
    );
    return days.slice(1).map((day, index) => {
      const end = ends[index + 1] as number;
      const put = total(deposits.filter(({ time }) => time >= end - dayMs && time < end));
      const [before = 0n, after = 0n] = [totals[index], totals[index + 1]];
      return { day, total: valueText(after), pl: valueText(after - before - put), deposits: valueText(put) };
    });
  },
});
