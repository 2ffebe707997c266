import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Network, networks, publicLineKey } from '@bourse/chains';
import { backOff, type Clock } from '../../platform/clock.ts';
import { companionFile } from '../../platform/companions.ts';
import type { Log } from '../../platform/log.ts';
import type { Rail } from '../port.ts';

export const signerFile = () => companionFile('signer');

/** The server's own key towards the signer, made at the first start. */
export function serverSecretOf(folder: string): Uint8Array {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'server-key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
}

/** Where the keys of hot wallets are in the signer's seed (BIP 44 and 84), by family of networks. */
const accountPath = { bitcoin: "m/84'/0'/0'", evm: "m/44'/60'/0'", tron: "m/44'/195'/0'", xrp: "m/44'/144'/0'" } as const;
export const hotIndex = 0;

export interface PolicyParts {
  rails: readonly Rail[];
  chainIds: Readonly<Partial<Record<Network, string>>>;
  serverSecret: Uint8Array;
  /** Where customers use their passkeys, and where operators do. */
  relyingParty: { id: string; origins: readonly string[] };
  console: { id: string; origins: readonly string[] };
  /** Public keys of operators, SPKI in base64, by number. */
  operators: Readonly<Record<string, string>>;
}

/** A policy for development: generous, and every rail of the file that signs. */
export function developmentPolicy({
  rails,
  chainIds,
  serverSecret,
  relyingParty,
  console,
  operators,
}: PolicyParts): Record<string, unknown> {
  const chained = rails.flatMap((rail) => (rail.source.kind === 'chain' ? [{ rail, source: rail.source }] : []));
  const whole = (source: { decimals: number }, coins: number) => String(BigInt(coins) * 10n ** BigInt(source.decimals));
  return {
    serverKey: publicLineKey(serverSecret),
    operators,
    relyingParty,
    console,
    accounts: Object.fromEntries(chained.map(({ source }) => [source.network, accountPath[networks[source.network].family]])),
    rails: chained
      .filter(({ rail }) => (rail.rules.open & 2) !== 0)
      .map(({ rail, source }) => ({
        rail: rail.rail,
        network: source.network,
        scale: rail.asset.scale,
        decimals: source.decimals,
        ...(source.token === undefined ? {} : { token: source.token }),
        ...(chainIds[source.network] === undefined ? {} : { chainId: chainIds[source.network] }),
        path: `${accountPath[networks[source.network].family]}/0/${hotIndex}`,
        // The ledger for development begins there.
        firstNonce: networks[source.network].family === 'xrp' ? 70 : 0,
        ...{ mostUnits: whole(source, 100_000), dayUnits: whole(source, 1_000_000), totpDayUnits: whole(source, 100_000) },
        ...{ operatorFrom: whole(source, 50_000), secondFrom: whole(source, 80_000), mostFee: '1000000000000000000' },
        // Addresses with tags are one, which is the hot wallet itself.
        ...(networks[source.network].family === 'xrp' ? {} : { sweep: { to: 'hot', dayFee: '1000000000000000000' } }),
      })),
  };
}

/** Runs a signer beside a server in development, and runs it again when it ends. In production it has a user of its own, whose folder nobody else reads. */
export function startSignerProcess(options: { file: string; folder: string; policy: Record<string, unknown>; clock: Clock; log: Log }) {
  const { file, folder, policy, clock, log } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const policyFile = join(folder, 'policy.json');
  let written = JSON.stringify(policy, null, 2);
  writeFileSync(policyFile, written, { mode: 0o600 });
  const wait = backOff(1_000, 60_000);
  let child: ChildProcess;
  let stopped = false;
  const run = () => {
    if (stopped) return;
    child = fork(file, [], {
      env: { PATH: process.env['PATH'], SIGNER_FOLDER: folder },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', () => wait.reset());
    child.on('error', (error) => log.warn({ err: error }, 'the signer could not be started'));
    child.once('exit', (status) => {
      if (stopped) return;
      const againMs = wait.next();
      log.warn({ status, againMs }, 'the signer ended; it is started again');
      clock.after(againMs, run);
    });
    child.unref();
    child.channel?.unref();
  };
  run();
  return {
    socket: join(folder, 'socket'),
    /** A policy that changed: the signer reads it at its start, so it is started again. */
    update(changed: Record<string, unknown>) {
      const text = JSON.stringify(changed, null, 2);
      if (text === written) return;
      written = text;
      writeFileSync(policyFile, text, { mode: 0o600 });
      wait.reset();
      child.kill('SIGTERM');
    },
    stop() {
      stopped = true;
      child.kill('SIGTERM');
    },
  };
}
