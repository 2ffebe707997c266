import { mayBeNegative } from '@bourse/engine';
import { memoryRows, textOf } from '@bourse/server/src/projections/stored-texts.ts';
import { accountOf, commandIdText } from '@bourse/server/src/sequencer/command-ids.ts';
import type { EngineKit } from '@bourse/server/src/sequencer/kit.ts';
import type { DurableBatch } from '@bourse/server/src/sequencer/port.ts';
import { appliedOf } from '@bourse/server/src/sequencer/recovery.ts';
import { ExpectedRows } from '@bourse/server/src/verify/expected.ts';
import { type Facet, facets } from '@bourse/server/src/verify/facets.ts';
import type { RowSink } from '@bourse/server/src/verify/sums.ts';
import { type Acknowledged, toText } from './customer.ts';
import { type Disk, venue } from './disk.ts';
import type { Scene } from './scene.ts';
import type { ProcessGate } from './scheduler.ts';

/** Everything that the outside world was told, to be compared with the journal at the end. */
export class Testimony {
  readonly answers = new Map<string, Acknowledged>();
  readonly reads: { seq: number; account: number; balances: string }[] = [];
  readonly told: { firstSeq: number; lastSeq: number; events: number }[] = [];
  readonly violations: string[] = [];

  violation(what: string): void {
    this.violations.push(what);
  }

  acknowledged(answer: Acknowledged): void {
    const key = `${answer.account}/${answer.commandId}`;
    const before = this.answers.get(key);
    if (!before) this.answers.set(key, answer);
    else if (before.seq !== answer.seq || before.outcome !== answer.outcome) {
      this.violation(`command ${answer.commandId} was answered as ${before.seq} and as ${answer.seq}`);
    }
  }

  durable({ firstSeq, lastSeq, records }: DurableBatch): void {
    this.told.push({ firstSeq, lastSeq, events: records.events.length });
  }
}

/** Replays the journal from genesis and compares. Adds differences to the testimony's violations. Resolves with the state hash. */
export async function judge(options: {
  disk: Disk;
  gate: ProcessGate;
  kit: EngineKit;
  testimony: Testimony;
  scene: Scene;
  /** The state of a running server. The replay must reach the same state. */
  live: { seq: number; hash: string } | undefined;
}): Promise<{ commands: number; hash: string }> {
  const { disk, gate, kit, testimony, scene, live } = options;
  const engine = kit.create(venue);
  const rows = new EveryRow();
  const expected = new ExpectedRows(rows);
  const found = new Map<string, { seq: number; outcome: string }>();
  const eventsUpTo: number[] = [0];
  const reads = new Map<number, { account: number; balances: string }[]>();
  for (const read of testimony.reads) reads.set(read.seq, [...(reads.get(read.seq) ?? []), read]);

  for await (const batch of disk.openJournal(gate).read(1)) {
    for (const command of kit.decode(batch.bytes)) {
      const outcome = engine.apply(command);
      const events = engine.takeEvents();
      eventsUpTo[command.seq] = (eventsUpTo[command.seq - 1] ?? 0) + events.length;
      for (const event of events) {
        if (event.kind !== 'ledger') continue;
        const { account, availableAfter, frozenAfter } = event;
        if ((availableAfter < 0n || frozenAfter < 0n) && !mayBeNegative(account))
          testimony.violation(`account ${account} went below zero at ${command.seq}`);
      }
      expected.take(appliedOf(kit, command, outcome), events);
      scene.hear(command, outcome, events, engine);
      const id = commandIdText(command.commandId);
      if (id !== undefined) {
        const key = `${accountOf(command.command)}/${id}`;
        const earlier = found.get(key);
        if (earlier) testimony.violation(`command ${id} was applied at ${earlier.seq} and at ${command.seq}`);
        found.set(key, { seq: command.seq, outcome: toText(outcome) });
      }
      for (const { account, balances } of reads.get(command.seq) ?? []) {
        if (toText(engine.balances(account)) !== balances)
          testimony.violation(`a read at ${command.seq} saw what the journal does not hold`);
      }
      if (command.seq === live?.seq && engine.stateHash() !== live.hash) testimony.violation('the live state differs from the replay');
      if (command.seq % 500 === 0) checkInvariants(() => engine.checkInvariants(), testimony);
    }
  }
  checkInvariants(() => engine.checkInvariants(), testimony);
  if (live && live.seq > engine.seq) testimony.violation(`the live state is at ${live.seq}, the journal ends at ${engine.seq}`);
  for (const problem of await scene.verdict(engine)) testimony.violation(problem);
  for (const { commandId, account, seq, outcome } of testimony.answers.values()) {
    const kept = found.get(`${account}/${commandId}`);
    if (!kept) testimony.violation(`command ${commandId} was acknowledged as ${seq} and is not in the journal`);
    else if (kept.seq !== seq || kept.outcome !== outcome)
      testimony.violation(`command ${commandId} was acknowledged as ${seq}, the journal has ${kept.seq}`);
  }
  for (const { seq } of testimony.reads)
    if (seq > engine.seq) testimony.violation(`a read stood on ${seq}, the journal ends at ${engine.seq}`);
  for (const { firstSeq, lastSeq, events } of testimony.told) {
    const count = (eventsUpTo[lastSeq] ?? Number.NaN) - (eventsUpTo[firstSeq - 1] ?? Number.NaN);
    if (count !== events) testimony.violation(`listeners heard ${events} events of ${firstSeq} to ${lastSeq}, the journal makes ${count}`);
  }
  compareProjections(disk, rows, engine.seq, testimony);
  return { commands: engine.seq, hash: engine.stateHash() };
}

function checkInvariants(check: () => void, testimony: Testimony): void {
  try {
    check();
  } catch (error) {
    testimony.violation(`an invariant is broken: ${(error as Error).message}`);
  }
}

function compareProjections(disk: Disk, expected: EveryRow, lastSeq: number, testimony: Testimony): void {
  const tables = disk.projections.tables(venue);
  if (tables.checkpoint !== lastSeq) testimony.violation(`projections stand at ${tables.checkpoint}, the journal at ${lastSeq}`);
  for (const [name, stored] of Object.entries(memoryRows(tables))) {
    const wanted = expected.texts(name);
    if (stored.length !== wanted.length)
      testimony.violation(`${stored.length} rows of ${name} are projected, the journal makes ${wanted.length}`);
    const wrong = stored.find((text, at) => text !== wanted[at]);
    if (wrong !== undefined) testimony.violation(`${name} is projected wrongly: ${wrong}`);
  }
}

/** Every row that the projections must hold. */
class EveryRow implements RowSink {
  private readonly rows = new Map<Facet, Map<string, readonly string[]>>(facets.map((facet) => [facet, new Map()]));

  wants(): boolean {
    return true;
  }

  take(facet: Facet, key: string, values: readonly string[]): void {
    this.rows.get(facet)?.set(key, values);
  }

  /** Of a table whose columns are compared together. */
  texts(name: string): string[] {
    const facet = facets.find(({ table }) => table.name === name)!;
    return [...(this.rows.get(facet)?.values() ?? [])].map((values) => textOf(facet.columns, values)).sort();
  }
}
