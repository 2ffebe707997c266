import type { Clock } from '../../../platform/clock.ts';
import { Buckets, intervalCount, spanOf } from '../../candles/intervals.ts';
import type { InstrumentInfo } from '../../port.ts';
import { LoopingFeed } from '../loop.ts';
import type { BaseCandle, Feed, FeedSink } from '../port.ts';
import { firstAt, inSteps, partPrice, partTime, type Recording } from './recordings.ts';
import type { Timeline } from './timeline.ts';

/** A recorded quote that still holds is repeated at this interval, so that it does not look stale. */
const repeatMs = 2_000;
/** Between quote ticks, a silence longer than this is a gap. Between bars, a gap is a missing bar. */
const tickGapMs = 60_000;

/** A short recording that is played fast starts over often. Its older passes are too far away for a chart. */
const mostPasses = 20;

export interface Track {
  instrument: InstrumentInfo;
  source: string;
  /** What is played. */
  main: Recording;
  /** Coarser recordings, finest first, for the past before the main one begins. */
  older: readonly Recording[];
  timeline: Timeline;
}

/** A recording's prices in ticks and volumes in lots of the instrument. */
interface Steps {
  ticks(units: number): number;
  lots(units: number): number;
}
const steps = ({ instrument }: Track, { priceScale, volumeScale }: Recording): Steps => ({
  ticks: inSteps(priceScale, instrument.tick),
  lots: inSteps(volumeScale, instrument.lot),
});

interface Playing extends Track, Steps {
  /** Whether it is the first track of its source. Its gaps and unreadable rows are the source's. */
  leads: boolean;
  row: number;
  /** Next of a bar's four prices. */
  part: number;
  pass: number;
  saidAt: number;
  /** The print that was said last, counted on from pass to pass. */
  said: number;
  last: number;
  half: number;
}

/** Plays recordings as if they happened now. Gaps stay gaps: the feed invents nothing between two rows. */
export class ReplayFeed extends LoopingFeed implements Feed {
  readonly kind = 'replay';
  private readonly tracks = new Map<number, Playing>();
  private readonly gapCounts = new Map<string, number>();

  constructor(tracks: readonly Track[], clock: Clock) {
    super(clock);
    for (const track of tracks) {
      const { instrument } = track;
      const leads = !this.gapCounts.has(track.source);
      this.gapCounts.set(track.source, 0);
      this.tracks.set(instrument.id, {
        ...track,
        leads,
        row: -1,
        part: 0,
        pass: 0,
        saidAt: 0,
        said: 0,
        last: 0,
        half: 0,
        ...steps(track, track.main),
      });
    }
  }

  covers(instrument: number): string | undefined {
    return this.tracks.get(instrument)?.source;
  }
  played(instrument: number, instant: number): { wall: number; pass: string } | undefined {
    const timeline = this.tracks.get(instrument)?.timeline;
    if (!timeline || instant < timeline.from || instant >= timeline.to) return undefined;
    const { pass } = timeline.at(this.clock.now());
    const wall = timeline.wallOf(instant, pass);
    // Actions before the start of the replay lie in its past, when nobody held anything.
    return wall > timeline.anchor.wall ? { wall, pass: pass === 0 ? '' : `:${pass}` } : undefined;
  }
  crossings(instrument: number, instant: number, from: number, to: number): readonly number[] {
    const timeline = this.tracks.get(instrument)?.timeline;
    if (!timeline) return [];
    const { wall: start, recorded } = timeline.anchor;
    // The past of the charts is the recording's and that of coarser ones, from before the point where the replay began.
    const walls = instant <= recorded ? [timeline.wallOf(instant, 0)] : [];
    if (instant >= timeline.from && instant < timeline.to) {
      const { pass: last } = timeline.at(Math.max(to, start));
      for (let pass = Math.max(0, timeline.at(Math.max(from, start)).pass, last - mostPasses); pass <= last; pass += 1) {
        const wall = timeline.wallOf(instant, pass);
        if (wall > start) walls.push(wall);
      }
    }
    return walls.filter((wall) => wall > from && wall <= to);
  }
  gaps(): ReadonlyMap<string, number> {
    return this.gapCounts;
  }

  override start(sink: FeedSink, since?: (instrument: number) => number) {
    const now = this.clock.now();
    for (const [id, track] of this.tracks) {
      if (track.leads) for (let row = 0; row < track.main.garbage; row += 1) sink.garbage(track.source);
      const { recorded, pass } = track.timeline.at(since?.(id) ?? now);
      const { main } = track;
      track.pass = pass;
      // The bar that is under way goes on with its next price.
      track.row = firstAt(main, recorded - main.spanMs + 1);
      track.part = 0;
      const parts = main.spanMs > 0 ? 4 : 1;
      while (track.row < main.length && track.part < parts && partTime(main, track.row, track.part) < recorded) track.part += 1;
      if (track.part === parts) {
        track.row += 1;
        track.part = 0;
      }
    }
    if (since) this.emitUntil(now, sink);
    super.start(sink);
  }

  override emitUntil(now: number, sink: FeedSink) {
    for (const track of this.tracks.values()) this.play(track, now, sink);
  }

  private play(track: Playing, now: number, sink: FeedSink) {
    const { main, timeline } = track;
    const { recorded, pass } = timeline.at(now);
    for (;;) {
      const limit = pass > track.pass ? timeline.to : recorded;
      if (track.row >= main.length || main.t[track.row]! >= timeline.to) {
        if (pass <= track.pass) break;
        this.startOver(track);
        continue;
      }
      const time = partTime(main, track.row, track.part);
      if (time > limit) break;
      this.say(track, timeline.wallOf(time, track.pass), sink);
      this.advance(track);
    }
    this.repeat(track, recorded, now, sink);
  }

  private startOver(track: Playing) {
    track.pass += 1;
    track.row = firstAt(track.main, track.timeline.from);
    track.part = 0;
    // The end of a recording does not continue at its beginning. That is a gap like any other.
    this.countGap(track);
  }

  private advance(track: Playing) {
    const { main } = track;
    if (main.spanMs > 0 && track.part < 3) {
      track.part += 1;
      return;
    }
    const next = track.row + 1;
    const allowed = main.spanMs > 0 ? main.spanMs * 1.5 : tickGapMs;
    if (next < main.length && main.t[next]! < track.timeline.to && main.t[next]! - main.t[track.row]! > allowed) this.countGap(track);
    track.row = next;
    track.part = 0;
  }

  private countGap(track: Playing) {
    // Instruments that share a recording share its gaps.
    if (!track.leads) return;
    this.gapCounts.set(track.source, (this.gapCounts.get(track.source) ?? 0) + 1);
  }

  private say(track: Playing, wall: number, sink: FeedSink) {
    const { main, row, part } = track;
    const price = partPrice(main, row, part);
    track.said = track.pass * main.length + row;
    track.last = track.ticks(price);
    track.half = track.ticks(main.half[row]!);
    const rises = main.c[row]! >= main.o[row]!;
    const all = track.lots(main.v[row]!);
    const whole = Math.floor(all / 4);
    // A bar's volume is spread over four equal parts. The last part takes the remainder.
    const lots = part === 3 ? all - 3 * whole : whole;
    this.send(track, Math.floor(wall), main.spanMs > 0 ? lots : 0, rises ? 0 : 1, sink);
  }

  /** The price holds until the recording changes it: for the length of a bar, or until the last tick is too old. */
  private repeat(track: Playing, recorded: number, now: number, sink: FeedSink) {
    if (track.last === 0 || now - track.saidAt < repeatMs) return;
    const { main } = track;
    const row = track.part > 0 ? track.row : track.row - 1;
    const stands = main.spanMs > 0 ? main.spanMs : tickGapMs;
    if (row < 0 || recorded < main.t[row]! || recorded >= main.t[row]! + stands) return;
    this.send(track, Math.floor(now), 0, 0, sink);
  }

  private send(track: Playing, time: number, lots: number, side: 0 | 1, sink: FeedSink) {
    const { last, half } = track;
    track.saidAt = time;
    sink.tick({
      instrument: track.instrument.id,
      time,
      bid: Math.max(1, last - half),
      ask: last + half,
      last,
      lots,
      side,
      row: track.said,
    });
  }

  history(instrument: number, from: number, to: number, spanMs: number): BaseCandle[] {
    const track = this.tracks.get(instrument);
    if (!track) return [];
    const interval = intervalOf(spanMs);
    const buckets = new Buckets(null);
    const candles: BaseCandle[] = [];
    for (const bar of pastBars(track, from, to)) {
      // Where only a coarser recording reaches, its own bars are returned. They fit only the coarser charts.
      const known = bar.spanMs > spanMs ? intervalOf(bar.spanMs) : interval;
      const bucket = buckets.at(known, bar.wall);
      if (!bucket || bucket.start < from || bucket.start >= to) continue;
      const before = candles.at(-1);
      if (before && before.t === bucket.start) {
        before.h = Math.max(before.h, bar.h);
        before.l = Math.min(before.l, bar.l);
        before.c = bar.c;
        before.v += bar.v;
        before.q += bar.v * bar.c;
        continue;
      }
      const { o, h, l, c, v } = bar;
      candles.push({ t: bucket.start, end: bucket.end, o, h, l, c, v, q: v * c });
    }
    return candles;
  }
}

function intervalOf(spanMs: number): number {
  let interval = 0;
  while (interval < intervalCount - 1 && spanOf(interval) < spanMs) interval += 1;
  return interval;
}

/** A bar in ticks and lots. */
interface PastBar {
  wall: number;
  spanMs: number;
  o: number;
  h: number;
  l: number;
  c: number;
  v: number;
}

/** Recorded rows within [from, to) of our time, ascending: from the main recording where it reaches, before that from coarser ones. */
function* pastBars(track: Track, from: number, to: number): Generator<PastBar> {
  const { main, older, timeline } = track;
  const wallStart = timeline.anchor.wall;
  if (from < wallStart) {
    const shift = wallStart - timeline.anchor.recorded;
    const end = Math.min(to, wallStart) - shift;
    const layers = [main, ...older].filter(({ length }) => length > 0);
    // A coarse layer ends where the next finer one begins.
    const pieces: { recording: Recording; from: number; to: number }[] = [];
    let upTo = end;
    for (const recording of layers) {
      const begins = recording === main ? timeline.from : recording.t[0]!;
      if (begins < upTo) pieces.unshift({ recording, from: Math.max(begins, from - shift), to: upTo });
      upTo = Math.min(upTo, begins);
    }
    for (const piece of pieces) {
      const barOf = barsOf(track, piece.recording);
      for (let row = firstAt(piece.recording, piece.from); row < piece.recording.length && piece.recording.t[row]! < piece.to; row += 1) {
        yield barOf(row, piece.recording.t[row]! + shift);
      }
    }
  }
  if (to <= wallStart) return;
  const barOf = barsOf(track, main);
  let { recorded, pass } = timeline.at(Math.max(from, wallStart));
  for (;;) {
    for (let row = firstAt(main, recorded); row < main.length && main.t[row]! < timeline.to; row += 1) {
      const wall = timeline.wallOf(main.t[row]!, pass);
      if (wall >= to) return;
      yield barOf(row, wall);
    }
    pass += 1;
    recorded = timeline.from;
    if (timeline.wallOf(recorded, pass) >= to) return;
  }
}

/** Reads the rows of a recording as bars of an instrument. */
function barsOf(track: Track, recording: Recording): (row: number, wall: number) => PastBar {
  const { o, h, l, c, v, spanMs } = recording;
  const { ticks, lots } = steps(track, recording);
  const price = (column: Float64Array, row: number) => Math.max(1, ticks(column[row]!));
  return (row, wall) => ({ wall, spanMs, o: price(o, row), h: price(h, row), l: price(l, row), c: price(c, row), v: lots(v[row]!) });
}
