import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { ProjectionStore } from '../projections/projection.ts';
import { type Answer, keyOf, RecentAnswers } from './answers.ts';
import { accountOf, bodyHashOf, normaliseCommandId } from './command-ids.ts';
import type { Flight, Identity } from './flight.ts';
import type { EngineKit } from './kit.ts';
import type { SequencerLimits } from './limits.ts';
import { createLookUps } from './look-ups.ts';
import type { Applied, CommandRequest } from './port.ts';

export interface SeenCommandsOptions {
  venue: Venue;
  kit: EngineKit;
  store: ProjectionStore;
  limits: SequencerLimits;
  /** How an id that comes with another body is refused. */
  reused(): Promise<never>;
}

/** What is known of the commands of clients: those under way, the answers of the recent ones, and those that have to be looked up. */
export class SeenCommands {
  private readonly options: SeenCommandsOptions;
  private readonly lookUps: ReturnType<typeof createLookUps>;
  private readonly underWay = new Map<string, { bodyHash: string; promise: Promise<Applied> }>();
  private answers: RecentAnswers;

  constructor(options: SeenCommandsOptions) {
    const { venue, store, limits } = options;
    this.options = options;
    this.answers = new RecentAnswers(limits.recentAnswers);
    this.lookUps = createLookUps({ venue, store, mostPending: limits.pendingLookUps, batch: limits.lookUpBatch });
  }

  /** A recovery has read the journal again: these are its answers. */
  restart(answers: RecentAnswers): void {
    this.answers = answers;
  }

  /** Nothing for a command without an id. Throws for one that the journal could not hold, so that it never gets as far. */
  identify({ account, command, commandId }: CommandRequest): Identity | undefined {
    let body: Uint8Array;
    try {
      body = this.options.kit.body(command);
    } catch {
      throw new Refusal('badRequest', { field: 'command', problem: 'notWritable' });
    }
    if (commandId === undefined) return undefined;
    // The journal knows a command's account only from its body; another one here could not be found again after a replay.
    if (accountOf(command) !== account) throw new Error(`a command of account ${accountOf(command)} was sent as ${account}`);
    const id = normaliseCommandId(commandId);
    return { key: keyOf(account, id), account, commandId: id, bodyHash: bodyHashOf(body), ahead: undefined };
  }

  /** The first answer to a command that came before, of those under way and the recent ones. */
  answerTo(identity: Identity): Promise<Applied> | undefined {
    const running = this.underWay.get(identity.key);
    if (!running) {
      const known = this.answers.get(identity.key);
      return known && this.repeat(known, identity);
    }
    if (running.bodyHash !== identity.bodyHash) return this.options.reused();
    return running.promise.then(asRepeat);
  }

  mayBeOlder({ account, commandId }: Identity): boolean {
    return this.answers.mayBeOlder(account, commandId);
  }

  /** The stored answer to one that may be older; undefined when there never was one. */
  async lookUp(identity: Identity): Promise<Applied | undefined> {
    const stored = await this.lookUps.find(identity);
    return stored && this.repeat(stored, identity);
  }

  /** From here on repeats wait for `promise`. */
  begin({ key, bodyHash }: Identity, promise: Promise<Applied>): void {
    this.underWay.set(key, { bodyHash, promise });
  }

  /** Ends the time in which a repeat waits for the first answer: from now on there is an answer, or certainly none. */
  settled({ key }: Identity): void {
    this.underWay.delete(key);
  }

  landed({ waiting, applied }: Flight): void {
    for (let index = 0; index < waiting.length; index += 1) {
      const identity = waiting[index]?.identity;
      const answer = applied[index];
      if (!identity || !answer) continue;
      const { seq, time, outcome } = answer;
      this.answers.add(identity.key, identity.account, identity.commandId, { seq, time, outcome, bodyHash: identity.bodyHash });
      this.settled(identity);
    }
  }

  trim(projectedSeq: number): void {
    this.answers.trim(projectedSeq);
  }

  /** The answer to an id, from wherever it is kept; `whole` says whether what is kept holds everything, so that "never seen" is an answer. */
  async outcomeOf(account: number, commandId: string, whole: () => boolean): Promise<Applied | undefined> {
    const id = normaliseCommandId(commandId);
    const key = keyOf(account, id);
    const running = this.underWay.get(key);
    if (running) return running.promise.then(asRepeat);
    const found = this.answers.get(key) ?? (await this.lookUps.find({ account, commandId: id }));
    if (found) return repeatOf(found);
    if (!whole()) throw new Refusal('unavailable');
    const since = this.answers.get(key);
    return since && repeatOf(since);
  }

  private repeat(answer: Answer, { bodyHash }: Identity): Promise<Applied> {
    return answer.bodyHash === bodyHash ? Promise.resolve(repeatOf(answer)) : this.options.reused();
  }
}

const repeatOf = ({ seq, time, outcome }: Answer): Applied => ({ seq, time, outcome, repeated: true });
const asRepeat = (applied: Applied): Applied => ({ ...applied, repeated: true });
