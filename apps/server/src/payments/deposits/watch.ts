import { ChainProblem, type Network, noAnswer, Watcher } from '@bourse/chains';
import type { Database, Queryable } from '../../platform/database.ts';
import { placeByPlace } from '../../platform/in-turns.ts';
import type { Log } from '../../platform/log.ts';
import type { Rails } from '../port.ts';
import type { Addresses } from './addresses.ts';
import { creditable } from './credit.ts';
import { rescan, rescanWaits } from './rescan.ts';
import { type DepositRow, depositStore, railOf } from './store.ts';

/** Blocks that a watcher remembers; a change that goes deeper stops it. */
const remember = 200;
const maxObservations = 20_000;
/** Passes in one run, of up to a hundred blocks each. */
const passes = 20;

export interface WatchParts {
  database: Database;
  clock: { now(): number };
  log: Log;
  rails: Rails;
  addresses: Addresses;
  /** The addresses that a network's client looks for; the run fills it. */
  watched: ReadonlyMap<Network, Set<string>>;
  alarm(tx: Queryable, text: string, rail: number | undefined): Promise<void>;
  lost(tx: Queryable, deposit: DepositRow): Promise<void>;
}

/** Follows every chain of the rails. Of several servers one does it at a time. */
export function createWatch({ database, clock, log, rails, addresses, watched, alarm, lost }: WatchParts) {
  const problems = new Map<Network, string>();
  const one = async (network: Network, own: Set<string>): Promise<void> => {
    const chain = rails.chain(network);
    if (chain === undefined) return;
    await addresses.addFresh(network, own);
    const store = depositStore({ database, clock, rails, network, alarm, lost });
    // Nothing was sent to an address before the first one was given out: a watcher that knows nothing begins at the newest block.
    const startHeight = (await store.load()) === undefined ? (await chain.head()).height : 0;
    const needed = ({ token, units }: { token?: string; units: bigint }) => {
      const source = railOf(rails, network, token)?.source;
      if (source?.kind !== 'chain') return 1;
      const { largeConfirmations: large, confirmations } = source;
      return large !== undefined && units >= large.from ? large.needed : confirmations;
    };
    const isSmall = ({ token, units }: { token?: string; units: bigint }) => {
      const rail = railOf(rails, network, token);
      return (
        rail?.source.kind === 'chain' &&
        creditable({ units: String(units), decimals: rail.source.decimals }, rail).amount < rails.rules(rail.rail).minIn
      );
    };
    const watcher = new Watcher({ chain, store, startHeight, remember, maxObservations, needed, isSmall });
    for (let at = 0; at < passes; at += 1) if ((await watcher.pass()).behind === 0) break;
    await rescan({ database, clock, rails, network, chain, store, needed });
  };
  return {
    run: async (): Promise<void> => {
      const follow = async ([network, own]: [Network, Set<string>]): Promise<void> => {
        try {
          await one(network, own);
          problems.delete(network);
        } catch (error) {
          if (!(error instanceof ChainProblem)) throw error;
          // A block that changed while it was read is read again at the next run.
          if (error.problem === 'blocksDoNotLink') return;
          if (!problems.has(network)) log.warn({ network, err: error }, 'a chain cannot be followed; deposits on it wait');
          problems.set(network, error.message);
          await rescanWaits(database, network, error.message);
        }
      };
      await placeByPlace(watched, { placeOf: ([network]) => network, work: follow, noAnswer });
    },
    /** Why a chain cannot be followed now. */
    problem: (network: Network): string | undefined => problems.get(network),
    warnings: (): string[] => [...problems].map(([network, text]) => `Deposits on ${network} wait: ${text}`),
  };
}
