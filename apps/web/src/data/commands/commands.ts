/**
 * Sends every command: everything that moves money or places, changes or cancels an order goes through here.
 *
 * An act names what a person is doing ("ticket BTC/USDT", "cancel 17"). While its outcome is unknown, the act keeps its command id and the
 * exact body, even across a reload. Sending the same body reuses the id, so that it is executed once; another body gets a new id. If an
 * answer is lost, this class asks the exchange by id until it knows the outcome. It never sends anything again by itself under a new id.
 */
import type { ProofAnswer } from '@bourse/protocol';
import type { CallInput, CallOutput, CommandName } from '@bourse/protocol/calls';
import { CallError } from '@bourse/protocol/client';
import { keyText } from '../cache.ts';

export type { CommandName } from '@bourse/protocol/calls';

/** The final outcome. `data` is missing only when the answer was lost and could not be read again. */
export type Settled<Name extends CommandName = CommandName> =
  | { state: 'accepted'; commandId: string; data: CallOutput<Name> | undefined; seq: string; orderId: string | null }
  | { state: 'rejected'; commandId: string; code: number; message: string }
  /** The device is offline: nothing was sent. */
  | { state: 'offline' }
  /** The exchange answers and has no record of it. Sending it again uses the same id. */
  | { state: 'missing'; commandId: string };
export type Sent<Name extends CommandName = CommandName> =
  | { state: 'idle' }
  | { state: 'sent'; commandId: string }
  /** The answer was lost: the command may have been executed. `asked` counts the queries so far. */
  | { state: 'unknown'; commandId: string; asked: number }
  | Settled<Name>;

type Outcome = CallOutput<'GET pay/order-coin/outcome'>;
export interface CommandPorts {
  /** Signs a command; undefined where this session signs nothing. */
  sign: (name: CommandName, input: unknown, commandId: string) => Promise<string | undefined>;
  send: (name: CommandName, input: unknown, commandId: string, signature: string | undefined) => Promise<unknown>;
  outcome: (commandId: string) => Promise<Outcome>;
  /** Survives a reload, not a sign-out. */
  shelf: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  newId: () => string;
  sleep: (ms: number) => Promise<void>;
  online: () => boolean;
  /** Called on every change of an act, so that its outcome can be shown when no screen shows it. */
  heard: (sent: Sent, quiet: boolean) => void;
}

/** A command whose outcome is unknown. */
interface Pending {
  id: string;
  name: CommandName;
  input: unknown;
  /** The screen shows every step itself. */
  quiet: boolean;
  /** Made once: sent again, a command carries the signature that it had. */
  signature?: string | undefined;
  /** The factors that confirm it. They are secret and never stored; after a reload the outcome is asked for without them. */
  proof?: ProofAnswer | undefined;
}
/** A command that a factor confirms: the proof was begun for this id. */
export type Proven = { commandId: string; proof: ProofAnswer };
interface Act {
  readonly name: string;
  sent: Sent;
  /** The body that `sent` describes. */
  input: unknown;
  pending: Pending | undefined;
  running: Promise<Settled> | undefined;
}

const storedKey = 'bourse.commands';
/** How many acts to keep across a reload. Beyond that the oldest is dropped: the lists show its result. */
const maxRemembered = 32;
/** How many "no record" answers in a row to wait for: a request in flight may still arrive. */
const missingAfter = 4;
const outcomeUnknown = 1008;
const firstOwnCode = 1000;
const unauthorised = 401;

/** The delay before the n-th query. */
export const askAfterMs = (asked: number): number => Math.min(5_000, 400 * 2 ** asked);

/** A missing answer, or one from a proxy in between, says nothing about the command. */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.status === 0 ||
  error.code === outcomeUnknown ||
  (error.status >= 500 && !(error.code >= firstOwnCode));

const idle: Sent = { state: 'idle' };

export class Commands {
  private readonly acts = new Map<string, Act>();
  private readonly listeners = new Set<() => void>();
  private readonly ports: CommandPorts;
  private changes = 0;
  constructor(ports: CommandPorts) {
    this.ports = ports;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };
  read = (act: string): Sent => this.acts.get(act)?.sent ?? idle;
  input = (act: string): unknown => this.acts.get(act)?.input;
  /** Changes with every act, for React. */
  version = (): number => this.changes;

  /**
   * Sends a command and resolves when its outcome is known. A second press while the first is in flight joins the first. After a lost
   * answer, the same body is sent under the same id.
   */
  send<Name extends CommandName>(
    act: string,
    name: Name,
    input: CallInput<Name>,
    quiet = false,
    proven?: Proven | undefined,
  ): Promise<Settled<Name>> {
    const known = this.act(act);
    const same = isSame(known.pending, name, input);
    if (known.running && (same || known.sent.state === 'sent')) return known.running as Promise<Settled<Name>>;
    if (!this.ports.online()) {
      const offline = { state: 'offline' } as const;
      this.tell(known, known.pending ? known.sent : offline, quiet);
      return Promise.resolve(offline);
    }
    const pending: Pending = same && known.pending ? known.pending : { id: proven?.commandId ?? this.ports.newId(), name, input, quiet };
    if (pending.id === proven?.commandId) pending.proof = proven.proof;
    return this.begin(known, pending, (mine) => this.deliver(known, pending, mine)) as Promise<Settled<Name>>;
  }

  /** The id that this body will be sent under: a proof is begun for it. The same body keeps it while its outcome is unknown. */
  idFor<Name extends CommandName>(act: string, name: Name, input: CallInput<Name>): string {
    const { pending } = this.act(act);
    return isSame(pending, name, input) ? pending.id : this.ports.newId();
  }

  /** Sends an act's command once more under its own id, when a person asks for it after "no record". */
  again(act: string): void {
    const { pending } = this.act(act);
    if (pending) void this.send(act, pending.name, pending.input as CallInput<CommandName>, pending.quiet);
  }

  /** The person dismisses an act: it is neither queried nor sent again. */
  forget(act: string): void {
    const known = this.act(act);
    this.keep(known, undefined);
    known.running = undefined;
    this.tell(known, idle, true);
  }

  /** After a reload: queries every command whose answer did not arrive before it. */
  resume(): void {
    for (const [name, pending] of this.stored()) {
      const act = this.act(name);
      if (!act.running) void this.begin(act, pending, (mine) => this.follow(act, pending, mine));
    }
  }

  /** The customer changed or signed out: nothing of the previous customer is queried under another name. */
  clear(): void {
    this.ports.shelf().removeItem(storedKey);
    for (const act of this.acts.values()) act.running = undefined;
    this.acts.clear();
    this.announce();
  }

  private act(name: string): Act {
    const known = this.acts.get(name);
    if (known) return known;
    const made: Act = { name, sent: idle, input: undefined, pending: new Map(this.stored()).get(name), running: undefined };
    this.acts.set(name, made);
    return made;
  }

  private tell(act: Act, sent: Sent, quiet: boolean): void {
    act.sent = sent;
    this.ports.heard(sent, quiet);
    this.announce();
  }
  /** The screen of an act was closed: a settled act need not be shown again. */
  leave(act: string): void {
    for (const [name, { sent, running }] of [...this.acts])
      if ((name === act || name.startsWith(`${act} `)) && !running && sent.state !== 'missing') this.acts.delete(name);
  }

  private announce(): void {
    this.changes += 1;
    for (const listener of [...this.listeners]) listener();
  }

  private begin(act: Act, pending: Pending, work: (mine: () => boolean) => Promise<Settled>): Promise<Settled> {
    this.keep(act, pending);
    // An act that was dismissed or got another body stops its queries and reports nothing more.
    const mine = () => act.running === running;
    const running: Promise<Settled> = Promise.resolve()
      .then(() => work(mine))
      .then((settled) => {
        if (!mine()) return settled;
        act.running = undefined;
        if (settled.state !== 'missing') this.keep(act, undefined);
        this.tell(act, settled, pending.quiet);
        return settled;
      });
    act.running = running;
    act.input = pending.input;
    this.tell(act, { state: 'sent', commandId: pending.id }, pending.quiet);
    return running;
  }

  private async deliver(act: Act, pending: Pending, mine: () => boolean): Promise<Settled> {
    try {
      return accepted(pending, await this.dispatch(act, pending, mine));
    } catch (error) {
      if (isUncertain(error)) return this.follow(act, pending, mine);
      return rejected(pending.id, error as CallError);
    }
  }

  private async dispatch(act: Act, pending: Pending, mine: () => boolean): Promise<unknown> {
    const { id, name, input, proof } = pending;
    pending.signature ??= await this.ports.sign(name, input, id);
    if (mine()) this.keep(act, pending);
    return this.ports.send(name, proof ? { ...(input as object), proof } : input, id, pending.signature);
  }

  /** Queries the outcome of a command until it is known. */
  private async follow(act: Act, pending: Pending, mine: () => boolean): Promise<Settled> {
    let without = 0;
    for (let asked = 0; mine(); asked += 1) {
      this.tell(act, { state: 'unknown', commandId: pending.id, asked }, pending.quiet || asked > 0);
      await this.ports.sleep(askAfterMs(asked));
      if (!mine()) break;
      try {
        const outcome = await this.ports.outcome(pending.id);
        if (outcome.known && outcome.accepted) return await this.readAgain(act, pending, outcome, mine);
        if (outcome.known)
          return { state: 'rejected', commandId: pending.id, code: outcome.refusal?.code ?? 0, message: outcome.refusal?.msg ?? '' };
        without += 1;
        if (without >= missingAfter) break;
      } catch (error) {
        // Nobody is signed in any more: the query is no longer allowed.
        if (error instanceof CallError && error.code === unauthorised) break;
        without = 0;
      }
    }
    return { state: 'missing', commandId: pending.id };
  }

  /** The command was executed. Sending the same id and body returns its full first answer without executing it again. */
  private async readAgain(act: Act, pending: Pending, { seq, orderId }: Outcome, mine: () => boolean): Promise<Settled> {
    try {
      return accepted(pending, await this.dispatch(act, pending, mine));
    } catch {
      return { state: 'accepted', commandId: pending.id, data: undefined, seq: seq ?? '0', orderId };
    }
  }

  private keep(act: Act, pending: Pending | undefined): void {
    act.pending = pending;
    const stored = new Map(this.stored());
    stored.delete(act.name);
    if (pending) stored.set(act.name, { ...pending, proof: undefined });
    const shelf = this.ports.shelf();
    if (stored.size === 0) shelf.removeItem(storedKey);
    else shelf.setItem(storedKey, JSON.stringify([...stored].slice(-maxRemembered)));
  }

  private stored(): [string, Pending][] {
    try {
      const kept: unknown = JSON.parse(this.ports.shelf().getItem(storedKey) ?? '[]');
      return Array.isArray(kept) ? (kept as [string, Pending][]) : [];
    } catch {
      return [];
    }
  }
}

const isSame = (pending: Pending | undefined, name: CommandName, input: unknown): pending is Pending =>
  pending?.name === name && keyText(['', pending.input]) === keyText(['', input]);

function accepted({ id }: Pending, data: unknown): Settled {
  const { seq = '0', orderId = null } = (data ?? {}) as { seq?: string; orderId?: string };
  return { state: 'accepted', commandId: id, data: data as CallOutput<CommandName>, seq, orderId };
}

const rejected = (commandId: string, { code, message }: CallError): Settled => ({ state: 'rejected', commandId, code, message });
