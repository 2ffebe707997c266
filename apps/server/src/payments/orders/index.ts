import { exponentOf } from '@bourse/bank-files';
import type { Chain, Network, UdunTrade } from '@bourse/chains';
import type { MoneyIn } from '../deposits/index.ts';
import type { Rail, Rails, Vault } from '../port.ts';
import type { OutsideLine } from '../reconcile/sums.ts';
import { type CallbackParts, createCallbacks, gatewayName } from './callbacks.ts';
import { createFollow } from './follow.ts';
import { type OrderParts, orderHandlers } from './handlers.ts';
import { createStatements } from './statements.ts';
import { createUnmatched } from './unmatched.ts';

/** A bank account of a customer that is on file. */
export interface AccountOnFile {
  id: string;
  /** An IBAN without spaces. */
  account: string;
}

export interface OrdersParts
  extends Pick<OrderParts, 'database' | 'clock' | 'real' | 'market' | 'documents' | 'conversation'>,
    Pick<CallbackParts, 'log' | 'party'> {
  rails: Rails;
  money: Pick<MoneyIn, 'reads' | 'alarm' | 'credits'>;
  vault(): Vault | undefined;
  accountsOnFile(account: number): Promise<readonly AccountOnFile[]>;
  /** Made by `openChains` for this room alone: its clients look for addresses of the house only. */
  house: { chains: ReadonlyMap<Network, Chain>; watched: ReadonlyMap<Network, Set<string>> };
}

/** Deposits that customers announce: over banks, providers, desks, and to addresses of the house; and what gateways tell. */
export function createOrders({
  database,
  clock,
  log,
  real,
  rails,
  market,
  money,
  documents,
  conversation,
  vault,
  accountsOnFile,
  house,
  party,
}: OrdersParts) {
  const houseAddress = async (network: Network): Promise<string | undefined> => {
    const about = await vault()
      ?.about()
      .catch(() => undefined);
    return about?.rails.find((one) => one.network === network && one.address !== undefined)?.address;
  };
  const statements = createStatements({
    ...{ database, clock, rails },
    payer: async (customerId, account) => {
      const [row] = await database.query<{ real_name: string | null }>('SELECT real_name FROM customer WHERE id = $1', [customerId]);
      return { name: row?.real_name ?? '', accounts: (await accountsOnFile(account)).map((one) => one.account) };
    },
  });
  const unmatched = createUnmatched({ database, clock, real, rails, statements, credited: money.credits.credited });
  const inBank = (
    { account, currency }: { account: string; currency: string },
    kind: OutsideLine['kind'],
    where: string,
    units: string,
  ) => {
    const rail = statements.bankRail({ account, currency });
    return rail === undefined ? [] : [{ asset: rail.asset.id, kind, where, units: BigInt(units), decimals: exponentOf(currency) }];
  };
  return {
    handlers: orderHandlers({
      ...{ database, clock, real, rails, market, documents, houseAddress, conversation },
      reads: money.reads,
      cards: accountsOnFile,
    }),
    job: createFollow({ database, clock, log, rails, houseChains: house.chains, houseWatched: house.watched }),
    callback: createCallbacks({ database, clock, log, rails, party, alarm: money.alarm }),
    /** A trade as the gateway or the provider of a rail has it now. Undefined: it knows none of this name, or there is nobody to ask. */
    trade: async ({ source }: Rail, id: string): Promise<UdunTrade | undefined> => {
      const name = source.kind === 'gateway' ? gatewayName : source.kind === 'provider' ? source.name.toLowerCase() : '';
      return party(name)?.ask?.(id);
    },
    importStatement: statements.importStatement,
    unmatched,
    unmatchedLines: statements.unmatched,
    effects: { unmatched: unmatched.effect },
    bodies: { unmatched: unmatched.body },
    /** What our bank accounts hold, by their newest statements. */
    held: async (): Promise<OutsideLine[]> =>
      (await statements.closings()).flatMap((one) => inBank(one, 'custody', one.account, one.closing)),
    /** What came to a bank account and nobody announced. */
    arriving: async (): Promise<OutsideLine[]> =>
      (await statements.unmatched()).flatMap((one) => inBank(one, 'notCredited', `line ${one.id}`, one.units)),
  };
}
export type Orders = ReturnType<typeof createOrders>;
