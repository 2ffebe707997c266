import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../calls/handlers.ts';
import type { Database } from '../platform/database.ts';

export type PublishedConfig = () => Promise<ReadonlyMap<string, string>>;

export async function readPublishedConfig(database: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ key: string; value: string }>('SELECT key, value FROM published_config');
  return new Map(rows.map(({ key, value }) => [key, value]));
}

export const queryValue =
  (config: PublishedConfig): Handler<'GET system/config/query-value'> =>
  async ({ key }) => {
    const value = (await config()).get(key);
    if (value === undefined) throw new Refusal('notFound');
    return { key, value };
  };
