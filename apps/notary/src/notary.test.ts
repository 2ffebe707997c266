import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkpointText,
  consistencyProof,
  formatCheckpointRequest,
  type KeyRole,
  parseSignatures,
  parseVerifier,
  type SignerKey,
  signerFromSeed,
  signersOf,
  signNote,
  verifierText,
} from '@bourse/transparency';
import { MemoryLog } from '@bourse/transparency/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headsInFolder } from './heads.ts';
import { Notary } from './notary.ts';
import { type RunningNotary, startNotary } from './start.ts';

const origin = 'example.com/bourse/demo';
const server = signerFromSeed('server', 'log', new Uint8Array(32).fill(3));
const stranger = signerFromSeed('server', 'log', new Uint8Array(32).fill(4));
const entryOf = (index: number, history = 'a') => new TextEncoder().encode(`${history} ${index}`);

let folder: string;
let running: RunningNotary | undefined;
let told: Record<string, unknown>[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-notary-'));
  writeFileSync(join(folder, 'logs'), `# the venues\n${origin} ${verifierText(server)}\n`);
  told = [];
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const settings = (role: KeyRole = 'log') => ({
  NOTARY_FOLDER: join(folder, role),
  NOTARY_ROLE: role,
  NOTARY_NAME: role === 'log' ? origin : 'witness.example',
  NOTARY_LOGS: join(folder, 'logs'),
  NOTARY_PORT: '0',
});

const start = async (role?: KeyRole) => {
  running = await startNotary(settings(role), (line) => told.push(line));
  return running;
};

/** A log of that many commands, with the request that asks for its head to be signed. */
async function ask(oldSize: number, size: number, history = 'a', key: SignerKey = server): Promise<{ body: string; text: string }> {
  const log = new MemoryLog();
  log.append(...Array.from({ length: size }, (_, index) => entryOf(index, history)));
  const text = checkpointText({ origin, size, root: log.builder.root() });
  const proof = oldSize <= size ? await consistencyProof(oldSize, size, log.reader()) : [];
  return { text, body: formatCheckpointRequest({ oldSize, proof, note: { text, signatures: [signNote(text, key)] } }) };
}

const post = async (body: string) => {
  const response = await fetch(`${running?.address}/add-checkpoint`, { method: 'POST', body });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

describe('the notary', () => {
  it('signs heads that continue what it signed, as the log itself', async () => {
    const { keys } = await start();
    for (const [oldSize, size] of [
      [0, 3],
      [3, 3],
      [3, 300],
      [300, 301],
    ] as const) {
      const { body, text } = await ask(oldSize, size);
      const { status, text: lines } = await post(body);
      expect(status).toBe(200);
      expect(signersOf({ text, signatures: parseSignatures(lines) }, keys.map(parseVerifier))).toHaveLength(1);
    }
  });

  it('is a witness with a key of its own, and says when it saw the head', async () => {
    const { keys } = await start('witness');
    const { body, text } = await ask(0, 5);
    const [signed] = signersOf({ text, signatures: parseSignatures((await post(body)).text) }, keys.map(parseVerifier));
    expect(Math.abs((signed?.seconds ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('refuses another history, keeps the evidence, and goes on with the first', async () => {
    await start();
    await post((await ask(0, 10)).body);
    expect(await post((await ask(10, 20, 'b')).body)).toMatchObject({ status: 422 });
    expect(await post((await ask(10, 10, 'b')).body)).toMatchObject({ status: 409, text: '10\n' });
    expect(told.map(({ message }) => message)).toEqual([
      'a head was refused: no proof that 20 leaves continue 10',
      'a head was refused: two roots of 10 leaves',
    ]);
    expect(readdirSync(join(folder, 'log/evidence'))).toHaveLength(2);
    expect(await post((await ask(10, 20)).body)).toMatchObject({ status: 200 });
  });

  it('refuses a proof of the wrong size, and one whose hashes are', async () => {
    await start();
    await post((await ask(0, 10)).body);
    const { body } = await ask(10, 300);
    const hashes = body.slice('old 10\n'.length, body.indexOf('\n\n')).split('\n');
    const withProof = (...proof: string[]) => body.replace(`${hashes.join('\n')}\n`, proof.map((hash) => `${hash}\n`).join(''));
    expect(withProof(...hashes)).toBe(body);
    const [first = '', second = '', ...rest] = hashes;
    for (const proof of [[], hashes.slice(1), hashes.slice(0, -1), [...hashes, first], [first, ...hashes], [second, first, ...rest]])
      expect(await post(withProof(...proof)), proof.join()).toMatchObject({ status: 422 });
    const bytes = (length: number) => Buffer.alloc(length, 7).toString('base64');
    for (const proof of [[...hashes.slice(1), bytes(31)], [...hashes.slice(1), bytes(33)], [bytes(0)], Array<string>(64).fill(first)])
      expect(await post(withProof(...proof)), proof.join()).toMatchObject({ status: 400 });
    // A head that is the first one, or the same one again, needs no proof and takes none.
    const again = (await ask(10, 10)).body;
    expect(await post(again.replace('old 10\n', `old 10\n${first}\n`))).toMatchObject({ status: 422 });
    expect(await post(body)).toMatchObject({ status: 200 });
  });

  it('says what it signed last to whoever does not know', async () => {
    await start();
    await post((await ask(0, 10)).body);
    // The answer was lost: the same head again.
    expect(await post((await ask(0, 10)).body)).toMatchObject({ status: 409, type: 'text/x.tlog.size', text: '10\n' });
    expect(await post((await ask(10, 10)).body)).toMatchObject({ status: 200 });
    // A database that was rolled back to an earlier state.
    expect(await post((await ask(8, 9)).body)).toMatchObject({ status: 409, text: '10\n' });
  });

  it('signs for nobody but the log', async () => {
    await start();
    expect(await post((await ask(0, 3, 'a', stranger)).body)).toMatchObject({ status: 403 });
    const elsewhere = checkpointText({ origin: 'other.example', size: 1, root: new Uint8Array(32) });
    const body = formatCheckpointRequest({ oldSize: 0, proof: [], note: { text: elsewhere, signatures: [signNote(elsewhere, server)] } });
    expect(await post(body)).toMatchObject({ status: 404 });
  });

  it('answers nonsense with 400 and lives on', async () => {
    await start();
    const good = (await ask(0, 3)).body;
    for (const body of [
      '',
      'old',
      'old 0',
      'old -1\n\n',
      'old 0\nxx\n\nfoo',
      good.replace('old 0', 'old 9'),
      good.slice(0, 60),
      '\0'.repeat(100),
    ])
      expect((await post(body)).status, body).toBe(400);
    expect((await post('x'.repeat(70_000))).status).toBe(413);
    expect((await fetch(`${running?.address}/elsewhere`)).status).toBe(404);
    expect(await post(good)).toMatchObject({ status: 200 });
  });

  it('lets only one of many heads that arrive together win', async () => {
    await start();
    await post((await ask(0, 10)).body);
    const bodies = await Promise.all(Array.from({ length: 12 }, (_, at) => ask(10, 11 + at, at % 2 === 0 ? 'a' : 'b')));
    const statuses = (await Promise.all(bodies.map(({ body }) => post(body)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('remembers across a restart, with the same key', async () => {
    const { keys } = await start();
    await post((await ask(0, 10)).body);
    await running?.stop();
    expect((await start()).keys).toEqual(keys);
    expect(await post((await ask(0, 20)).body)).toMatchObject({ status: 409, text: '10\n' });
    expect(statSync(join(folder, 'log/key')).mode & 0o077).toBe(0);
  });

  it('does not start twice on one folder, with another name, or with a memory it cannot read', async () => {
    await start();
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    try {
      writeFileSync(join(folder, 'log/process'), `${other.pid}\n`);
      await expect(startNotary(settings(), () => {})).rejects.toThrow(`Process ${other.pid} signs with the folder`);
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    await post((await ask(0, 10)).body);
    await running?.stop();
    await expect(startNotary({ ...settings(), NOTARY_NAME: 'other' }, () => {})).rejects.toThrow('not of the log other');
    const head = readdirSync(join(folder, 'log')).find((name) => name.endsWith('.head')) ?? '';
    writeFileSync(join(folder, 'log', head), readFileSync(join(folder, 'log', head), 'utf8').slice(0, 20));
    await expect(startNotary(settings(), () => {})).rejects.toThrow('no head of a log');
    running = undefined;
  });

  it('gives out no signature when the head could not be kept', async () => {
    const heads = headsInFolder(join(folder, 'memory'));
    const notary = new Notary({
      key: signerFromSeed(origin, 'log', new Uint8Array(32).fill(1)),
      logs: [{ origin, keys: [server] }],
      heads: { ...heads, keep: () => Promise.reject(new Error('disk full')) },
      now: Date.now,
      onContradiction: () => {},
    });
    await expect(notary.addCheckpoint((await ask(0, 3)).body)).rejects.toThrow('disk full');
    expect(heads.last(origin)).toBeUndefined();
    await expect(notary.addCheckpoint('nonsense')).resolves.toMatchObject({ status: 400 });
  });
});
