import type { Venue } from '@bourse/protocol/enums';
import type { PoolClient } from 'pg';
import { ExpectedRows } from './expected.ts';
import { type Facet, facets } from './facets.ts';
import { type Checkpoint, checkpointOf, countReplaced, differencesOf, readStored } from './stored.ts';
import { CollectedRows, groupsPerFacet, RowSums } from './sums.ts';

/** Rows that may be written again and are remembered at a time, about 120 bytes each. More of them take more replays. */
const rememberedRows = 1_000_000;
/** Groups of a table in which single cells are named; a group is a thousandth of the table. */
const namedGroups = 4;
const mostFindings = 40;

/** Replays the journal up to a sequence and hands each command with its events to `expected`. */
export type Replay = (upTo: number, expected: ExpectedRows) => Promise<void>;

interface Parts {
  venue: Venue;
  /** Does the work in one view of all tables. */
  view<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
}

/** The stored projections of one venue, compared with a replay: every cell of every row, in memory that does not grow with them. */
export class ProjectionCheck {
  readonly checkpoint: Checkpoint;
  private readonly secret: string;
  private readonly stored: RowSums;
  private readonly passes: number;
  private readonly parts: Parts;

  private constructor(parts: Parts, checkpoint: Checkpoint, secret: string, stored: RowSums, passes: number) {
    this.parts = parts;
    this.checkpoint = checkpoint;
    this.secret = secret;
    this.stored = stored;
    this.passes = passes;
  }

  /** Reads what is stored now. `remembered` is for tests. */
  static open(parts: Parts, remembered = rememberedRows): Promise<ProjectionCheck> {
    const { view, venue } = parts;
    return view(async (client) => {
      const secret = RowSums.secret();
      const checkpoint = await checkpointOf(client, venue);
      const passes = Math.max(1, Math.ceil((await countReplaced(client, venue)) / remembered));
      const stored = new RowSums(secret, { replacing: false });
      await readStored(client, venue, stored);
      return new ProjectionCheck(parts, checkpoint, secret, stored, passes);
    });
  }

  /** Compares with as many replays as the memory asks for, and with one more when something differs, to name it. */
  async compare(replay: Replay): Promise<{ rows: ReadonlyMap<string, number>; findings: string[] }> {
    const sums = new RowSums(this.secret, { replacing: false });
    const { checkpoint } = this;
    const findings: string[] = [];
    for (let pass = 0; pass < this.passes; pass += 1) {
      const one = new RowSums(this.secret, { replacing: true, pass, passes: this.passes });
      const expected = new ExpectedRows(one);
      await replay(checkpoint.seq, expected);
      sums.join(one);
      if (pass > 0) continue;
      for (const name of ['time', 'newestOrder'] as const)
        if (checkpoint[name] !== expected.checkpoint[name])
          findings.push(`projection_checkpoint: ${name} is ${checkpoint[name]}, the replay says ${expected.checkpoint[name]}`);
    }
    const unlike = new Map(
      facets.map((facet) => [facet, this.stored.unlike(facet, sums)] as const).filter(([, groups]) => groups.length > 0),
    );
    if (unlike.size > 0) findings.push(...(await this.name(unlike, sums, replay)));
    // A row that is missing is missing in every facet.
    return { rows: new Map(facets.map((facet) => [facet.table.name, sums.rows(facet)])), findings: [...new Set(findings)] };
  }

  /** Reads the groups that differ once more, both ways, row by row. */
  private async name(unlike: ReadonlyMap<Facet, readonly number[]>, sums: RowSums, replay: Replay): Promise<string[]> {
    const { view, venue } = this.parts;
    const groups = new Map([...unlike].map(([facet, list]) => [facet, new Set(list.slice(0, namedGroups))]));
    const stored = new CollectedRows(groups);
    const { seq } = await view(async (client) => {
      await readStored(client, venue, stored);
      return checkpointOf(client, venue);
    });
    const wanted = new CollectedRows(groups);
    await replay(seq, new ExpectedRows(wanted));
    return [...unlike].flatMap(([facet, list]) => {
      const { name } = facet.table;
      const cells = differencesOf(facet, stored.rows.get(facet)!, wanted.rows.get(facet)!);
      const summary = `${name}: ${this.stored.rows(facet)} rows are stored, the replay makes ${sums.rows(facet)}; they differ in ${list.length} of ${groupsPerFacet} groups`;
      if (cells.length === 0) return [`${summary}. When they were read again they agreed: somebody changed them meanwhile`];
      const named = cells.slice(0, mostFindings);
      return list.length > namedGroups || cells.length > named.length ? [summary, ...named] : named;
    });
  }
}
