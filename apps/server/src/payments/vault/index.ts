import { join } from 'node:path';
import type { Network } from '@bourse/chains';
import type { Config } from '../../config.ts';
import { documentsKey } from '../../documents/documents-key.ts';
import type { Job } from '../../jobs/jobs.ts';
import { operatorMarks } from '../../operators/sign-in/marks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { relyingParty } from '../../security/relying-party.ts';
import { operatorKeys } from '../payouts/keys.ts';
import type { Rail, Vault } from '../port.ts';
import { vaultClient } from './client.ts';
import { developmentPolicy, serverSecretOf, signerFile, startSignerProcess } from './vault-process.ts';

export interface OpenVaultParts {
  config: Pick<Config, 'dataFolder' | 'environment' | 'publicUrl' | 'consoleUrl' | 'vaultSocket' | 'vaultKey'>;
  database: Database;
  rails: readonly Rail[];
  chainIds: Readonly<Partial<Record<Network, string>>>;
  clock: Clock;
  log: Log;
}

export interface OpenedVault {
  /** Undefined: none is configured. Payouts wait, and no address is given out. */
  vault: Vault | undefined;
  jobs: readonly Job[];
  stop(): void;
}

/** The site whose passkeys count. An address that is a number has none, except on this machine, which has a name as well. */
export function partyOf(url: string): { id: string; origins: readonly string[] } {
  const { id, origin } = relyingParty(url) ?? { id: new URL(url).hostname, origin: new URL(url).origin };
  return { id, origins: [origin] };
}

/** The vault that the settings name; in development one that runs beside the server, whose policy learns of operators as they enrol. */
export async function openVault({ config, database, rails, chainIds, clock, log }: OpenVaultParts): Promise<OpenedVault> {
  const serverSecret = serverSecretOf(join(config.dataFolder, 'keys', 'vault'));
  if (config.vaultSocket !== undefined) {
    const client = vaultClient({ socket: config.vaultSocket, serverSecret, vaultKey: config.vaultKey, clock });
    return { vault: client, jobs: [], stop: () => client.close() };
  }
  const file = signerFile();
  if (config.environment !== 'development' || file === undefined) return { vault: undefined, jobs: [], stop: () => {} };
  const marks = operatorMarks(documentsKey(config.dataFolder));
  const policy = async () =>
    developmentPolicy({
      ...{ rails, chainIds, serverSecret, operators: await operatorKeys(database, marks) },
      ...{ relyingParty: partyOf(config.publicUrl), console: partyOf(config.consoleUrl) },
    });
  const process = startSignerProcess({ file, folder: join(config.dataFolder, 'signer'), policy: await policy(), clock, log });
  const client = vaultClient({ socket: process.socket, serverSecret, vaultKey: undefined, clock });
  return {
    vault: client,
    jobs: [{ name: 'signer-policy', everyMs: 10_000, run: async () => process.update(await policy()) }],
    stop() {
      client.close();
      process.stop();
    },
  };
}
