import type { Outcome, Records, SequencedCommand } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import {
  BadNote,
  hashBytes,
  leafHash,
  parseCheckpoint,
  parseNote,
  parseVerifier,
  sameHash,
  signersOf,
  TreeBuilder,
  tileWidth,
} from '@bourse/transparency';
import type { Database } from '../platform/database.ts';
import { Definitions } from '../transparency/definitions.ts';
import { type LeafMaker, leavesOf } from '../transparency/leaves.ts';
import { readBundle } from '../transparency/log-reader.ts';

interface State {
  origin: string | null;
  secret: Buffer;
  size: bigint;
  root: Buffer;
  head: string | null;
  head_size: bigint;
  key: string | null;
  terms_from: bigint | null;
}

/** The text of a head that is kept with its signatures or without. */
const textOf = (note: string): string => (note.includes('\n\n') ? parseNote(note).text : note);

/** The log that a kept head is of; undefined for what is no head. */
export function originOf(note: string): string | undefined {
  try {
    return parseCheckpoint(textOf(note)).origin;
  } catch {
    return undefined;
  }
}

/** A head that somebody kept: the server, the notary, a witness or a customer. */
interface KeptHead {
  by: string;
  size: number;
  root: Uint8Array;
}

/** After this many wrong places of one kind no more are named. */
const named = 10;

/**
 * Compares the stored transparency log with what a replay gives: every entry, every event leaf, every tile, the root, and the heads that were kept. The log may grow
 * meanwhile; what it had at the beginning is compared.
 */
export class LogCheck {
  private readonly database: Database;
  private readonly venue: Venue;
  private readonly state: State | undefined;
  private readonly heads: KeptHead[] = [];
  private readonly builder = new TreeBuilder();
  private readonly maker: LeafMaker;
  private bundle: readonly Uint8Array[] = [];
  /** The event leaves that are stored for the commands of the bundle. */
  private leaves: ReadonlyMap<number, Uint8Array> = new Map();
  private wrong = { entries: 0, leaves: 0, tiles: 0 };
  private readonly findings: string[] = [];

  /** `kept`: heads as signed notes that others kept, each with whose it is. */
  static async open(database: Database, venue: Venue, kept: readonly { by: string; note: string }[] = []): Promise<LogCheck> {
    const [state] = await database.query<State & { [name: string]: unknown }>(
      'SELECT origin, secret, size, root, head, head_size, key, terms_from FROM log_state WHERE venue = $1',
      [venue],
    );
    const check = new LogCheck(database, venue, state);
    if (state && state.head !== null) check.keep('the server', state.head, state.key ?? undefined);
    for (const { by, note } of kept) if (originOf(note) === state?.origin) check.keep(by, note);
    return check;
  }

  private constructor(database: Database, venue: Venue, state: State | undefined) {
    this.database = database;
    this.venue = venue;
    this.state = state;
    this.maker = {
      secret: new Uint8Array(state?.secret ?? []),
      definitions: new Definitions(),
      termsFrom: Number(state?.terms_from ?? Number.POSITIVE_INFINITY),
    };
  }

  private get size(): number {
    return Number(this.state?.size ?? 0n);
  }

  private keep(by: string, note: string, key?: string): void {
    try {
      const { size, root } = parseCheckpoint(textOf(note));
      this.heads.push({ by, size, root });
      if (key !== undefined && signersOf(parseNote(note), [parseVerifier(key)]).length === 0)
        this.findings.push(`the head of the log that ${by} keeps is not signed by ${key}`);
    } catch (error) {
      if (!(error instanceof BadNote)) throw error;
      this.findings.push(`the head of the log that ${by} keeps does not hold: ${error.message}`);
    }
  }

  /** The next command of a replay from the beginning, with what it did. */
  async take(sequenced: SequencedCommand, outcome: Outcome, records: Records): Promise<void> {
    if (this.state === undefined) return;
    const [leaf] = leavesOf(this.maker, [{ sequenced, outcome }], records);
    if (leaf === undefined) return;
    const at = this.builder.size;
    this.builder.appendHash(leafHash(leaf.entry));
    this.compareHeads();
    if (at >= this.size) return;
    if (at % tileWidth === 0) [this.bundle, this.leaves] = await Promise.all([this.readEntries(at / tileWidth), this.readLeaves(at)]);
    const stored = this.bundle[at % tileWidth];
    if (stored === undefined || !sameHash(stored, leaf.entry)) this.found('entries', `the entry of command ${leaf.seq} in the log differs`);
    this.compareLeaves(leaf.seq, leaf.events);
    if (this.builder.size % tileWidth === 0 || this.builder.size === this.size) await this.compareTiles();
    if (this.builder.size === this.size && !sameHash(this.builder.root(), this.state.root))
      this.findings.push(`the root of the log at ${this.size} differs`);
  }

  private async readEntries(bundle: number): Promise<readonly Uint8Array[]> {
    const count = Math.min(tileWidth, this.size - bundle * tileWidth);
    return (await readBundle(this.database, this.venue, bundle, count)) ?? [];
  }

  /** A query for each command would take longer than everything else. */
  private async readLeaves(after: number): Promise<ReadonlyMap<number, Uint8Array>> {
    const rows = await this.database.query<{ seq: bigint; leaves: Buffer }>(
      'SELECT seq, leaves FROM log_event_leaves WHERE venue = $1 AND seq > $2 AND seq <= $3',
      [this.venue, after, after + tileWidth],
    );
    return new Map(rows.map(({ seq, leaves }) => [Number(seq), leaves]));
  }

  private compareLeaves(seq: number, leaves: readonly Uint8Array[]): void {
    const stored = this.leaves.get(seq);
    // A single leaf is the root itself, and is not stored.
    const same = leaves.length > 1 ? stored !== undefined && sameHash(stored, Buffer.concat(leaves)) : stored === undefined;
    if (!same) this.found('leaves', `the event leaves of command ${seq} in the log differ`);
  }

  private async compareTiles(): Promise<void> {
    const last = this.builder.size === this.size;
    for (const { level, index, width, hashes } of [...this.builder.takeWhole(), ...(last ? this.builder.edge() : [])]) {
      if (level === 0) continue;
      const [row] = await this.database.query<{ hashes: Buffer }>(
        'SELECT substring(hashes FOR $4) AS hashes FROM log_tile WHERE venue = $1 AND level = $2 AND tile = $3',
        [this.venue, level, index, width * hashBytes],
      );
      if (!row || !sameHash(row.hashes, hashes.subarray(0, width * hashBytes)))
        this.found('tiles', `tile ${index} of level ${level} of the log differs`);
    }
  }

  private compareHeads(): void {
    for (const { by, size, root } of this.heads)
      if (size === this.builder.size && !sameHash(root, this.builder.root()))
        this.findings.push(`the head at ${size} that ${by} keeps names another history than the journal`);
  }

  private found(kind: keyof LogCheck['wrong'], sentence: string): void {
    this.wrong[kind] += 1;
    if (this.wrong[kind] <= named) this.findings.push(sentence);
  }

  /** After the last command. */
  finish(): { checked: string; findings: readonly string[] } {
    for (const [kind, count] of Object.entries(this.wrong))
      if (count > named) this.findings.push(`${count - named} more ${kind} of the log differ`);
    for (const { by, size } of this.heads)
      if (size > this.builder.size)
        this.findings.push(`the head that ${by} keeps has ${size} commands, the journal has ${this.builder.size}`);
    if (this.size > this.builder.size)
      this.findings.push(`the log has ${this.size} entries, the journal has ${this.builder.size} commands`);
    return {
      checked: `${this.venue}: ${Math.min(this.size, this.builder.size)} entries of the transparency log and ${this.heads.length} of its heads compared`,
      findings: this.findings,
    };
  }
}
