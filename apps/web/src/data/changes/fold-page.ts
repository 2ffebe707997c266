/** Applies pushed rows to pages, newest first. Only the server can count the rows beyond a page. */

export type Page<Row> = { list: Row[]; total: number; pageNo: number; pageSize: number };
type Order<Row> = {
  id?: ((row: Row) => string) | undefined;
  /** Negative if `a` comes before `b`. */
  newer?: ((a: Row, b: Row) => number) | undefined;
};
type Rules<Row> = Order<Row> & {
  /** Whether the row, in its present state, matches the page's query. */
  belongs?: boolean;
  /** A row new to the list is its newest. So a row that sorts beyond the page was already counted. */
  appends: boolean;
};

/** Ids are digits without leading zeros: the longer one is the greater. */
export const newerId = (a: string, b: string): number => b.length - a.length || (a === b ? 0 : a < b ? 1 : -1);

const ordered = <Row>({ id, newer }: Order<Row>) => {
  const idOf = id ?? ((row: Row) => (row as { id: string }).id);
  return { idOf, compare: newer ?? ((a: Row, b: Row) => newerId(idOf(a), idOf(b))) };
};

/** The list with the row in its sorted position, replacing its earlier state if there is one. */
export function insertSorted<Row>(list: readonly Row[], row: Row, order: Order<Row>, max: number): Row[] {
  const { idOf, compare } = ordered(order);
  const at = list.findIndex((one) => idOf(one) === idOf(row));
  if (at >= 0) return list.map((one, index) => (index === at ? row : one));
  const after = list.findIndex((one) => compare(row, one) < 0);
  const next = after < 0 ? [...list, row] : [...list.slice(0, after), row, ...list.slice(after)];
  return next.slice(0, max);
}

/** The page after a row changed, appeared or left. */
export function placed<Row>(page: Page<Row>, row: Row, rules: Rules<Row>): Page<Row> | 'reread' {
  const { belongs = true, appends } = rules;
  const { list, total, pageSize } = page;
  const { idOf, compare } = ordered(rules);
  const known = list.some((one) => idOf(one) === idOf(row));
  if (known && belongs) return { ...page, list: insertSorted(list, row, rules, pageSize) };
  if (page.pageNo !== 1) return 'reread';
  const hasMore = total > list.length;
  if (known) {
    // The first row of the next page moves up, and it is not here.
    if (hasMore) return 'reread';
    return { ...page, list: list.filter((one) => idOf(one) !== idOf(row)), total: total - 1 };
  }
  const last = list.at(-1);
  const beyond = hasMore && last !== undefined && compare(last, row) < 0;
  if (beyond) return belongs && appends ? page : 'reread';
  if (!belongs) return page;
  return { ...page, list: insertSorted(list, row, rules, pageSize), total: total + 1 };
}
