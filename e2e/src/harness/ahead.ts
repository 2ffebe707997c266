import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from './suite.ts';

/** A module that moves the time of day of the process that loads it by as many milliseconds as a file says. The passing time stays as it is. */
const settable = (file: string) => `
import { readFileSync } from 'node:fs';
const Real = Date;
const read = () => Number(readFileSync(${JSON.stringify(file)}, 'utf8')) || 0;
let ahead = read();
setInterval(() => { ahead = read(); }, 20).unref();
globalThis.Date = class Date extends Real {
  constructor(...given) { if (given.length === 0) super(Real.now() + ahead); else super(...given); }
  static now() { return Real.now() + ahead; }
};
`;

export interface SettableClock {
  /** What the environment of the server needs. */
  env: Record<string, string>;
  /** How far the server's clock is ahead of the machine's, in milliseconds. */
  set: (byMs: number) => void;
  discard: () => void;
}

/** A clock that can be set while a server runs, or between two starts of it. Processes that the server starts with an environment of their own keep the machine's time. */
export function settableClock(): SettableClock {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-clock-'));
  const offset = join(folder, 'offset');
  const set = (byMs: number) => writeFileSync(offset, String(byMs));
  set(0);
  writeFileSync(join(folder, 'clock.mjs'), settable(offset));
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'clock.mjs')).href}` },
    set,
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Waits until the signer has written down a destination. Its own day of waiting begins there, and a server that stops first would tell it only after the restart. */
export const signerHasSeen = (dataFolder: string): Promise<unknown> =>
  until(
    'the signer has seen the address',
    () => readFileSync(join(dataFolder, 'signer', 'memory'), 'utf8').includes('"kind":"seen"'),
    60_000,
  );

/**
 * Makes everything that the signer has seen older. The signer trusts no clock that is set, so a day that did not pass has to be written into its own memory: only
 * the holder of its folder can do that, while it does not run.
 */
export async function ageSigner(dataFolder: string, byMs: number): Promise<void> {
  const folder = join(dataFolder, 'signer');
  await until('the signer has ended', () => !existsSync(join(folder, 'process')));
  const path = join(folder, 'memory');
  let before = '';
  const aged = readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const entry = JSON.parse(line.slice(65)) as { at: number };
      const content = JSON.stringify({ ...entry, at: entry.at - byMs });
      before = createHash('sha256').update(`${before}\n${content}`).digest('hex');
      return `${before} ${content}\n`;
    });
  writeFileSync(path, aged.join(''));
}
