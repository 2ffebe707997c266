import type { Venue } from '@bourse/protocol/enums';
import {
  checkpointText,
  consistencyProof,
  formatNote,
  type NoteSignature,
  parseVerifier,
  sameHash,
  signersOf,
  type VerifierKey,
  verifierText,
} from '@bourse/transparency';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { nodesIn, type StoredTree, storedTree } from './log-reader.ts';
import type { Countersigned, Countersigner, Witness } from './notary-client.ts';

/** The newest signed head of a venue's log. */
export interface SignedHead {
  note: string;
  size: number;
  /** Milliseconds. */
  at: number;
}

/** What is known about a venue's log, for the page that shows it and for health. */
export interface LogState {
  origin: string;
  key: string | undefined;
  witnesses: readonly string[];
  head: SignedHead | undefined;
  /** Since when commands wait for a signature, milliseconds; undefined while heads are signed. */
  unsignedSince: number | undefined;
  unwitnessedSince: number | undefined;
  /** In words: this history does not continue what was signed before. */
  contradiction: string | undefined;
}

export interface HeadsOptions {
  venue: Venue;
  database: Database;
  clock: Clock;
  log: Log;
  /** Name of the log, for a log that has none yet. */
  origin: string;
  notary: Countersigner;
  witnesses: readonly Witness[];
  /** Whether this server leads the venue, and how many durable commands its journal has. */
  journal: () => { leads: boolean; size: number };
  everyMs?: number;
}

const usualEveryMs = 1_000;
/** Signatures may be late by so much before anybody is told. */
export const lateMs = 10_000;
/** Without a signature for so long, the exchange does not let money leave: what nobody else has seen could still be rewritten. */
export const payoutsWaitMs = 600_000;

/**
 * Has each new head of a venue's log signed, first by the notary, which holds the log's key and remembers what it signed, then by the witnesses. It never signs by
 * itself. A history that the notary refuses is told to everybody, and trading goes on: what was signed is the evidence.
 */
export class Heads {
  private readonly options: HeadsOptions;
  private origin: string;
  private key: VerifierKey | undefined;
  private head: SignedHead | undefined;
  private notarySize: number | undefined;
  private readonly witnessSizes = new Map<Witness, number>();
  private waitsSince: number | undefined;
  /** What the database knows of it: another server, or this one after a restart, goes on counting from there. */
  private storedWait: number | undefined;
  private unwitnessedSince: number | undefined;
  private contradiction: string | undefined;
  private next: (() => void) | undefined;
  private turn: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(options: HeadsOptions) {
    this.options = options;
    this.origin = options.origin;
  }

  get state(): LogState {
    const { witnesses, clock } = this.options;
    const late = (since: number | undefined) => (since !== undefined && clock.now() - since >= lateMs ? since : undefined);
    return {
      origin: this.origin,
      key: this.key && verifierText(this.key),
      witnesses: witnesses.map(({ key }) => verifierText(key)),
      head: this.head,
      unsignedSince: late(this.waitsSince),
      unwitnessedSince: late(this.unwitnessedSince),
      contradiction: this.contradiction,
    };
  }

  /** Whether payouts have to wait: what was signed is contradicted, or the notary or a witness has been away for ten minutes. */
  get holdsPayouts(): boolean {
    const now = this.options.clock.now();
    const long = (since: number | undefined) => since !== undefined && now - since >= payoutsWaitMs;
    return this.contradiction !== undefined || long(this.waitsSince) || long(this.unwitnessedSince);
  }

  /** What an operator must know, in sentences. */
  get warnings(): string[] {
    const { venue } = this.options;
    const { unsignedSince, unwitnessedSince, contradiction } = this.state;
    return [
      ...(contradiction === undefined ? [] : [`The history of the ${venue} venue contradicts what was signed: ${contradiction}`]),
      ...(unsignedSince === undefined ? [] : [`Heads of the ${venue} log are not signed since ${new Date(unsignedSince).toISOString()}.`]),
      ...(unwitnessedSince === undefined
        ? []
        : [`Heads of the ${venue} log lack the signature of a witness since ${new Date(unwitnessedSince).toISOString()}.`]),
    ];
  }

  start(): void {
    this.again();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.next?.();
    await this.turn;
  }

  private again(): void {
    if (this.stopped) return;
    this.next = this.options.clock.after(this.options.everyMs ?? usualEveryMs, () => {
      this.turn = this.once()
        .catch((error) =>
          this.options.log.warn({ err: error, venue: this.options.venue }, 'a head could not be published; it is tried again'),
        )
        .then(() => this.again());
    });
  }

  /** Reads what is stored: name and key of the log never change. Another server may have published since. */
  async read(): Promise<void> {
    const { database, venue, origin } = this.options;
    await database.query('UPDATE log_state SET origin = $2 WHERE venue = $1 AND origin IS NULL', [venue, origin]);
    const [row] = await database.query<{
      origin: string;
      key: string | null;
      head: string | null;
      head_size: bigint;
      signed_at: bigint | null;
      unsigned_since: bigint | null;
      unwitnessed_since: bigint | null;
    }>('SELECT origin, key, head, head_size, signed_at, unsigned_since, unwitnessed_since FROM log_state WHERE venue = $1', [venue]);
    if (!row) return;
    this.origin = row.origin;
    this.key = row.key === null ? undefined : parseVerifier(row.key);
    this.head = row.head === null ? undefined : { note: row.head, size: Number(row.head_size), at: Number(row.signed_at) };
    this.unwitnessedSince = row.unwitnessed_since === null ? undefined : Number(row.unwitnessed_since);
    this.storedWait = row.unsigned_since === null ? undefined : Number(row.unsigned_since);
    this.waitsSince = this.storedWait ?? this.waitsSince;
  }

  /** One round: publishes the stored tree's head if it is newer than the signed one. */
  async once(): Promise<void> {
    const { database, venue, clock, journal } = this.options;
    const { leads, size: durable } = journal();
    await this.read();
    const tree = await storedTree(database, venue);
    if (!leads || tree === undefined) {
      this.waitsSince = this.storedWait;
      return;
    }
    const signed = this.head?.size ?? 0;
    if (Math.max(signed, this.notarySize ?? 0) > durable) {
      this.contradict(`${Math.max(signed, this.notarySize ?? 0)} commands were signed, and the journal has ${durable}.`);
      return;
    }
    this.waitsSince = durable > signed ? (this.waitsSince ?? clock.now()) : undefined;
    await this.storeWait();
    const lacksWitness = tree.size === signed && this.unwitnessedSince !== undefined;
    if (tree.size > signed || lacksWitness) await this.publish(tree);
  }

  private async publish(tree: StoredTree): Promise<void> {
    const text = checkpointText({ origin: this.origin, size: tree.size, root: tree.root });
    const signature = await this.signature(tree, text);
    if (signature === undefined) return;
    const { cosigned, refusal } = await this.cosigned(tree, text);
    const note = formatNote({ text, signatures: [signature, ...cosigned] });
    const { database, venue, clock, witnesses } = this.options;
    const at = clock.now();
    const unwitnessedSince = cosigned.length === witnesses.length ? undefined : (this.unwitnessedSince ?? at);
    await database.query(
      `UPDATE log_state SET head = $2, head_size = $3, signed_at = $4, key = $5, unsigned_since = NULL, unwitnessed_since = $6
       WHERE venue = $1 AND head_size <= $3`,
      [venue, note, tree.size, at, this.key && verifierText(this.key), unwitnessedSince],
    );
    this.head = { note, size: tree.size, at };
    this.waitsSince = undefined;
    this.unwitnessedSince = unwitnessedSince;
    if (refusal === undefined) this.contradiction = undefined;
    else this.contradict(refusal);
  }

  /** Only what is late is worth a write: usually a head is signed within a second. */
  private async storeWait(): Promise<void> {
    const { database, venue } = this.options;
    const { unsignedSince } = this.state;
    if (this.storedWait !== undefined || unsignedSince === undefined) return;
    await database.query('UPDATE log_state SET unsigned_since = $2 WHERE venue = $1 AND unsigned_since IS NULL', [venue, unsignedSince]);
  }

  private async signature(tree: StoredTree, text: string): Promise<NoteSignature | undefined> {
    const { notary, venue, log } = this.options;
    const key = await this.notaryKey();
    if (key === undefined) return undefined;
    const { answer, oldSize } = await this.ask(notary, tree, text, this.notarySize ?? this.head?.size ?? 0);
    this.notarySize = answer.is === 'signed' ? tree.size : oldSize;
    switch (answer.is) {
      case 'signed': {
        const [signed] = signersOf({ text, signatures: answer.signatures }, [key]);
        if (signed === undefined) throw new Error('the notary signed with another key than it names');
        return answer.signatures.find(({ name }) => name === key.name);
      }
      case 'refused':
        this.contradict(answer.why);
        return undefined;
      case 'elsewhere':
        // The same size with another root. A notary that is ahead is met again when the journal's own size is compared.
        if (answer.size === tree.size) this.contradict(`The notary signed another history of ${tree.size} commands.`);
        return undefined;
      case 'away':
        log.debug({ venue, why: answer.why }, 'the notary is away');
        return undefined;
    }
  }

  /** What the witnesses sign. `refusal`: one of them has seen another history, which the notary signed all the same. */
  private async cosigned(tree: StoredTree, text: string): Promise<{ cosigned: NoteSignature[]; refusal: string | undefined }> {
    const { witnesses, log, venue, journal } = this.options;
    let refusal: string | undefined;
    const found = await Promise.all(
      witnesses.map(async (witness) => {
        const { answer, oldSize } = await this.ask(witness.at, tree, text, this.witnessSizes.get(witness) ?? 0);
        this.witnessSizes.set(witness, answer.is === 'signed' ? tree.size : oldSize);
        if (answer.is === 'refused') refusal = `The witness ${witness.key.name} refused: ${answer.why}`;
        if (answer.is === 'elsewhere' && (answer.size === tree.size || answer.size > journal().size))
          refusal = `The witness ${witness.key.name} signed another history, of ${answer.size} commands.`;
        if (answer.is !== 'signed') return [];
        try {
          return signersOf({ text, signatures: answer.signatures }, [witness.key]).length === 0
            ? []
            : answer.signatures.filter(({ name }) => name === witness.key.name);
        } catch (error) {
          log.warn({ err: error, venue, witness: witness.key.name }, 'a witness gave a signature that does not hold');
          return [];
        }
      }),
    );
    return { cosigned: found.flatMap((list) => list.slice(0, 1)), refusal };
  }

  /** Asks once, and once more with the size that the answer names. */
  private async ask(who: Countersigner, tree: StoredTree, text: string, from: number): Promise<{ answer: Countersigned; oldSize: number }> {
    const { database, venue } = this.options;
    const nodes = nodesIn(database, venue, tree.size);
    const once = async (oldSize: number) =>
      who.ask({ text, oldSize, proof: oldSize <= tree.size ? await consistencyProof(oldSize, tree.size, nodes) : [] });
    const first = Math.min(from, tree.size);
    const answer = await once(first);
    if (answer.is !== 'elsewhere' || answer.size === first || answer.size > tree.size)
      return { answer, oldSize: answer.is === 'elsewhere' ? answer.size : first };
    return { answer: await once(answer.size), oldSize: answer.size };
  }

  /** The key that the notary names for this log. It is remembered, and another one later is a contradiction. */
  private async notaryKey(): Promise<VerifierKey | undefined> {
    const known = this.key;
    const named = (await this.options.notary.keys()).flatMap((text) => {
      const key = parseVerifier(text);
      return key.name === this.origin && key.role === 'log' ? [key] : [];
    })[0];
    if (named === undefined) return undefined;
    if (known && !sameHash(known.publicKey, named.publicKey)) {
      this.contradict('The notary has another key than the one that signed this log before.');
      return undefined;
    }
    this.key = named;
    return named;
  }

  private contradict(why: string): void {
    if (this.contradiction !== why) this.options.log.error({ venue: this.options.venue, why }, 'the history contradicts what was signed');
    this.contradiction = why;
  }
}
