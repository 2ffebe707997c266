import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type KeyRole, parseVerifier, type SignerKey, verifierText } from '@bourse/transparency';
import { build } from 'esbuild';
import { httpCountersigner, type Witness } from '../transparency/notary-client.ts';
import { temporaryFolder } from './database.ts';

let program: Promise<string> | undefined;

/** The notary as it runs in production, in one file. */
const notaryProgram = () => {
  program ??= (async () => {
    const { outputFiles } = await build({
      entryPoints: [join(import.meta.dirname, '../../../notary/src/main.ts')],
      ...{ bundle: true, write: false, platform: 'node', format: 'esm' },
    });
    const file = join(temporaryFolder(), 'notary.mjs');
    writeFileSync(file, outputFiles[0]!.contents);
    return file;
  })();
  return program;
};

interface Options {
  /** The log that it signs. */
  origin: string;
  /** The key by which it knows that a head comes from the log's server. */
  own: SignerKey;
  role?: KeyRole;
}

/** A notary or a witness in a process of its own, that a test kills and starts again. Requests reach it through a door that the test can hold. */
export class NotaryProcess {
  readonly folder = join(temporaryFolder(), 'notary');
  private readonly options: Options;
  private readonly door: Server;
  private child: ChildProcess | undefined;
  private address = '';
  private key = '';
  /** Whether the process is to die when it has written down what it signs, before anybody hears of it. */
  private diesBeforeItAnswers = false;

  private constructor(options: Options) {
    this.options = options;
    this.door = createServer(async (request, response) => {
      try {
        const parts: Buffer[] = [];
        for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
        const body = parts.length > 0 ? { method: 'POST', body: Buffer.concat(parts) } : {};
        const answer = await fetch(`${this.address}${request.url}`, body);
        const text = await answer.text();
        if (this.diesBeforeItAnswers && request.method === 'POST') {
          await this.kill();
          response.destroy();
          return;
        }
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
      } catch {
        response.destroy();
      }
    });
  }

  static async start(options: Options): Promise<NotaryProcess> {
    const one = new NotaryProcess(options);
    mkdirSync(one.folder, { recursive: true });
    one.door.listen(0, '127.0.0.1');
    await once(one.door, 'listening');
    await one.run();
    return one;
  }

  /** Another process with the key and the memory of this one. */
  async copy(): Promise<NotaryProcess> {
    const one = new NotaryProcess(this.options);
    cpSync(this.folder, one.folder, { recursive: true, filter: (file) => !file.endsWith('/process') });
    one.door.listen(0, '127.0.0.1');
    await once(one.door, 'listening');
    await one.run();
    return one;
  }

  async run(): Promise<void> {
    const { origin, own, role = 'log' } = this.options;
    const logs = join(this.folder, 'logs');
    writeFileSync(logs, `${origin} ${verifierText(own)}\n`);
    const child = spawn(process.execPath, [await notaryProgram()], {
      env: {
        ...{ PATH: process.env['PATH'], NOTARY_FOLDER: this.folder, NOTARY_ROLE: role, NOTARY_LOGS: logs, NOTARY_PORT: '0' },
        NOTARY_NAME: role === 'log' ? origin : 'witness.example',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    this.diesBeforeItAnswers = false;
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { address, keys } = JSON.parse(line) as { address: string; keys: [string] };
    this.address = address;
    this.key = keys[0];
  }

  /** As a power cut. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  dieBeforeTheNextAnswer(): void {
    this.diesBeforeItAnswers = true;
  }

  /** As a power cut while it writes: half of the next head is in its folder. */
  async dieWhileItWrites(): Promise<void> {
    await this.kill();
    for (const name of readdirSync(this.folder).filter((one) => one.endsWith('.head')))
      writeFileSync(join(this.folder, `${name}.next`), readFileSync(join(this.folder, name), 'utf8').slice(0, 20));
  }

  async close(): Promise<void> {
    await this.kill();
    this.door.closeAllConnections();
    this.door.close();
  }

  get countersigner() {
    return httpCountersigner(() => `http://127.0.0.1:${(this.door.address() as AddressInfo).port}`, this.options.own);
  }

  get witness(): Witness {
    return { key: parseVerifier(this.key), at: this.countersigner };
  }

  /** The heads that it signed last, as texts of its folder. */
  get remembered(): string[] {
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.head'))
      .map((name) => readFileSync(join(this.folder, name), 'utf8'));
  }

  /** How many contradictions it kept. */
  get evidence(): number {
    return readdirSync(join(this.folder, 'evidence')).length;
  }
}
