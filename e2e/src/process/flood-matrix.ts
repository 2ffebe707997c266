import { anAsset, callRoutes, floodRoutes, otherRoutes } from './flood.ts';
import { startSettled } from './world.ts';

/**
 * Every route, flooded by 300 connections for some seconds each, with the settings of a first start. It takes about ten minutes on two cores; the runs of
 * `run.ts` have a short form of it. Each route's row is printed as soon as it is measured, so a run that is cut says how far it came.
 *
 * Arguments, all optional: seconds a route (2); routes whose name or group contains this text; `many` for a flood from many addresses at once, which no
 * budget of an address ends.
 */
const [, , seconds = '2', part = '', from = ''] = process.argv;
const server = await startSettled({});
let failed: unknown;
try {
  const routes = [...otherRoutes(await anAsset(server.origin)), ...callRoutes];
  const chosen = routes.filter(({ name, group }) => name.includes(part) || group === part);
  await floodRoutes(server, chosen, { secondsEach: Number(seconds), manyAddresses: from === 'many' });
} catch (error) {
  failed = error;
  console.error(error);
} finally {
  await server.stop();
  server.discard();
}
process.exit(failed === undefined ? 0 : 1);
