import { spawn } from 'node:child_process';
import { createPostgresJournal } from '@bourse/server/src/journal/postgres-journal.ts';
import { startEmbeddedPostgres } from '@bourse/server/src/platform/embedded/supervisor.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import type { Connection } from '@bourse/server/src/platform/postgres.ts';
import { accountOf, commandIdText } from '@bourse/server/src/sequencer/command-ids.ts';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';
import type { Confirmed } from './trader.ts';

/** Does something with the database of a stopped server. */
export async function onEmbedded<Value>(dataFolder: string, work: (connection: Connection) => Promise<Value>): Promise<Value> {
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silentLog });
  try {
    return await work(postgres.connection);
  } finally {
    await postgres.stop();
  }
}

/** How often each command id stands in the demo journal, and where. */
export async function commandIdsOf(connection: Connection): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for await (const batch of createPostgresJournal({ venue: 'demo', connection, log: silentLog }).read(1)) {
    for (const { commandId, command, seq } of engineKit.decode(batch.bytes)) {
      const id = commandIdText(commandId);
      if (id === undefined) continue;
      const key = `${accountOf(command)}/${id}`;
      found.set(key, [...(found.get(key) ?? []), seq]);
    }
  }
  return found;
}

/** How many confirmed orders are missing from their place in the journal, and how many commands it holds twice. */
export async function lostAndTwice(connection: Connection, confirmed: readonly Confirmed[]): Promise<{ lost: number; twice: number }> {
  const journal = await commandIdsOf(connection);
  const places = new Map([...journal].map(([key, seqs]) => [key.slice(key.indexOf('/') + 1), seqs]));
  return {
    lost: confirmed.filter(({ commandId, seq }) => !places.get(commandId)?.includes(seq)).length,
    twice: [...journal.values()].filter((seqs) => seqs.length > 1).length,
  };
}

/** Runs `npm run verify` with this environment; resolves with its last line. */
export function verify(environment: {
  BOURSE_DATA: string;
  DATABASE_URL?: string;
}): Promise<{ status: number | null; lastLine: string; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'apps/server/src/verify.ts'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('close', (status) => resolve({ status, lastLine: output.trimEnd().split('\n').at(-1) ?? '', output }));
  });
}
