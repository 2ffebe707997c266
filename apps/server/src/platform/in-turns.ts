/**
 * Reads rows that a job looks at, `size` of them in a run. A run goes on after the last row of the run before, and begins anew after the end. So rows that
 * stay, because somebody outside is slow or never does what they wait for, hold up no others. `read` answers the rows with a number above `after`, in the order of
 * their numbers.
 */
export function inTurns<Row>(
  size: number,
  read: (after: bigint, size: number) => Promise<Row[]>,
  numberOf: (row: Row) => bigint,
): () => Promise<Row[]> {
  let after = 0n;
  return async () => {
    const rows = await read(after, size);
    const last = rows.length < size ? undefined : rows.at(-1);
    after = last === undefined ? 0n : numberOf(last);
    return rows;
  };
}

/** So many rows in a row without an answer, and the others of a place wait for the next run. */
const unansweredAtOnce = 3;

/**
 * Does the work at several places outside at the same time, row by row at each. A place that is slow holds up no other. `noAnswer` says that an error means that a place
 * did not answer; `waits` hears of each row that was not done because of that. Any other failure holds up nothing. The first is thrown at the end, as is a missing answer
 * that nobody hears of.
 */
export async function placeByPlace<Row>(
  rows: Iterable<Row>,
  parts: {
    placeOf(row: Row): unknown;
    work(row: Row): Promise<unknown>;
    noAnswer(error: unknown): boolean;
    waits?(row: Row, error: unknown): void;
  },
): Promise<void> {
  const failed: unknown[] = [];
  const { placeOf, work, noAnswer, waits = (_, error) => failed.push(error) } = parts;
  const places = new Map<unknown, Row[]>();
  for (const row of rows) {
    const place = placeOf(row);
    const own = places.get(place);
    if (own === undefined) places.set(place, [row]);
    else own.push(row);
  }
  const visit = async (own: readonly Row[]): Promise<void> => {
    let unanswered = 0;
    let last: unknown;
    for (const row of own)
      if (unanswered === unansweredAtOnce) waits(row, last);
      else
        try {
          await work(row);
          unanswered = 0;
        } catch (error) {
          if (!noAnswer(error)) {
            failed.push(error);
            continue;
          }
          unanswered += 1;
          last = error;
          waits(row, error);
        }
  };
  await Promise.all([...places.values()].map(visit));
  if (failed.length > 0) throw failed[0];
}

/** Does the work row by row. One that fails holds up no other: the first failure is thrown after the last row. */
export async function eachAlone<Row>(rows: Iterable<Row>, work: (row: Row) => Promise<unknown>): Promise<void> {
  const failed: unknown[] = [];
  for (const row of rows) await work(row).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}
