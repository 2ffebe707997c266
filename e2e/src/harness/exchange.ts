import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../apps/server/src/config.ts';
import { type ExchangeParts, openExchange } from '../../../apps/server/src/exchange.ts';
import { silentLog } from '../../../apps/server/src/platform/log.ts';
import { createShutdown } from '../../../apps/server/src/platform/shutdown.ts';
import { freePort } from './server.ts';

/** The whole server inside this process: the only way to give it another clock than the machine's. */
export async function openExchangeHere(parts: Pick<ExchangeParts, 'clock' | 'feeds'>) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bourse-e2e-'));
  const shutdown = createShutdown(silentLog);
  const stop = () => shutdown.run();
  try {
    const config = readConfig({ PORT: String(await freePort()), BOURSE_DATA: dataFolder });
    const { origin, venues } = await openExchange({ ...parts, config, log: silentLog, shutdown });
    return { origin, venues, dataFolder, stop, discard: () => rmSync(dataFolder, { recursive: true, force: true }) };
  } catch (error) {
    await stop();
    throw error;
  }
}
