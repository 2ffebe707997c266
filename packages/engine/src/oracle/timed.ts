import { InstrumentStatus, PositionDirection, TimedStatus } from '@bourse/protocol/enums';
import { staleAfterMs } from '../core/limits.ts';
import type { EngineEvent, ReferenceEvent, TimedEvent } from '../events.ts';

interface Tick {
  tick: ReferenceEvent;
  trading: boolean;
}

export interface TimedVerdict {
  status: TimedStatus;
  payout: bigint;
  start: Tick | undefined;
  end: Tick | undefined;
  reason: TimedEvent['voidReason'];
}

/** How timed contracts must end, found by reading every recorded tick again. It is slow, obvious and ignores what the engine said about them. */
export class TimedOracle {
  readonly sold = new Map<number, TimedEvent>();
  /** What the engine last said about each contract. */
  readonly told = new Map<number, TimedEvent>();
  private readonly ticks: Tick[] = [];
  private readonly statuses = new Map<number, number>();

  hear(event: EngineEvent): void {
    if (event.kind === 'instrumentStatus') this.statuses.set(event.instrument, event.status);
    else if (event.kind === 'reference') {
      this.ticks.push({ tick: event, trading: this.statuses.get(event.instrument) === InstrumentStatus.trading });
    } else if (event.kind === 'timed') {
      if (!this.sold.has(event.timed)) this.sold.set(event.timed, event);
      this.told.set(event.timed, event);
    }
  }

  /** The verdict that follows from the ticks alone, as of `now`. */
  verdict(timed: number, now: number): TimedVerdict {
    const contract = this.sold.get(timed)!;
    const { placedAt, durationMs, direction } = contract;
    const payout = (BigInt(contract.stake) * BigInt(contract.payoutPpm)) / 1_000_000n;
    const answer = (status: TimedStatus, start?: Tick, end?: Tick, reason: TimedEvent['voidReason'] = ''): TimedVerdict => ({
      status,
      payout,
      start,
      end,
      reason,
    });
    const start = this.first(contract, placedAt);
    if (start === undefined)
      return now > placedAt + staleAfterMs ? answer(TimedStatus.void, start, undefined, 'stale') : answer(TimedStatus.waiting);
    if (!start.trading) return answer(TimedStatus.void, start, undefined, 'halted');
    const due = placedAt + durationMs;
    const end = this.first(contract, due);
    if (end === undefined)
      return now > due + staleAfterMs ? answer(TimedStatus.void, start, end, 'stale') : answer(TimedStatus.running, start);
    if (!end.trading) return answer(TimedStatus.void, start, end, 'halted');
    const moved = end.tick.priceTicks - start.tick.priceTicks;
    if (moved === 0) return answer(TimedStatus.equal, start, end);
    return answer(moved > 0 === (direction === PositionDirection.long) ? TimedStatus.won : TimedStatus.lost, start, end);
  }

  /** Where the engine's last word on a contract differs from the verdict; undefined when they agree. */
  difference(timed: number, now: number): string | undefined {
    const told = this.told.get(timed)!;
    const { status, payout, start, end, reason } = this.verdict(timed, now);
    const expected = [
      status,
      payout,
      start?.tick.priceTicks ?? 0,
      start?.tick.tickTime ?? 0,
      end?.tick.priceTicks ?? 0,
      end?.tick.tickTime ?? 0,
      reason,
    ];
    const said = [told.status, BigInt(told.payout), told.startTicks, told.startTickTime, told.endTicks, told.endTickTime, told.voidReason];
    const differs = expected.some((value, at) => value !== said[at]);
    return differs ? `timed ${timed}: the ticks say ${expected.join(' ')}, the engine ${said.join(' ')}` : undefined;
  }

  /** The first tick recorded after the contract was sold whose time is at or after the instant, if it came within 5 s. */
  private first({ instrument, seq }: TimedEvent, instant: number): Tick | undefined {
    return this.ticks.find(
      ({ tick }) => tick.instrument === instrument && tick.seq > seq && tick.tickTime >= instant && tick.time <= instant + staleAfterMs,
    );
  }
}
