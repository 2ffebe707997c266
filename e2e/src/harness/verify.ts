import { spawn } from 'node:child_process';

/** Replays the journal of a stopped server; prints its verdict and fails when it differs. */
export async function verifyFolder(dataFolder: string): Promise<void> {
  const { status, output } = await new Promise<{ status: number | null; output: string }>((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'apps/server/src/verify.ts'], {
      env: { ...process.env, BOURSE_DATA: dataFolder, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ status: code, output: text }));
  });
  const lines = output.trim().split('\n');
  console.log(`     ${lines.at(-1)}`);
  if (status !== 0 || !/^verify: \d+ commands, hash [0-9a-f]{64}, equal$/.test(lines.at(-1) ?? '')) throw new Error(output);
}
