import { commandByKind, type Engine, firstCustomer, type Outcome, type SequencedCommand, type Signature } from '@bourse/engine';
import { lowForm, signedText } from '@bourse/protocol/signing';
import { isSignedBy, keyOf, nameOfKey } from '../../devices/keys.ts';
import { signedTimeHours } from '../../devices/signing.ts';
import { accountOf, commandIdText } from '../../sequencer/command-ids.ts';
import { type Link, linkOf } from './link.ts';
import { Definitions } from './terms.ts';

/** Findings are named one by one up to this many. */
const named = 100;
const hourMs = 3_600_000;
/** A command may wait for its place in the journal for so long. */
const waitMs = 60_000;

/**
 * Follows a replay and checks who sent each command of a customer: its signature, its key, that the command is what was signed, that none was signed
 * twice, and that nothing came without a signature where the account's devices sign. Call `before` and `after` around each command.
 */
export class SignatureCheck {
  readonly findings: string[] = [];
  private readonly definitions = new Definitions();
  private readonly ids = new RecentIds(2 * (signedTimeHours * hourMs + waitMs));
  private readonly devices = new Map<number, number>();
  private running: Promise<void>[] = [];
  private link: Link | undefined;
  private more = 0;
  private signed = 0;
  private unsigned = 0;

  before(engine: Engine, sequenced: SequencedCommand): void {
    this.link = undefined;
    const { command, actor, signed } = sequenced;
    if (command.kind === 'openDevice') this.devices.set(sequenced.seq, command.account);
    if (signed) this.checkSigned(engine, sequenced, signed);
    else if (!('account' in command) || command.account < firstCustomer) return;
    else if (actor.by === 'customer') {
      this.unsigned += 1;
      if (engine.mustSign(command.account)) this.find(sequenced, 'is not signed, although the account signs');
    } else if (!mayActFor(sequenced)) this.find(sequenced, `is a ${command.kind} that the server sent in the customer's name`);
  }

  after(sequenced: SequencedCommand, outcome: Outcome): void {
    this.definitions.take(sequenced.command, outcome);
    if (this.link?.fits === 'ifRefused' && outcome.ok) this.find(sequenced, this.link.because);
  }

  /** Waits for the signatures of the commands so far. */
  async flush(): Promise<void> {
    await Promise.all(this.running.splice(0));
  }

  /** One sentence, and the findings. */
  async result(venue: string): Promise<{ checked: string; findings: string[] }> {
    await this.flush();
    const rest = this.more === 0 ? [] : [`and ${this.more} more findings of signatures`];
    return {
      checked: `${venue}: ${this.signed} signed commands of customers checked, ${this.unsigned} were sent without a signature`,
      findings: [...this.findings, ...rest],
    };
  }

  private checkSigned(engine: Engine, sequenced: SequencedCommand, signed: Signature): void {
    this.signed += 1;
    const { command, commandId, time } = sequenced;
    const account = accountOf(command);
    const id = commandIdText(commandId) ?? '';
    if (!this.ids.add(`${account}/${id}`, time)) this.find(sequenced, 'was signed once and is in the journal twice');
    if (Math.abs(signed.time - time) > signedTimeHours * hourMs + waitMs)
      this.find(sequenced, `was signed at ${new Date(signed.time).toISOString()} and sequenced at ${new Date(time).toISOString()}`);
    const device = engine.device(account, signed.device);
    if (device?.publicKey) this.checkText(engine, sequenced, signed, device.publicKey);
    else this.find(sequenced, this.withoutDevice(account, signed.device, device !== undefined));
  }

  private checkText(engine: Engine, sequenced: SequencedCommand, signed: Signature, publicKey: string): void {
    const { command } = sequenced;
    const account = accountOf(command);
    const id = commandIdText(sequenced.commandId) ?? '';
    this.link = linkOf(signed, command, { definitions: this.definitions, engine });
    if (this.link.fits === false) this.find(sequenced, this.link.because);
    if (lowForm(signed.bytes) !== signed.bytes) this.find(sequenced, 'has a signature that is not in its one form');
    const key = keyOf(publicKey);
    if (!key) {
      this.find(sequenced, `is signed by device ${signed.device}, whose key is no point on the curve`);
      return;
    }
    const { time: at, call, body, bytes } = signed;
    const text = signedText({ venue: engine.venue, account, key: nameOfKey(publicKey), commandId: id, time: at, call, body });
    const bad = () => this.find(sequenced, `has a signature that the key of device ${signed.device} did not make`);
    this.running.push(isSignedBy(key, text, bytes).then((good) => (good ? undefined : bad()), bad));
  }

  private withoutDevice(account: number, device: number, keyless: boolean): string {
    const owner = this.devices.get(device);
    if (owner === undefined) return `is signed by device ${device}, which was never opened`;
    if (owner !== account) return `is signed by device ${device}, which is another account's`;
    return keyless ? `is signed by device ${device}, which has no key` : `is signed by device ${device}, which was closed`;
  }

  private find({ seq, command }: SequencedCommand, what: string): void {
    if (this.findings.length === named) this.more += 1;
    else this.findings.push(`command ${seq}${'account' in command ? ` of account ${command.account}` : ''} ${what}`);
  }
}

/** What the server itself does to customers' accounts besides opening and closing: it cancels orders and grants demo money. It sends no order and moves no money. */
function mayActFor({ command }: SequencedCommand): boolean {
  if (commandByKind.get(command.kind)?.by !== 'customer' || command.kind === 'grantDemo') return true;
  return command.kind === 'orderBatch' && command.items.every((item) => item.kind === 'cancelOrder');
}

/** Ids for as long as a signature stays good, and up to twice that: memory grows with the commands of some days, not with the journal. */
class RecentIds {
  private newer = new Set<string>();
  private older = new Set<string>();
  private since = 0;
  private readonly keptMs: number;

  constructor(keptMs: number) {
    this.keptMs = keptMs;
  }

  /** False when it was added before. */
  add(id: string, time: number): boolean {
    if (time - this.since > this.keptMs) {
      this.older = time - this.since > 2 * this.keptMs ? new Set() : this.newer;
      this.newer = new Set();
      this.since = time;
    }
    if (this.newer.has(id) || this.older.has(id)) return false;
    this.newer.add(id);
    return true;
  }
}
