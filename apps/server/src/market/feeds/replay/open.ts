import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { anchorOf, replaceAnchor } from '../../anchors.ts';
import type { Catalogue } from '../../port.ts';
import { dayMs } from '../../sessions/index.ts';
import { ReplayFeed, type Track } from './feed.ts';
import { lastStretch, type Recording, type Resolution, readRecording } from './recordings.ts';
import { endOf, replayPoint, Timeline } from './timeline.ts';

/** The recording of each instrument. */
const pairs: readonly (readonly [symbol: string, recording: string])[] = [
  ['BTC/USDT', 'crypto-coinbase-btcusd'],
  ['ETH/USDT', 'crypto-coinbase-ethusd'],
  ['ADA/USDT', 'cryptofuture-binance-adausdt'],
  ['EUR/USDT', 'forex-oanda-eurusd'],
  ['BTC-PERP', 'cryptofuture-bybit-btcusdt'],
  ['ADA-PERP', 'cryptofuture-binance-adausdt'],
  ['EUR-PERP', 'forex-oanda-eurusd'],
  ['XAU-PERP', 'cfd-oanda-xauusd'],
  ['AAPL', 'equity-usa-aapl'],
  ['BAC', 'equity-usa-bac'],
  ['IBM', 'equity-usa-ibm'],
  ['SPY', 'equity-usa-spy'],
];
/** Finest recording that is dense enough to play. Second bars with one trade a minute are too sparse. */
const played: readonly Resolution[] = ['tick', 'minute', 'second'];
const behind: readonly Resolution[] = ['minute', 'hour', 'daily'];
/** A longer silence ends a stretch: some recordings hold single days years apart. */
const breakMs = 5 * dayMs;

export interface ReplayOptions {
  folder: string;
  speed: number;
  catalogue: Catalogue;
  database: Database;
  clock: Clock;
  log: Log;
}

/**
 * Opens the replay of a folder of recordings. Other feeds price instruments without a recording. The position in the recording survives a restart.
 */
export async function openReplay({ folder, speed, catalogue, database, clock, log }: ReplayOptions): Promise<ReplayFeed> {
  const read = new Map<string, Recording | undefined>();
  const recordingOf = (name: string, resolution: Resolution) => {
    const key = `${name}-${resolution}`;
    if (!read.has(key)) read.set(key, readRecording(folder, name, resolution));
    return read.get(key);
  };
  const tracks: Track[] = [];
  for (const [symbol, name] of pairs) {
    const instrument = catalogue.instrumentBySymbol(symbol);
    const resolution = played.find((one) => (recordingOf(name, one)?.length ?? 0) > 1);
    const main = resolution && recordingOf(name, resolution);
    if (!instrument || !main) continue;
    const stretch = lastStretch(main, breakMs);
    const from = main.t[stretch.from]!;
    const to = endOf(main, stretch.to - 1);
    const timeline = new Timeline(await timeAnchor(database, `replay:${symbol}:${name}`, from, to, speed, clock.now()), from, to);
    const [, market = '', ticker = ''] = name.split('-');
    const month = new Date(from).toISOString().slice(0, 7);
    const older = behind.filter((one) => one !== resolution).flatMap((one) => recordingOf(name, one) ?? []);
    tracks.push({
      instrument,
      source: `replay ${market} ${ticker} ${month}`,
      main,
      older: older.filter(({ spanMs }) => spanMs > main.spanMs),
      timeline,
    });
  }
  if (tracks.length === 0)
    log.warn({ folder }, 'no recording in this folder fits an instrument; all prices are simulated; check BOURSE_RECORDINGS');
  else
    log.info(
      { speed, instruments: tracks.map(({ instrument, source }) => `${instrument.symbol} ← ${source}`) },
      'the server replays recordings',
    );
  return new ReplayFeed(tracks, clock);
}

/** The current recorded time. A changed speed continues from the position that was reached. */
async function timeAnchor(database: Database, name: string, from: number, to: number, speed: number, now: number) {
  const anchor = await anchorOf(database, name, { wall: now, recorded: Math.round(replayPoint(from, to, now)), speed });
  if (anchor.speed === speed) return anchor;
  const { recorded } = new Timeline(anchor, from, to).at(now);
  const moved = { wall: now, recorded: Math.round(recorded), speed };
  await replaceAnchor(database, name, moved);
  return moved;
}
