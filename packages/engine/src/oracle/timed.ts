import { InstrumentStatus, PositionDirection, TimedStatus } from '@bourse/protocol/enums';
import { staleAfterMs } from '../core/limits.ts';
import type { EngineEvent, QuietEvent, ReferenceEvent, TimedEvent } from '../events.ts';

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

/** A tick that decides, or the word of the feed that makes a contract void. */
type Word = Tick | 'stale' | undefined;

/** How timed contracts must end, found by reading every recorded tick again. It is slow, obvious and ignores what the engine said about them. */
export class TimedOracle {
  readonly sold = new Map<number, TimedEvent>();
  /** What the engine last said about each contract. */
  readonly told = new Map<number, TimedEvent>();
  private readonly heard: (Tick | { quiet: QuietEvent })[] = [];
  private readonly waitMs: number;
  private readonly statuses = new Map<number, number>();

  /** `waitMs`: the venue's `timedWaitMs`. */
  constructor(waitMs: number) {
    this.waitMs = waitMs;
  }

  hear(event: EngineEvent): void {
    if (event.kind === 'instrumentStatus') this.statuses.set(event.instrument, event.status);
    else if (event.kind === 'reference') {
      this.heard.push({ tick: event, trading: this.statuses.get(event.instrument) === InstrumentStatus.trading });
    } else if (event.kind === 'quiet') this.heard.push({ quiet: event });
    else if (event.kind === 'timed') {
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
    const start = this.first(contract, placedAt, now);
    if (start === undefined) return answer(TimedStatus.waiting);
    if (start === 'stale') return answer(TimedStatus.void, undefined, undefined, 'stale');
    if (!start.trading) return answer(TimedStatus.void, start, undefined, 'halted');
    const due = placedAt + durationMs;
    const end = this.first(contract, due, now);
    if (end === undefined) return answer(TimedStatus.running, start);
    if (end === 'stale') return answer(TimedStatus.void, start, undefined, 'stale');
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

  /**
   * The first tick recorded after the contract was sold whose time is at or after the instant. Stale when the feed's own times show that it had none for five
   * seconds, or when nothing came for `waitMs`.
   */
  private first({ instrument, seq }: TimedEvent, instant: number, now: number): Word {
    for (const word of this.heard) {
      const event = 'tick' in word ? word.tick : word.quiet;
      if (event.instrument !== instrument || event.seq <= seq) continue;
      const until = 'tick' in word ? word.tick.tickTime : word.quiet.until;
      if (until < instant || (!('tick' in word) && until <= instant + staleAfterMs)) continue;
      return 'tick' in word && until <= instant + staleAfterMs && event.time <= instant + this.waitMs ? word : 'stale';
    }
    return now > instant + this.waitMs ? 'stale' : undefined;
  }
}
