import { type EngineEvent, encodeCommands, type FillEvent, type Outcome, type SequencedCommand } from '@bourse/engine';
import {
  type DefinedFacts,
  type FillReceiptFacts,
  fillReceipt,
  type InstrumentFacts,
  type SettlementEvent,
  type SettlementFacts,
  settlementReceipt,
  statedTerms,
  toldTexts,
} from '@bourse/engine/receipts';
import {
  checkpointText,
  commandHash,
  consistencyProof,
  type Evidence,
  encodeEntry,
  eventLeaf,
  eventsRoot,
  formatNote,
  inclusionProof,
  nodesOf,
  type Opening,
  Salts,
  type SignerKey,
  saltPlaces,
  signerFromSeed,
  signNote,
  toBase64,
  verifierText,
} from '@bourse/transparency';
import { MemoryLog } from '@bourse/transparency/testing';

interface Kept {
  entry: Uint8Array;
  /** Event leaves; the first covers everything that the command did. */
  leaves: Uint8Array[];
  texts: readonly { text: string; salt: Uint8Array }[];
  command: { salt: Uint8Array; bytes: Uint8Array; outcome: string };
}

const encoder = new TextEncoder();

/** The transparency log of one venue in memory: takes commands with their events, signs heads, and shows evidence, as a server does. */
export class LogWorld {
  readonly key: SignerKey;
  readonly witness: SignerKey = signerFromSeed('witness.example', 'witness', new Uint8Array(32).fill(9));
  readonly origin: string;
  private readonly log = new MemoryLog();
  private readonly kept: Kept[] = [];
  private readonly secret = new Uint8Array(32).fill(7);
  /** In force all the time; undefined for a log from before logs stated terms. */
  private readonly defined: DefinedFacts | undefined;

  constructor(venue: 'real' | 'demo' = 'demo', seed = 1, defined?: DefinedFacts) {
    this.defined = defined;
    this.origin = `exchange.example/tlog/${venue}`;
    this.key = signerFromSeed(this.origin, 'log', new Uint8Array(32).fill(seed));
  }

  /** The key as it is handed around. */
  get keyText(): string {
    return verifierText(this.key);
  }

  get size(): number {
    return this.kept.length;
  }

  /** Commands that told nothing, until the log has so many. */
  fill(size: number): this {
    while (this.size < size) this.add([]);
    return this;
  }

  /** Appends the next command. Its events name its number. */
  add(
    events: readonly EngineEvent[],
    sequenced?: Pick<SequencedCommand, 'command' | 'commandId' | 'actor'>,
    outcome: Outcome = { ok: true, result: { kind: 'done' } },
  ): number {
    const seq = this.size + 1;
    const salts = new Salts(this.secret, seq);
    const texts = events.flatMap((event) =>
      this.told(event).map((text, side) => ({ text, salt: salts.of(saltPlaces.event(event.index, side as 0 | 1)).slice() })),
    );
    const all = eventLeaf(salts.of(saltPlaces.all), encoder.encode(JSON.stringify(texts.length)));
    const leaves = [all, ...texts.map(({ text, salt }) => eventLeaf(salt, encoder.encode(text)))];
    const own: SequencedCommand = {
      seq,
      time: 1_700_000_000_000 + seq,
      ...(sequenced ?? { commandId: new Uint8Array(16), actor: { by: 'system', id: 0 }, command: { kind: 'advanceTime' } }),
    };
    const command = { salt: salts.of(saltPlaces.command).slice(), bytes: encodeCommands([own]), outcome: JSON.stringify(outcome) };
    const entry = encodeEntry({ command: commandHash(command.salt, command.bytes, command.outcome), events: eventsRoot(leaves) });
    this.log.append(entry);
    this.kept.push({ entry, leaves, texts, command });
    return seq;
  }

  /** The texts that this log holds of an event. */
  told = (event: EngineEvent): readonly string[] => toldTexts(event, this.defined && statedTerms(event, this.defined));

  /** A signed head, with a witness's signature where a time is given. */
  head(size = this.size, seconds?: number): string {
    const text = checkpointText({ origin: this.origin, size, root: this.rootOf(size) });
    return formatNote({
      text,
      signatures: [signNote(text, this.key), ...(seconds === undefined ? [] : [signNote(text, this.witness, seconds)])],
    });
  }

  consistency = async (oldSize: number, size = this.size): Promise<string[]> =>
    (await consistencyProof(oldSize, size, this.readAt(size))).map(toBase64);

  /** Evidence of events by their texts, in the order given. */
  async evidence(events: readonly { seq: number; text: string }[], size = this.size): Promise<Evidence> {
    const seqs = [...new Set(events.map(({ seq }) => seq))];
    const shown = seqs.map(async (seq) => {
      const opened = events.filter((one) => one.seq === seq).map(({ text }) => this.open(seq, text));
      return { ...(await this.entry(seq, size)), opened: await Promise.all(opened) };
    });
    return { head: this.head(size), shown: await Promise.all(shown) };
  }

  async commandEvidence(seq: number, size = this.size): Promise<Evidence> {
    const { salt, bytes, outcome } = this.kept[seq - 1]!.command;
    const opening: Opening = { kind: 'command', salt: toBase64(salt), command: toBase64(bytes), outcome };
    return { head: this.head(size), shown: [{ ...(await this.entry(seq, size)), opened: [opening] }] };
  }

  private async entry(seq: number, size: number) {
    const path = await inclusionProof(seq - 1, size, this.readAt(size));
    return { seq, entry: toBase64(this.kept[seq - 1]!.entry), path: path.map(toBase64) };
  }

  private async open(seq: number, text: string): Promise<Opening> {
    const { leaves, texts } = this.kept[seq - 1]!;
    const place = texts.findIndex((one) => one.text === text);
    const path = await inclusionProof(place + 1, leaves.length, nodesOf(leaves));
    return { kind: 'event', salt: toBase64(texts[place]!.salt), text, at: place + 1, of: leaves.length, path: path.map(toBase64) };
  }

  /** The tree of the first `size` entries. */
  private readonly rootOf = (size: number): Uint8Array => this.first(size).builder.root();
  private readonly readAt = (size: number) => this.first(size).reader();
  private first(size: number): MemoryLog {
    if (size === this.size) return this.log;
    const log = new MemoryLog();
    log.append(...this.kept.slice(0, size).map(({ entry }) => entry));
    return log;
  }
}

/** The receipt of one side of a fill with its evidence, as the exchange answers it. */
export async function fillAnswer(world: LogWorld, fill: FillEvent, role: 'taker' | 'maker', instrument: InstrumentFacts) {
  const { text, hash, facts } = fillReceipt('demo', fill, role, instrument);
  return {
    document: text,
    hash,
    facts: facts as FillReceiptFacts,
    evidence: await world.evidence([{ seq: fill.seq, text: world.told(fill)[role === 'taker' ? 0 : 1]! }]),
  };
}

/** The receipt of a settlement with evidence of its event and of those that it rests on. */
export async function settlementAnswer(
  world: LogWorld,
  event: SettlementEvent,
  facts: SettlementFacts,
  restsOn: readonly EngineEvent[] = [],
) {
  const { text, hash, facts: figures } = settlementReceipt(event, facts)!;
  const shown = [event as EngineEvent, ...restsOn].flatMap((one) => world.told(one).map((told) => ({ seq: one.seq, text: told })));
  return { document: text, hash, facts: figures, evidence: await world.evidence(shown) };
}
