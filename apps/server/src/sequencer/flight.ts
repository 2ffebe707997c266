import type { Engine, Records, SequencedCommand } from '@bourse/engine';
import { usualActor } from '@bourse/engine';
import type { Refusal } from '@bourse/protocol/errors';
import type { AppliedCommand, CommandIdentity } from '../projections/projection.ts';
import { aheadBy } from './answers.ts';
import { commandIdBytes, noCommandId } from './command-ids.ts';
import { senderRefused } from './may-send.ts';
import type { Applied, CommandRequest, DurableBatch } from './port.ts';
import type { BatchDigest } from './shadow/digest.ts';

/** What makes a command the same as an earlier one, and under what its answer is remembered. */
export interface Identity extends CommandIdentity {
  key: string;
}

/** A command whose caller waits for its answer. */
export interface Waiting {
  request: CommandRequest;
  identity: Identity | undefined;
  resolve(applied: Applied): void;
  reject(error: unknown): void;
}

/** Commands that are applied but not yet durable, in one piece. */
export class Flight {
  readonly firstSeq: number;
  readonly commands: SequencedCommand[] = [];
  readonly applied: AppliedCommand[] = [];
  readonly waiting: Waiting[] = [];
  /** For the shadow to compare; undefined where there is none. */
  readonly digest: BatchDigest | undefined;
  /** The commands as the journal holds them, once the batch is closed. */
  bytes: Uint8Array | undefined;
  private records: Records | undefined;

  constructor(firstSeq: number, digest?: BatchDigest) {
    this.firstSeq = firstSeq;
    this.digest = digest;
  }

  /** The time of its last command. */
  get time(): number {
    return this.commands.at(-1)?.time ?? 0;
  }

  /**
   * Applies one command and takes it aboard; throws what the engine threw, and holds nothing of it then. Returns why its sender may not send it, if that
   * is so: such a command is neither applied nor journalled.
   */
  apply(engine: Engine, waiting: Waiting, time: number): Refusal | undefined {
    const { request, identity } = waiting;
    const refused = senderRefused(engine, request);
    if (refused) return refused;
    const { command, signed } = request;
    const seq = engine.seq + 1;
    const commandId = identity ? commandIdBytes(identity.commandId) : noCommandId;
    const sequenced = { seq, time, commandId, actor: request.actor ?? usualActor(command), command, ...(signed && { signed }) };
    const outcome = engine.apply(sequenced);
    this.digest?.outcome(outcome.ok);
    if (identity) identity.ahead = aheadBy(identity.commandId, time);
    this.commands.push(sequenced);
    this.applied.push({ seq, time, command, outcome, identity });
    this.waiting.push(waiting);
    return undefined;
  }

  /** Takes from the engine what all its commands did; no other command may have been applied meanwhile. Nothing more comes aboard. */
  close(engine: Engine): void {
    this.records = engine.takeRecords();
    this.digest?.records(this.records);
  }

  /** What the rest of the server hears of it once it is durable. */
  batch(): DurableBatch {
    const { firstSeq, time, records } = this;
    if (!records) throw new Error(`the batch from ${firstSeq} was not closed`);
    return { firstSeq, lastSeq: firstSeq + this.commands.length - 1, time, records };
  }

  /** Gives every caller the answer. */
  answer(): void {
    for (let index = 0; index < this.waiting.length; index += 1) {
      const applied = this.applied[index];
      if (applied) this.waiting[index]?.resolve({ seq: applied.seq, time: applied.time, outcome: applied.outcome, repeated: false });
    }
  }
}
