import type { Actor, Command, EngineReader, Outcome } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import { accountOf } from '@bourse/server/src/sequencer/command-ids.ts';
import type { Applied } from '@bourse/server/src/sequencer/port.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Server } from './server.ts';

/** What a customer was told about one command id. */
export interface Acknowledged {
  account: number;
  commandId: string;
  seq: number;
  outcome: string;
}

export interface CustomerWorld {
  scheduler: Scheduler;
  /** The server that accepts messages now, if any. */
  anyServer(random: Random): Server | undefined;
  /** What an exact clock shows, ms. */
  now(): number;
  acknowledged(answer: Acknowledged): void;
  readBalances(seq: number, account: number, balances: string): void;
  violation(what: string): void;
  trace(what: string): void;
}

export const toText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));

/** What somebody wants. Their program sees to it that it arrives. */
export interface Wishes {
  /** As whom they send, when that is not the account's customer. */
  readonly actor?: Actor;
  /** Their mean time between two wishes, ms. */
  readonly paceMs: number;
  next(random: Random): Command | undefined;
  /** An answer, which may come more than once. */
  hear(command: Command, outcome: Outcome): void;
  /** Looks at what belongs to them. */
  look?(engine: EngineReader): void;
}

/**
 * A customer's program. It sends commands over a bad network and repeats each with the same id until it gets an answer. Now and then it repeats one
 * much later, or misuses an id.
 */
export class Customer {
  readonly account: number;
  private readonly random: Random;
  private readonly world: CustomerWorld;
  private readonly wishes: Wishes;
  private readonly skewMs: number;
  private readonly unanswered = new Map<string, Command>();
  /** Ids that were sent with another body, too. */
  private readonly misused = new Set<string>();
  private readonly answered: { id: string; command: Command; seq: number }[] = [];
  private active = true;

  constructor(account: number, random: Random, world: CustomerWorld, wishes: Wishes) {
    this.account = account;
    this.random = random;
    this.world = world;
    this.wishes = wishes;
    // Most clocks are right; some are minutes off.
    this.skewMs = random.chance(0.6) ? random.between(-300, 300) : random.between(-600_000, 600_000);
    this.later(random.wait(1_000), () => this.act());
  }

  get waiting(): number {
    return this.unanswered.size;
  }

  /** Sends nothing new from now on, but keeps asking for missing answers. */
  rest(): void {
    this.active = false;
  }

  private act(): void {
    if (!this.active) return;
    const { random } = this;
    const what = random.fraction();
    if (what < 0.06 && this.answered.length > 0) this.repeatOld();
    else if (what < 0.12) this.read();
    else if (this.unanswered.size < 6) {
      const id = this.newId();
      const command = this.wishes.next(random);
      if (command !== undefined) {
        this.unanswered.set(id, command);
        this.send(id, command);
      }
    }
    this.later(random.wait(this.wishes.paceMs), () => this.act());
  }

  private newId(): string {
    const { random } = this;
    if (random.chance(0.15)) return `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`;
    const time = (this.world.now() + this.skewMs).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`;
  }

  /** Sends over a network that delays, drops and repeats. */
  private send(id: string, command: Command): void {
    const { random } = this;
    const copies = random.chance(0.08) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      if (random.chance(0.03)) continue;
      this.later(random.wait(30), () => this.arrive(id, command));
    }
    this.later(random.between(2_000, 8_000), () => this.askAgain(id));
  }

  private askAgain(id: string): void {
    const command = this.unanswered.get(id);
    if (command) this.send(id, command);
  }

  private arrive(id: string, command: Command): void {
    const server = this.world.anyServer(this.random);
    if (!server) return;
    this.submit(server, id, command).then(
      (applied) => this.reply(server, () => this.hear(id, command, applied)),
      (error) => this.reply(server, () => this.hearRefusal(id, error)),
    );
  }

  private submit(server: Server, commandId: string, command: Command) {
    const { actor } = this.wishes;
    return server.sequencer.submit({ account: this.spaceOf(command), commandId, command, actor });
  }

  /** Whose command ids they are: an operator's command may be about anybody's account. */
  private spaceOf(command: Command): number {
    return this.wishes.actor === undefined ? this.account : accountOf(command);
  }

  private reply(server: Server, hear: () => void): void {
    if (!server.gate.alive) return;
    if (this.random.chance(0.03)) return;
    this.later(this.random.wait(30), hear);
  }

  private hear(id: string, command: Command, { seq, outcome }: Applied): void {
    this.world.acknowledged({ account: this.spaceOf(command), commandId: id, seq, outcome: toText(outcome) });
    this.wishes.hear(command, outcome);
    if (!this.unanswered.delete(id)) return;
    this.answered.push({ id, command, seq });
    if (this.answered.length > 200) this.answered.shift();
  }

  private hearRefusal(id: string, error: unknown): void {
    const name = error instanceof Refusal ? error.refusal : String(error);
    if (['unavailable', 'overloaded', 'outcomeUnknown', 'internal'].includes(name)) return;
    this.world.violation(`customer ${this.account} asked ${id} and heard ${name}`);
    this.unanswered.delete(id);
  }

  /** Sends the same id again, seconds to hours later, sometimes with another body. */
  private repeatOld(): void {
    const { random } = this;
    const { id, command, seq } = random.pick(this.answered);
    const server = this.world.anyServer(random);
    if (!server) return;
    const other = random.chance(0.3);
    if (other) this.misused.add(id);
    const body: Command = other ? otherBody(command) : command;
    this.submit(server, id, body).then(
      (applied) => {
        if (!server.gate.alive) return;
        if (other) this.world.violation(`command ${id} was accepted with another body`);
        else if (applied.seq !== seq) this.world.violation(`command ${id} was answered as ${seq} and then as ${applied.seq}`);
      },
      (error) => {
        if (!server.gate.alive || !(error instanceof Refusal)) return;
        // While the other body is looked at, the first one may be refused in its place.
        if (error.refusal === 'commandIdReused' && !this.misused.has(id)) this.world.violation(`command ${id} was taken for another`);
      },
    );
  }

  private read(): void {
    const server = this.world.anyServer(this.random);
    if (!server) return;
    this.look(server);
    server.sequencer
      .read((engine) => engine.balances(this.account))
      .then(
        ({ seq, value }) => {
          if (server.gate.alive) this.world.readBalances(seq, this.account, toText(value));
        },
        () => {},
      );
  }

  private look(server: Server): void {
    server.sequencer.read((engine) => this.wishes.look?.(engine)).catch(() => {});
  }

  private later(delayMs: number, work: () => void): void {
    this.world.scheduler.after(delayMs, work);
  }
}

const otherBody = (command: Command): Command =>
  'account' in command ? { kind: 'cancelAllAfter', account: command.account, timeoutMs: 77_777 } : { kind: 'advanceTime' };
