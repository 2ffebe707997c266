import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs before the server in its process: its system clock is then the machine's plus what a file says. */
const preload = (file: string) => `
import { readFileSync } from 'node:fs';
const machine = Date.now;
let byMs = 0;
setInterval(() => { byMs = Number(readFileSync(${JSON.stringify(file)}, 'utf8')); }, 50).unref();
Date.now = () => machine() + byMs;
`;

export interface SteppedClock {
  /** For the environment of the server. */
  env: { NODE_OPTIONS: string };
  /** Sets the server's system clock so many milliseconds beside the machine's. */
  set: (byMs: number) => void;
  discard: () => void;
}

/** A system clock that a run can set while the server runs, which on a real machine only its operator could. */
export function steppedClock(): SteppedClock {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-clock-'));
  const file = join(folder, 'by');
  const script = join(folder, 'clock.mjs');
  writeFileSync(file, '0');
  writeFileSync(script, preload(file));
  return {
    env: { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${pathToFileURL(script).href}`.trim() },
    set: (byMs) => writeFileSync(file, String(byMs)),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}
