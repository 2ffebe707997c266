/** Batches of one run, so that a job can stop. The next run goes on. */
const batchesAtMost = 20;

/** Does one batch after the other. `one` says how much it did; undefined: nothing is left. Answers how much was done in all. */
export async function inBatches(one: () => Promise<number | undefined>): Promise<number> {
  let done = 0;
  for (let round = 0; round < batchesAtMost; round += 1) {
    const some = await one();
    if (some === undefined) break;
    done += some;
  }
  return done;
}
