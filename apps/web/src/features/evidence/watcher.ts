import type { CallInput, CallOutput } from '@bourse/protocol/calls';
import { CallError } from '@bourse/protocol/client';
import { checkReceipt, type Head, keysOf, readHead } from '@bourse/verifier';
import { checkCommand } from '@bourse/verifier/command';
import { continues, type KeptHead } from '@bourse/verifier/file';
import { type Kept, keepAtMost, type OwnCommand, type OwnReceipt, withFinding, withKey, withReceipt, withSeen } from './kept.ts';
import { receiptCallOf } from './names.ts';
import type { KeptStore } from './store.ts';

type Logs = CallOutput<'GET exchange/transparency'>;
type Log = Logs[number];
type Reads =
  | 'GET exchange/transparency'
  | 'GET exchange/transparency/consistency'
  | 'GET pay/receipt/get'
  | 'GET pay/receipt/settlement'
  | 'GET pay/command/evidence';

export interface WatchPorts {
  call: <Name extends Reads>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>;
  store: KeptStore;
  now: () => number;
  /** Whose receipts and commands are checked; null for a visitor. */
  owner: () => string | null;
  /** The venue of the session. */
  venue: () => string;
  /** How many heads to keep. */
  limits?: Pick<typeof keepAtMost, 'days'> & { heads: number };
}

/** How many receipts, commands and heads one check goes through. The next check goes on with the others. */
const perCheck = 10;
const notFound = 404;

/** A proof of consistency: its hashes, or that there is none, or that nobody could be asked. */
type Proof = { state: 'path'; path: string[] } | { state: 'none' } | { state: 'unknown' };

/**
 * Compares the logs of the exchange with what this device has seen before. Whatever contradicts it is kept as a finding. What cannot be asked now is not held
 * against anybody: the next check asks again.
 */
export class Watcher {
  private readonly ports: WatchPorts;
  private running: Promise<Kept> | undefined;
  constructor(ports: WatchPorts) {
    this.ports = ports;
  }

  /** Callers share one check. Rejects where the logs could not be asked for at all. */
  check(): Promise<Kept> {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async run(): Promise<Kept> {
    const { store, call, now } = this.ports;
    // Read first: another tab may see newer heads while this one asks.
    const before = await store.read();
    for (const log of await call('GET exchange/transparency', {})) await this.compare(log, before);
    for (const seen of (await store.read()).seen.slice(0, perCheck)) await this.place(seen);
    await this.thin();
    for (const receipt of this.due((await store.read()).receipts)) await this.askReceipt(receipt);
    for (const command of (await store.read()).commands.filter((one) => this.isOwn(one) && one.evidence === undefined).slice(0, perCheck))
      await this.askCommand(command);
    return store.update((kept) => ({ ...kept, checkedAt: now() }));
  }

  /** The newest head of a log, against the key that was seen first and the newest head that was. */
  private async compare(log: Log, before: Kept): Promise<void> {
    const { venue, key, head: note } = log;
    const { store, now } = this.ports;
    if (key !== null) {
      const known = before.keys.filter((one) => one.venue === venue);
      if (known.length > 0 && !known.some((one) => one.key === key)) {
        await this.find('key', venue, note === null ? [] : [note], null, [known[0]!.key, key]);
        return;
      }
      await store.update((kept) => withKey(kept, { venue, key, seenAt: now() }));
      for (const witness of log.witnesses) await store.update((kept) => withKey(kept, { venue, key: witness, seenAt: now() }));
    }
    const kept = await store.read();
    const last = before.heads.filter((one) => one.venue === venue).at(-1);
    if (note === null) {
      if (last) await this.find('shorter', venue, [last.note], null, []);
      return;
    }
    const head = this.read(note, venue, kept);
    // Without a key nothing can be said about a head.
    if (head === undefined) return;
    if (head === 'unsigned') await this.find('unsigned', venue, [note], null, []);
    else if (!last) await this.keep({ venue, note, seenAt: now(), path: null });
    else await this.continueFrom(last, head, { venue, note, seenAt: now(), path: null }, kept);
  }

  private async continueFrom(last: KeptHead, head: Head, fresh: KeptHead, kept: Kept): Promise<void> {
    const { venue } = fresh;
    const old = this.read(last.note, venue, kept);
    if (old === undefined || old === 'unsigned') return;
    if (head.size === old.size) {
      if (head.root !== old.root) await this.find('fork', venue, [last.note, fresh.note], null, []);
      return;
    }
    const [lower, higher] = head.size > old.size ? [old, head] : [head, old];
    const proof = await this.prove(venue, lower, higher);
    if (proof === 'unknown') return;
    const notes = head.size > old.size ? [last.note, fresh.note] : [fresh.note, last.note];
    if (!proof.holds) await this.find(head.size > old.size ? 'inconsistent' : 'shorter', venue, notes, proof.path, []);
    // A server that shows an older head, and can prove that it is one, has changed nothing.
    else if (head.size > old.size) await this.keep({ ...fresh, path: proof.path });
  }

  /** A head that came with a receipt, between those of its venue. */
  private async place(seen: KeptHead): Promise<void> {
    const kept = await this.ports.store.read();
    const head = this.read(seen.note, seen.venue, kept);
    const done = () => this.ports.store.update((now) => ({ ...now, seen: now.seen.filter(({ note }) => note !== seen.note) }));
    if (head === undefined) return;
    if (head === 'unsigned') return void (await done());
    const chain = kept.heads
      .filter(({ venue }) => venue === seen.venue)
      .flatMap((one) => {
        const read = this.read(one.note, one.venue, kept);
        return read === undefined || read === 'unsigned' ? [] : [{ one, read }];
      });
    const same = chain.find(({ read }) => read.size === head.size);
    if (same) {
      if (same.read.root !== head.root) await this.find('fork', seen.venue, [same.one.note, seen.note], null, []);
      return void (await done());
    }
    const below = chain.findLast(({ read }) => read.size < head.size);
    const above = chain.find(({ read }) => read.size > head.size);
    const under = below && (await this.prove(seen.venue, below.read, head));
    const over = above && (await this.prove(seen.venue, head, above.read));
    if (under === 'unknown' || over === 'unknown') return;
    if (under && !under.holds) await this.find('inconsistent', seen.venue, [below!.one.note, seen.note], under.path, []);
    else if (over && !over.holds) await this.find('inconsistent', seen.venue, [seen.note, above!.one.note], over.path, []);
    else await this.keep({ ...seen, path: under?.path ?? null }, over?.path ?? undefined);
    await done();
  }

  /** Puts a head into the chain. `next`: the proof from it to the one above. Another tab may have changed the chain meanwhile: then it is left as it is. */
  private async keep(fresh: KeptHead, next?: readonly string[]): Promise<void> {
    await this.ports.store.update((kept) => {
      const sizeOf = (head: KeptHead) => Number(head.note.split('\n', 2)[1]);
      const own = kept.heads.filter(({ venue }) => venue === fresh.venue);
      if (own.some((one) => sizeOf(one) === sizeOf(fresh))) return kept;
      const below = own.filter((one) => sizeOf(one) < sizeOf(fresh));
      const above = own.filter((one) => sizeOf(one) > sizeOf(fresh));
      const chain = [...below, fresh, ...above.map((one, at) => (at === 0 ? { ...one, path: next ?? null } : one))];
      // The proofs were made for these neighbours.
      if (below.length > 0 !== (fresh.path !== null) || above.length > 0 !== (next !== undefined)) return kept;
      return { ...kept, heads: [...kept.heads.filter(({ venue }) => venue !== fresh.venue), ...chain] };
    });
  }

  /** Of older heads one a day stays. A head leaves only when its neighbours are joined by a proof of their own. */
  private async thin(): Promise<void> {
    const kept = await this.ports.store.read();
    const limits = this.ports.limits ?? keepAtMost;
    for (const venue of new Set(kept.heads.map((one) => one.venue))) {
      const own = kept.heads.filter((one) => one.venue === venue);
      const old = own.slice(0, Math.max(0, own.length - limits.heads));
      const day = ({ seenAt }: KeptHead) => Math.floor(seenAt / 86_400_000);
      const tooMany = own.length - limits.heads - limits.days;
      const going = old.filter((one, at) => at > 0 && (day(one) === day(old[at - 1]!) || at <= tooMany)).slice(0, perCheck);
      for (const head of going) await this.drop(head);
    }
  }

  private async drop(head: KeptHead): Promise<void> {
    const kept = await this.ports.store.read();
    const own = kept.heads.filter(({ venue }) => venue === head.venue);
    const at = own.findIndex(({ note }) => note === head.note);
    const [below, above] = [own[at - 1], own[at + 1]];
    if (!below || !above) return;
    const [lower, higher] = [this.read(below.note, head.venue, kept), this.read(above.note, head.venue, kept)];
    if (!lower || !higher || lower === 'unsigned' || higher === 'unsigned') return;
    const proof = await this.prove(head.venue, lower, higher);
    if (proof === 'unknown' || !proof.holds) return;
    await this.ports.store.update((now) => {
      const place = now.heads.findIndex(({ note }) => note === above.note);
      if (now.heads[place - 1]?.note !== head.note || now.heads[place - 2]?.note !== below.note) return now;
      const heads = now.heads.map((one, index) => (index === place ? { ...one, path: proof.path } : one));
      return { ...now, heads: heads.filter(({ note }) => note !== head.note) };
    });
  }

  private async prove(venue: string, lower: Head, higher: Head): Promise<'unknown' | { holds: boolean; path: string[] | null }> {
    const proof = await this.consistency(venue, lower.size, higher.size);
    if (proof.state === 'unknown') return 'unknown';
    if (proof.state === 'none') return { holds: false, path: null };
    return { holds: continues(lower, higher, proof.path).verdict === 'agrees', path: proof.path };
  }

  private async consistency(venue: string, oldSize: number, size: number): Promise<Proof> {
    try {
      const { path } = await this.ports.call('GET exchange/transparency/consistency', { venue: venue as 'real' | 'demo', oldSize, size });
      return { state: 'path', path };
    } catch (error) {
      // Both heads are signed: a log that says it has no such size is not the log that was signed.
      return { state: error instanceof CallError && error.status === notFound ? 'none' : 'unknown' };
    }
  }

  private isOwn = ({ owner }: { owner: string }): boolean => owner === this.ports.owner();

  /** The receipts that were checked longest ago. */
  private due(receipts: readonly OwnReceipt[]): OwnReceipt[] {
    return receipts
      .filter(this.isOwn)
      .sort((a, b) => a.checkedAt - b.checkedAt)
      .slice(0, perCheck);
  }

  /** Asks for a kept receipt again: the same document, under the log's new head. */
  private async askReceipt(receipt: OwnReceipt): Promise<void> {
    const { store, now, call } = this.ports;
    const asked = receiptCallOf(receipt.document);
    if (asked === undefined) return;
    let answer: CallOutput<'GET pay/receipt/get'>;
    try {
      answer = await (asked.name === 'GET pay/receipt/get' ? call(asked.name, asked.input) : call(asked.name, asked.input));
    } catch {
      return;
    }
    const kept = await store.read();
    const checked = checkReceipt(answer, keysOf(kept.keys.map(({ key }) => key)));
    const other = answer.document !== receipt.document || entryOf(answer.evidence) !== entryOf(receipt.evidence);
    if (answer.evidence !== null && (other || checked.verdict === 'differs')) {
      await this.find('receipt', receipt.venue, [], null, [receipt.document, answer.document]);
      return;
    }
    if (checked.verdict !== 'agrees' || answer.evidence === null) return;
    const { head } = answer.evidence;
    await store.update((old) =>
      withReceipt(withSeen(old, { venue: receipt.venue, note: head, seenAt: now(), path: null }), {
        ...receipt,
        evidence: answer.evidence,
        checkedAt: now(),
      }),
    );
  }

  /** Asks for the proof of a leaf that an acknowledgement named. */
  private async askCommand(command: OwnCommand): Promise<void> {
    const { store, call, venue } = this.ports;
    if (command.venue !== venue()) return;
    try {
      const { evidence } = await call('GET pay/command/evidence', { seq: String(command.seq) });
      if (evidence === null) return;
      const keys = keysOf((await store.read()).keys.map(({ key }) => key));
      const { verdict } = checkCommand({ ...command, evidence }, keys);
      if (verdict === 'differs') await this.find('command', command.venue, [evidence.head], null, [`${command.seq}`, command.commandId]);
      else if (verdict === 'agrees')
        await store.update((kept) => ({
          ...kept,
          commands: kept.commands.map((one) =>
            one.venue === command.venue && one.commandId === command.commandId ? { ...one, evidence } : one,
          ),
        }));
    } catch {
      // It cannot be asked now.
    }
  }

  /** A head as its log's first key signed it. Undefined while no key is known. */
  private read(note: string, venue: string, kept: Kept): Head | 'unsigned' | undefined {
    const keys = keysOf(kept.keys.filter((one) => one.venue === venue).map(({ key }) => key));
    if (keys.length === 0) return undefined;
    const head = readHead(note, keys);
    return 'why' in head || head.venue !== venue ? 'unsigned' : head;
  }

  private async find(
    kind: Parameters<typeof withFinding>[1]['kind'],
    venue: string,
    notes: readonly string[],
    path: readonly string[] | null,
    texts: readonly string[],
  ) {
    await this.ports.store.update((kept) => withFinding(kept, { kind, venue, foundAt: this.ports.now(), notes, path, texts }));
  }
}

/** The log's entry of a receipt's own event. It never changes, under whatever head it is shown. */
const entryOf = (evidence: unknown): string | undefined => (evidence as { shown?: { entry?: string }[] } | null)?.shown?.[0]?.entry;
