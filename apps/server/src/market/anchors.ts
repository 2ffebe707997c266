import type { Database } from '../platform/database.ts';

/** State that a feed keeps across restarts. */
export interface Anchor {
  wall: number;
  recorded: number;
  speed: number;
}

/** The stored anchor of a name. Stores the given one first if there is none. Two servers that start at once agree on the first. */
export async function anchorOf(database: Database, name: string, first: Anchor): Promise<Anchor> {
  await database.query('INSERT INTO market_anchor (name, wall, recorded, speed) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
    name,
    first.wall,
    first.recorded,
    first.speed,
  ]);
  const [row] = await database.query<{ wall: bigint; recorded: bigint; speed: number }>(
    'SELECT wall, recorded, speed FROM market_anchor WHERE name = $1',
    [name],
  );
  return row ? { wall: Number(row.wall), recorded: Number(row.recorded), speed: row.speed } : first;
}

export async function replaceAnchor(database: Database, name: string, anchor: Anchor): Promise<void> {
  await database.query(
    `INSERT INTO market_anchor (name, wall, recorded, speed) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE SET wall = EXCLUDED.wall, recorded = EXCLUDED.recorded, speed = EXCLUDED.speed`,
    [name, anchor.wall, anchor.recorded, anchor.speed],
  );
}

/** Drops the candles of instruments whose source has changed. Returns how many charts start anew. */
export async function keepSources(database: Database, sources: ReadonlyMap<number, string>): Promise<number> {
  const rows = await database.query<{ instrument: number; source: string }>('SELECT instrument, source FROM market_source');
  const before = new Map(rows.map(({ instrument, source }) => [instrument, source]));
  const changed = [...sources].filter(([instrument, source]) => before.has(instrument) && before.get(instrument) !== source);
  await database.transaction(async (tx) => {
    if (changed.length > 0)
      await tx.query('DELETE FROM market_candle WHERE instrument = ANY($1::int[])', [changed.map(([instrument]) => instrument)]);
    await tx.query(
      `INSERT INTO market_source (instrument, source) SELECT * FROM unnest($1::int[], $2::text[])
       ON CONFLICT (instrument) DO UPDATE SET source = EXCLUDED.source`,
      [[...sources.keys()], [...sources.values()]],
    );
  });
  return changed.length;
}
