import { Interval, UpDownColor } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { defaultLanguage, offered } from '@bourse/words';
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

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined, usual: Value): Value =>
  values.find((value) => value === text) ?? usual;

export function knownZone(zone: string | undefined): string | null {
  if (!zone) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * The settings of whoever has chosen none. An operator's value that the product does not know counts as not published: a slip of the pen never
 * keeps a page from opening.
 */
export const publishedDefaults = (values: ReadonlyMap<string, string>) => ({
  language: oneOf(
    offered.map(({ code }) => code),
    values.get('defaultLanguage'),
    defaultLanguage,
  ),
  upDownColor: oneOf(Object.values(UpDownColor), values.get('upDownColor'), UpDownColor.upGreen),
  chartInterval: oneOf(Object.values(Interval), values.get('chartInterval'), Interval.m30),
  timeZone: knownZone(values.get('chartTimezone')),
});
