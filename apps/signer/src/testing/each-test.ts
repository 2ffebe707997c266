import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { coolingMs } from '../signer.ts';
import { type RunningSigner, startSigner } from '../start.ts';
import { type Asked, lineOf, newFolder, opened, payoutOf, policy } from './kit.ts';

/** The signer of one test: a folder of its own, and clocks that only the test moves. */
class SignerOfATest {
  folder = '';
  /** The clock of the wall and the time since the signer started, in ms. */
  wall = 0;
  running = 0;
  /** What the signer said, oldest first. */
  told: Record<string, unknown>[] = [];
  private started: RunningSigner | undefined;

  /** The signer that runs now. */
  get signer(): RunningSigner {
    if (this.started === undefined) throw new Error('the signer of this test is not open');
    return this.started;
  }

  begin(content: unknown): void {
    Object.assign(this, { folder: newFolder(), wall: Date.UTC(2026, 1, 3, 1), running: 0, told: [] });
    this.writePolicy(content);
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  /** The next signer that is opened reads this. */
  writePolicy(content: unknown): void {
    writeFileSync(join(this.folder, 'policy.json'), JSON.stringify(content));
  }

  pass(ms: number): void {
    this.wall += ms;
    this.running += ms;
  }

  async stop(): Promise<void> {
    await this.started?.stop();
    this.started = undefined;
  }

  /** Opens the signer again; `dies` ends it once it has written something down, before it answers. */
  async open({ dies = false } = {}): Promise<Asked> {
    await this.stop();
    this.started = await startSigner(
      { SIGNER_FOLDER: this.folder },
      {
        say: (line) => this.told.push(line),
        wall: () => this.wall,
        running: () => this.running,
        afterWrite: () => {
          if (dies) throw new Error('killed');
        },
      },
    );
    const { signer, vaultKey } = this.started;
    return (content) => {
      const line = lineOf(content);
      return opened(signer.answer(line), vaultKey, line);
    };
  }

  /** Opens a signer that has known the destinations of these rails for a day. */
  async ready(rails: readonly number[]): Promise<Asked> {
    const ask = await this.open();
    for (const rail of rails) ask({ kind: 'seen', digest: payoutOf(1, { rail }).destination });
    this.pass(coolingMs);
    return ask;
  }
}

/** A signer for each test of a file. It begins with this policy. */
export function signerOfEachTest(policyOf: () => unknown = policy): SignerOfATest {
  const own = new SignerOfATest();
  beforeEach(() => own.begin(policyOf()));
  afterEach(() => own.end());
  return own;
}

/** The problem of an answer, or that there was none. */
export const refusal = ({ ok, problem }: Record<string, unknown>): unknown => (ok ? 'signed' : problem);
