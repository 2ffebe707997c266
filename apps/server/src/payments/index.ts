import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type Network, networks, UdunGateway } from '@bourse/chains';
import type { TradingPorts } from '../calls/trading.ts';
import type { Config } from '../config.ts';
import { documentsKey } from '../documents/documents-key.ts';
import type { Lists } from '../identity/lists.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { onceForFolder } from '../platform/once.ts';
import { adoptGatewayAddresses } from './deposits/adopt.ts';
import { createMoneyIn } from './deposits/index.ts';
import { liabilityHandlers } from './liabilities/handlers.ts';
import { createLiabilities } from './liabilities/liabilities.ts';
import { createOrders, type Orders, type OrdersParts } from './orders/index.ts';
import { outsideFile, startOutsideProcess } from './outside/outside-process.ts';
import { nowhere, type Places, readPlaces } from './outside/places.ts';
import { outsideState } from './outside/state.ts';
import { createMoneyOut } from './payouts/index.ts';
import { openChains } from './rails/chains.ts';
import { readRails } from './rails/declared.ts';
import { defineRails, RailBook } from './rails/rails.ts';
import { createCosts } from './reconcile/costs.ts';
import { createReconciliation } from './reconcile/reconcile.ts';
import { createSweeps } from './sweeps/index.ts';
import { openVault } from './vault/index.ts';

export interface PaymentsParts {
  config: Config;
  ports: TradingPorts;
  log: Log;
  lists: Pick<Lists, 'address'>;
  documents: OrdersParts['documents'];
  conversation: OrdersParts['conversation'];
  /** Operators let no payout begin now. */
  payoutsOff: () => boolean;
  /** Heads of the transparency log have lacked a signature for so long that payouts wait. */
  unwitnessed?: () => boolean;
}

/** Money in and out: rails, deposits, payouts, and whether all that is owed is there. */
export async function openPayments({
  config,
  ports,
  log,
  lists,
  documents,
  conversation,
  payoutsOff,
  unwitnessed = () => false,
}: PaymentsParts) {
  const { database, clock, market } = ports;
  const { real } = ports.venues;
  const { catalogue } = market;
  const file = config.environment === 'development' && config.outside === undefined ? outsideFile() : undefined;
  const world =
    file === undefined ? undefined : await startOutsideProcess({ file, folder: join(config.dataFolder, 'outside'), clock, log });
  const places: Places =
    world === undefined
      ? config.outside === undefined
        ? nowhere
        : readPlaces(config.outside)
      : {
          ...world.places,
          nodes: Object.fromEntries(Object.entries(world.places.nodes).map(([network, url]) => [network, [url]])),
        };
  const declared = readRails((code) => catalogue.assetByCode(code), {
    path: config.rails,
    tokens: places.tokens,
    // Without a node a rail is closed, so its contract may be unknown.
    reachable: (network) => Object.hasOwn(places.nodes, network),
  });
  const { chains, watched } = openChains(declared.rails, places.nodes, places.chainIds);
  const rails = new RailBook(declared.rails, chains);
  const opened = await openVault({ config, database, rails: declared.rails, chainIds: places.chainIds, clock, log });
  const vault = () => opened.vault;
  const gateway =
    places.gateway &&
    new UdunGateway({
      ...places.gateway,
      callbackUrl: `${config.publicUrl}/api/gateway/udun`,
      nonce: () => String(randomInt(1_000_000)).padStart(6, '0'),
      now: () => clock.now(),
    });
  const key = documentsKey(config.dataFolder);
  const moneyIn = createMoneyIn({
    ...{ database, clock, log, real, rails, watched, vault, gateway, payoutsOff, key },
    outside: () => world,
    trade: (rail, id) => orders.trade(rail, id),
  });
  const moneyOut = createMoneyOut({
    ...{ ports, log, rails, vault, lists, unwitnessed, off: payoutsOff },
    outside: () => world,
    bank: () => places.bank,
    key,
  });
  const orders: Orders = createOrders({
    ...{ database, clock, log, real, rails, market, documents, conversation, vault, money: moneyIn },
    // Clients of its own: what comes to an address of the house is nobody's deposit.
    house: openChains(declared.rails, places.nodes, places.chainIds),
    accountsOnFile: moneyOut.accountsOnFile,
    party: (name) =>
      name === 'udun' && gateway !== undefined && places.gateway !== undefined
        ? { key: places.gateway.key, ask: (id) => gateway.trade(id) }
        : undefined,
  });
  const coinOf = (network: Network) => {
    const rail = rails.all().find(({ source }) => source.kind === 'chain' && source.network === network && source.token === undefined);
    return rail && { asset: rail.asset, decimals: networks[network].decimals };
  };
  const sweeps = createSweeps({ database, clock, log, rails, vault });
  const sent = async () => (await Promise.all([moneyOut.sent(), sweeps.sent()])).flat();
  const costs = createCosts({ database, clock, real, sent, chain: rails.chain, coinOf });
  const reconciliation = createReconciliation({
    ...{ database, clock, log, real, catalogue },
    simulatedCapital: config.environment === 'development',
    outside: async () =>
      (
        await Promise.all([
          ...[moneyIn.held(), moneyIn.arriving(), moneyOut.lines(), orders.held(), orders.arriving(), costs.lines()],
          sweeps.lines(),
        ])
      ).flat(),
  });
  const proofEveryMs = config.environment === 'development' ? 10 * 60_000 : 24 * 3_600_000;
  const liabilities = createLiabilities({ database, clock, log, real, everyMs: proofEveryMs });
  const jobs: readonly Job[] = [
    moneyIn.job,
    orders.job,
    orders.unmatched.job,
    ...moneyOut.jobs,
    ...opened.jobs,
    sweeps.job,
    costs.job,
    reconciliation.job,
    liabilities.job,
  ];
  return {
    handlers: {
      ...{ ...moneyIn.handlers, ...moneyOut.handlers, ...orders.handlers },
      ...liabilityHandlers({ database, real, catalogue, liabilities, everyMs: proofEveryMs }),
    },
    effects: { ...moneyIn.effects, ...orders.effects, ...moneyOut.effects },
    bodies: { ...moneyIn.bodies, ...orders.bodies, ...moneyOut.bodies },
    callback: orders.callback,
    rails,
    /** The signer and the chains, as operators look at them. */
    outside: outsideState({ rails, vault, waiting: moneyOut.waiting, payoutsOff, problem: moneyIn.problem }),
    reconcile: reconciliation.run,
    importStatement: orders.importStatement,
    unmatched: orders.unmatched,
    jobs,
    warnings: (): string[] => [...moneyIn.warnings(), ...moneyOut.warnings(), ...sweeps.warnings(), ...reconciliation.warnings()],
    /** Tells the real venue its rails, once it knows its assets. Before it has operators this needs no approval. */
    async start(): Promise<void> {
      await onceForFolder(config.dataFolder, 'gateway-addresses-marked', () => adoptGatewayAddresses(database, declared.rails, key));
      await defineRails(real, declared, log);
      await real.read((engine) => rails.refresh(engine));
    },
    stop(): void {
      opened.stop();
      world?.stop();
    },
  };
}
