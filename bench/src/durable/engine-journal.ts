import { median } from '../engine/world.ts';
import type { BenchResult } from '../result.ts';
import { withPostgres } from './database.ts';
import { createLoad, customers, drive, instruments, perSecond } from './load.ts';
import { openReferenceLedger } from './reference-ledger.ts';
import { accountAt, openBenchVenue, openMarket, tellVenue } from './venue.ts';

const rounds = 5;
const ourCommands = 100_000;
const referenceOrders = 4_000;
const ourInFlight = 2_048;
const referenceInFlight = 128;

/**
 * Sequencer, engine and journal without HTTP, compared with a transaction per order without HTTP, on the same database server with the same
 * durability.
 */
export const engineJournal = (): Promise<BenchResult> =>
  withPostgres(async (fresh) => {
    const venue = await openBenchVenue(await fresh(), { projected: false });
    const projectedVenue = await openBenchVenue(await fresh(), { projected: true });
    const reference = await openReferenceLedger(await fresh(), customers, instruments);
    await openMarket(venue.tell);
    await openMarket(projectedVenue.tell);
    const load = createLoad(1, accountAt);
    const projectedLoad = createLoad(2, accountAt);
    const referenceLoad = createLoad(3);

    const runOurs = (to: typeof venue, from: typeof load, total: number) => drive(from.batch(total), ourInFlight, tellVenue(to, from));
    const runReference = (total: number) =>
      drive(referenceLoad.batch(total), referenceInFlight, async (request) => {
        const answer = await reference.handle(request);
        if (request.kind === 'place' && 'order' in answer) referenceLoad.placed(request.account, answer.order);
      });

    await runOurs(venue, load, ourCommands / 2);
    await runReference(referenceOrders / 4);
    const ours: number[] = [];
    const usual: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await runOurs(venue, load, ourCommands));
      usual.push(await runReference(referenceOrders));
    }
    const projected: number[] = [];
    const caughtUp: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const from = performance.now();
      projected.push(await runOurs(projectedVenue, projectedLoad, 40_000));
      await projectedVenue.sequencer.waitProjected(projectedVenue.sequencer.durable, 600_000);
      caughtUp.push((40_000 / (performance.now() - from)) * 1000);
    }
    const [size] = await venue.database.query<{ bytes: number; count: number }>(
      'SELECT sum(length(bytes))::float8 / sum(count) AS bytes, avg(count)::float8 AS count FROM journal_batch',
    );
    await reference.close();
    return {
      name: 'engine-journal',
      ratio: median(ours) / median(usual),
      bar: '40.00',
      ours: `${perSecond(median(ours))} commands/s`,
      reference: `${perSecond(median(usual))} orders/s`,
      report: [
        `${rounds} rounds side by side, ${customers} customers, ${instruments} books, every answer after the write is durable; neither side has HTTP`,
        `ours: client ids checked, ${(size?.bytes ?? 0).toFixed(0)} bytes a command in the journal, ${(size?.count ?? 0).toFixed(0)} commands a write, ${ourInFlight} in flight`,
        `reference: one transaction an order with row locks, ${referenceInFlight} in flight, 24 connections`,
        `ours with projections at the same time: ${perSecond(median(projected))} commands/s accepted, ${perSecond(median(caughtUp))} a second until all are projected`,
      ],
    };
  });
