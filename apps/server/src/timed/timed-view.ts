import { timedProfit } from '@bourse/engine';
import { divExact } from '@bourse/money';
import type { TimedOrder } from '@bourse/protocol';
import { TimedStatus } from '@bourse/protocol/enums';
import { amountText, percentOfPpm, priceText } from '../calls/figures.ts';
import type { AssetInfo, InstrumentInfo } from '../market/port.ts';
import type { TimedFacts } from './timed-rows.ts';

export const secondsOf = (ms: number): number => Number(divExact(BigInt(ms), 1_000n));

export function timedView(timed: TimedFacts, instrument: InstrumentInfo, asset: AssetInfo): TimedOrder {
  const over = timed.status >= TimedStatus.won;
  const price = (ticks: number) => (ticks === 0 ? null : priceText(instrument, ticks));
  const amount = (units: number) => amountText(asset, BigInt(units));
  return {
    id: String(timed.timed),
    symbol: instrument.symbol,
    instrumentId: instrument.id,
    direction: timed.direction,
    status: timed.status,
    stake: amount(timed.stake),
    asset: asset.code,
    payoutRate: percentOfPpm(timed.payoutPpm),
    payout: amount(timed.payout),
    result: over ? amount(timedProfit(timed)) : null,
    durationS: secondsOf(timed.durationMs),
    placedAt: timed.placedAt,
    startPrice: price(timed.startTicks),
    startTime: timed.startTickTime || null,
    endPrice: price(timed.endTicks),
    endTime: timed.endTickTime || null,
    endsAt: timed.placedAt + timed.durationMs,
    source: timed.source,
    voidReason: timed.voidReason,
    receipt: over ? { kind: 'timed', seq: String(timed.seq), index: timed.index } : null,
  };
}
