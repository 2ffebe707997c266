import { spawn } from 'node:child_process';
import { createPostgresJournal } from '@bourse/server/src/journal/postgres-journal.ts';
import { startEmbeddedPostgres } from '@bourse/server/src/platform/embedded/supervisor.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { accountOf, commandIdText } from '@bourse/server/src/sequencer/command-ids.ts';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';

/** How often each command id stands in a stopped server's demo journal, and where. */
export async function commandIdsOf(dataFolder: string): Promise<Map<string, number[]>> {
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silentLog });
  try {
    const found = new Map<string, number[]>();
    for await (const batch of createPostgresJournal({ venue: 'demo', connection: postgres.connection, log: silentLog }).read(1)) {
      for (const { commandId, command, seq } of engineKit.decode(batch.bytes)) {
        const id = commandIdText(commandId);
        if (id === undefined) continue;
        const key = `${accountOf(command)}/${id}`;
        found.set(key, [...(found.get(key) ?? []), seq]);
      }
    }
    return found;
  } finally {
    await postgres.stop();
  }
}

/** Runs `npm run verify` on a data folder; resolves with its last line. */
export function verify(dataFolder: string): Promise<{ status: number | null; lastLine: string; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'apps/server/src/verify.ts'], {
      env: { ...process.env, BOURSE_DATA: dataFolder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('close', (status) => resolve({ status, lastLine: output.trimEnd().split('\n').at(-1) ?? '', output }));
  });
}
