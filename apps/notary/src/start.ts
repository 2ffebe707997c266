import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { CannotStart, lockFolder } from '@bourse/key-process';
import { type KeyRole, parseVerifier } from '@bourse/transparency';
import { keyOf } from './folder.ts';
import { headsInFolder } from './heads.ts';
import { createNotaryServer } from './http.ts';
import { Notary, publicKeys, type WatchedLog } from './notary.ts';

export interface RunningNotary {
  address: string;
  /** The public keys, as others enter them. */
  keys: string[];
  stop(): Promise<void>;
}

/** Starts a notary or a witness from its settings, which `docs/transparency-log.md` lists. Throws `CannotStart` with a sentence for each thing that is missing. */
export async function startNotary(
  settings: Record<string, string | undefined>,
  say: (line: Record<string, unknown>) => void,
): Promise<RunningNotary> {
  const folder = settings['NOTARY_FOLDER'] || '.notary';
  const role = roleOf(settings['NOTARY_ROLE']);
  const logs = readLogs(settings['NOTARY_LOGS']);
  const port = Number(settings['NOTARY_PORT'] || '8090');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new CannotStart('NOTARY_PORT must be a whole number from 0 to 65535.');
  const unlock = lockFolder(folder);
  try {
    const key = keyOf(folder, settings['NOTARY_NAME'] || undefined, role);
    const notary = new Notary({
      key,
      logs,
      heads: headsInFolder(folder),
      now: Date.now,
      onContradiction: (origin, what) => say({ level: 'error', origin, message: `a head was refused: ${what}` }),
    });
    const server = createNotaryServer(notary, { key, logs });
    server.listen(port, settings['NOTARY_HOST'] || '127.0.0.1');
    await once(server, 'listening');
    const { address, port: taken } = server.address() as AddressInfo;
    return {
      address: `http://${address.includes(':') ? `[${address}]` : address}:${taken}`,
      keys: publicKeys({ key, logs }),
      stop: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function roleOf(text: string | undefined): KeyRole {
  if (text === undefined || text === '' || text === 'log') return 'log';
  if (text === 'witness') return 'witness';
  throw new CannotStart('NOTARY_ROLE must be log or witness.');
}

/** A file with a line for each log: its origin, a space, and a key that signs its heads. Several lines give one log several keys. */
function readLogs(file: string | undefined): WatchedLog[] {
  if (!file) throw new CannotStart('NOTARY_LOGS must name the file that lists the logs: a line for each with origin and key.');
  const keys = new Map<string, WatchedLog>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [origin, key, ...more] = line.trim().split(' ');
    if (origin === undefined || key === undefined || more.length > 0)
      throw new CannotStart(`${file}: "${line}" is not an origin and a key.`);
    const known = keys.get(origin)?.keys ?? [];
    keys.set(origin, { origin, keys: [...known, parseVerifier(key)] });
  }
  return [...keys.values()];
}
