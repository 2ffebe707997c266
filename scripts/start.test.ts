import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { freePort } from './free-port.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
};

it('SIGTERM to npm stops the program that npm started', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-npm-'));
  folders.push(folder);
  const [pid, stopped] = [join(folder, 'pid'), join(folder, 'stopped')];
  const start = readFileSync(new URL('../package.json', import.meta.url), 'utf8').match(/"start": "node (.*) scripts\/start\.mjs"/)?.[1];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: `node ${start} server.mjs` } }));
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { writeFileSync } from 'node:fs';
import { stopWithParent } from ${JSON.stringify(new URL('with-parent.mjs', import.meta.url).href)};
stopWithParent();
process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(stopped)}, 'in order'); process.exit(0); });
setTimeout(() => process.exit(1), 50_000);
writeFileSync(${JSON.stringify(pid)}, String(process.pid));`,
  );
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
  await until(() => existsSync(pid));
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await until(() => existsSync(stopped));
  expect(readFileSync(new URL('start.mjs', import.meta.url), 'utf8')).toContain('stopWithParent();');
});

it('a port that is freed in a moment is waited for; one that stays taken is told', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(freePort(port, '127.0.0.1', 200)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  setTimeout(() => other.close(), 300);
  await freePort(port, '127.0.0.1');
});
