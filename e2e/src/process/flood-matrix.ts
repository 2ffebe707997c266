import { anAsset, callRoutes, floodRoutes, otherRoutes } from './flood.ts';
import { startSettled } from './world.ts';

/**
 * Every route, flooded by 300 connections for some seconds each (2 unless the first argument says otherwise), with the settings of a first start. A second
 * argument takes the routes whose name contains it.
 */
const [, , seconds = '2', part = ''] = process.argv;
const server = await startSettled({});
try {
  const other = otherRoutes(await anAsset(server.origin));
  await floodRoutes(server, (token) => [...other, ...callRoutes(token)].filter(({ name }) => name.includes(part)), Number(seconds));
} finally {
  await server.stop();
  server.discard();
}
process.exit(0);
