import { existsSync, readdirSync } from 'node:fs';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { anchorOf, replaceAnchor } from '../../anchors.ts';
import type { Catalogue } from '../../port.ts';
import { dayMs } from '../../sessions/index.ts';
import { ReplayFeed, type Track } from './feed.ts';
import { lastStretch, type Recording, type Resolution, readRecording } from './recordings.ts';
import { endOf, replayPoint, Timeline } from './timeline.ts';

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
  for (const { instrument, name } of declaredRecordings(catalogue)) {
    const { symbol } = instrument;
    const resolution = played.find((one) => (recordingOf(name, one)?.length ?? 0) > 1);
    const main = resolution && recordingOf(name, resolution);
    if (!main) {
      log.warn(
        { instrument: symbol, recording: name, folder },
        'the folder has no recording of this instrument that can be played; its price is simulated',
      );
      continue;
    }
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
  const { unknown, unused } = filesWithoutUse(
    existsSync(folder) ? readdirSync(folder) : [],
    declaredRecordings(catalogue).map(({ name }) => name),
  );
  if (unknown.length > 0)
    log.warn(
      { folder, unknown },
      'these files are no recordings: a recording is called KIND-MARKET-TICKER-RESOLUTION-(trade|quote).csv, or .csv.gz',
    );
  if (unused.length > 0)
    log.warn({ folder, unused }, 'no instrument uses these recordings; name one as "recording" of an instrument to play it');
  if (tracks.length === 0)
    log.warn({ folder }, 'no recording in this folder fits an instrument; all prices are simulated; check BOURSE_RECORDINGS');
  else
    log.info(
      { speed, instruments: tracks.map(({ instrument, source }) => `${instrument.symbol} ← ${source}`) },
      'the server replays recordings',
    );
  return new ReplayFeed(tracks, clock);
}

const declaredRecordings = (catalogue: Catalogue) =>
  catalogue.instruments.flatMap((instrument) => {
    const name = catalogue.recordings.get(instrument.id);
    return name === undefined ? [] : [{ instrument, name }];
  });

const recordingFile = /^([a-z0-9]+-[a-z0-9]+-[a-z0-9]+)-(?:tick|second|minute|hour|daily)-(?:trade|quote)\.csv(?:\.gz)?$/;
/** Texts that may lie beside recordings. */
const besideRecordings = /^(?:README.*|LICEN[CS]E.*|NOTICE.*|\..*)$/i;

/** The files of a folder that are no recordings, and the recordings that no instrument declares. */
export function filesWithoutUse(files: readonly string[], declared: readonly string[]): { unknown: string[]; unused: string[] } {
  const others = files.filter((file) => !besideRecordings.test(file)).sort();
  const nameOf = (file: string) => recordingFile.exec(file)?.[1];
  return {
    unknown: others.filter((file) => nameOf(file) === undefined),
    unused: [...new Set(others.flatMap((file) => nameOf(file) ?? []))].filter((name) => !declared.includes(name)),
  };
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
