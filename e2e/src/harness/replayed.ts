import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startServer } from './server.ts';
import { Skip } from './suite.ts';
import { verifyFolder } from './verify.ts';

export const recordingsFolder = (): string => {
  const recordings = process.env['BOURSE_RECORDINGS'];
  if (!recordings || !existsSync(recordings)) throw new Skip('BOURSE_RECORDINGS names no folder of recorded market data');
  return recordings;
};

/** The lines of a recording, its head first. */
export const readRecording = (folder: string, file: string): string[] => {
  const bytes = readFileSync(join(folder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim().split('\n');
};

export interface Stretch {
  recording: string;
  parts: readonly ('trade' | 'quote')[];
  from: number;
  to: number;
}

/** A folder with one stretch of a recording, in minutes. A replay begins a quarter into it and starts over at its end. */
export function cutOut({ recording, parts, from, to }: Stretch): string {
  const recordings = recordingsFolder();
  const folder = mkdtempSync(join(tmpdir(), 'bourse-stretch-'));
  for (const part of parts) {
    const [head, ...rows] = readRecording(recordings, `${recording}-minute-${part}.csv.gz`);
    const kept = rows.filter((line) => {
      const at = Number.parseInt(line, 10);
      return at >= from && at < to;
    });
    writeFileSync(join(folder, `${recording}-minute-${part}.csv`), `${[head, ...kept].join('\n')}\n`);
  }
  return folder;
}

/** Runs on a server of its own that plays a folder of recordings at higher speed. The folder is removed afterwards, and the journal is verified. */
export async function replaying(
  folder: string,
  speed: number,
  body: (origin: string) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const server = await startServer({
    env: { BOURSE_FEED: 'replay', BOURSE_RECORDINGS: folder, BOURSE_REPLAY_SPEED: String(speed), DATABASE_URL: '', ...env },
    timeoutMs: 180_000,
  });
  try {
    await body(server.origin);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  await verifyFolder(server.dataFolder);
  server.discard();
}
