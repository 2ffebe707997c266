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

/** Does the work row by row. One that fails holds up no other: the first failure is thrown after the last row. */
export async function eachAlone<Row>(rows: Iterable<Row>, work: (row: Row) => Promise<unknown>): Promise<void> {
  const failed: unknown[] = [];
  for (const row of rows) await work(row).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}
