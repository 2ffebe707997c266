import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { systemClock } from '../../platform/clock.ts';
import { vaultClient } from '../vault/client.ts';

const root = join(import.meta.dirname, '../../../../..');

/** The real signer as a process of its own, on a folder of the test, with the real client. */
export async function signerProcess(folder: string, serverSecret: Uint8Array, policy: () => Record<string, unknown>) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const program = join(folder, 'signer.mjs');
  const built = await build({
    ...{ entryPoints: [join(root, 'apps/signer/src/main.ts')], bundle: true, write: false, platform: 'node', format: 'esm' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  writeFileSync(program, built.outputFiles[0]!.contents);
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  let child: ChildProcess | undefined;
  const start = async () => {
    writeFileSync(join(home, 'policy.json'), JSON.stringify(policy()), { mode: 0o600 });
    child = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'], SIGNER_FOLDER: home },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [line] = (await once(createInterface({ input: child.stderr! }), 'line')) as [string];
    if (!line.includes('signs payouts')) throw new Error(line);
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const over = once(child, 'exit');
    child.kill(signal);
    await over;
  };
  await start();
  const client = vaultClient({ socket: join(home, 'socket'), serverSecret, vaultKey: undefined, clock: systemClock });
  return {
    client,
    start,
    stop,
    /** All that the signer remembers becomes so much older, as if that time had passed. */
    async age(ms: number) {
      await stop();
      const file = join(home, 'memory');
      let hash = '';
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      const aged = lines.map((line) => {
        const entry = JSON.parse(line.slice(65)) as { at: number };
        const content = JSON.stringify({ ...entry, at: entry.at - ms });
        hash = createHash('sha256').update(`${hash}\n${content}`).digest('hex');
        return `${hash} ${content}\n`;
      });
      writeFileSync(file, aged.join(''));
      await start();
    },
    async close() {
      client.close();
      await stop();
    },
  };
}
