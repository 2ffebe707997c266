import type { Database, Queryable } from '../platform/database.ts';

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
}

/**
 * What questions to the database cost, on any machine: the blocks that they read. The work runs with `database`, and its questions that match `about` are asked
 * again to be measured.
 */
export function measured(plain: Database, about: RegExp) {
  let asked: { text: string; values: readonly unknown[] | undefined }[] = [];
  const recording = <Place extends Queryable>(db: Place): Place => ({
    ...db,
    query: (text: string, values?: readonly unknown[]) => {
      asked.push({ text, values });
      return db.query(text, values);
    },
  });
  return {
    database: { ...recording(plain), transaction: (work) => plain.transaction((tx) => work(recording(tx))) } as Database,
    async blocksOf(work: () => Promise<unknown>): Promise<{ text: string; blocks: number }[]> {
      asked = [];
      await work();
      const costs: { text: string; blocks: number }[] = [];
      for (const { text, values } of asked.filter(({ text }) => /^\s*(SELECT|WITH)/.test(text) && about.test(text))) {
        const [row] = await plain.query<{ 'QUERY PLAN': [Plan] }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
        const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = row!['QUERY PLAN'][0].Plan;
        costs.push({ text, blocks: hit + read });
      }
      return costs;
    },
  };
}
