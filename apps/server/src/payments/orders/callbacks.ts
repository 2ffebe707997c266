import { randomBytes } from 'node:crypto';
import { depositsIn } from '@bourse/bank-files';
import { ChainProblem, readUdunCallback, type UdunMessage, type UdunTrade } from '@bourse/chains';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { reviewDeposit } from '../deposits/credit.ts';
import { type DepositRow, depositColumns, moveDeposit } from '../deposits/store.ts';
import type { Rail, Rails } from '../port.ts';
import { ordersOf, unpaid } from './store.ts';

/** A gateway or a provider that calls back. */
export interface CallingParty {
  /** Signs its callbacks. The digest is a hint: it proves nothing. */
  key: string;
  /** Asks the party itself about a trade. Undefined: it cannot be asked, so people decide. */
  ask: ((tradeId: string) => Promise<UdunTrade | undefined>) | undefined;
}

export interface CallbackParts {
  database: Database;
  clock: { now(): number };
  log: Log;
  rails: Rails;
  /** By the name in the address that they call. */
  party(name: string): CallingParty | undefined;
  alarm(tx: Queryable, text: string, where: { rail?: number | undefined }): Promise<void>;
}

export interface CallbackAnswer {
  status: number;
  code: number;
  message: string;
}
const taken: CallbackAnswer = { status: 200, code: 200, message: 'SUCCESS' };
const no = (status: number, message: string): CallbackAnswer => ({ status, code: status, message });

/** The name by which the gateway of the rails file calls. A provider calls by its own name in small letters. */
export const gatewayName = 'udun';
const calls = (name: string, { source }: Rail, { mainCoinType, coinType }: UdunTrade): boolean =>
  source.kind === 'gateway'
    ? name === gatewayName && source.mainCoinType === mainCoinType && source.coinType === coinType
    : source.kind === 'provider' && source.name.toLowerCase() === name;

/** Everything that a trade says about money, in one text: two tellings of one trade are compared by it. */
const factsOf = ({ mainCoinType, coinType, address, memo, txHash, units, decimals }: UdunTrade): string =>
  JSON.stringify([mainCoinType, coinType, address, memo, txHash, String(units), decimals]);

/** Callbacks of gateways and providers: told once, checked with whoever is asked, and put to the address or the order that they name. */
export function createCallbacks({ database, clock, log, rails, party, alarm }: CallbackParts) {
  /** Whether the party, asked by us, says the same. */
  const confirmed = async ({ ask }: CallingParty, trade: UdunTrade): Promise<'same' | 'differs' | 'unknown' | 'silent' | 'cannotAsk'> => {
    if (ask === undefined) return 'cannotAsk';
    try {
      const told = await ask(trade.tradeId);
      if (told === undefined) return 'unknown';
      return told.direction === 'in' && told.status === 'done' && factsOf(told) === factsOf(trade) ? 'same' : 'differs';
    } catch (error) {
      if (error instanceof ChainProblem) return 'silent';
      throw error;
    }
  };

  const insert = async (tx: Queryable, rail: Rail, trade: UdunTrade): Promise<DepositRow | undefined> => {
    const now = clock.now();
    const network = rail.source.kind === 'gateway' ? rail.source.network : '';
    const [row] = await tx.query<DepositRow>(
      `INSERT INTO deposit (rail, external_id, account, customer_id, step, units, decimals, created_at, changed_at, steps, tx_hash, address, salt)
       SELECT $1, $2, owner.account, owner.customer_id, 'seen', $3, $4, $5, $5, $6, $7, $8, $9
       FROM (SELECT 1) AS one LEFT JOIN deposit_address AS owner ON owner.network = $10 AND owner.address = $8
       ON CONFLICT (rail, external_id) DO NOTHING RETURNING ${depositColumns}`,
      [
        ...[rail.rail, trade.tradeId, String(trade.units), trade.decimals, new Date(now), JSON.stringify({ seen: now })],
        ...[trade.txHash, trade.address, randomBytes(32), network],
      ],
    );
    return row;
  };
  /** The order that a provider's trade pays, or undefined: it names none that waits. */
  const pay = async (tx: Queryable, rail: Rail, trade: UdunTrade): Promise<DepositRow | undefined> => {
    const named = depositsIn(trade.memo);
    const [order] = named.length === 1 ? await ordersOf(tx, named) : [];
    if (order === undefined || order.rail !== rail.rail) return undefined;
    return moveDeposit(tx, order.number, 'matched', {
      ...{ from: unpaid, now: clock.now(), set: 'external_id = $6, units = $7, decimals = $8, tx_hash = $9' },
      values: [trade.tradeId, String(trade.units), trade.decimals, trade.txHash],
    });
  };

  const keep = (name: string, rail: Rail, trade: UdunTrade, sure: boolean): Promise<CallbackAnswer> =>
    database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(7221, hashtext($1))', [`${name} ${trade.tradeId}`]);
      const facts = factsOf(trade);
      const [known] = await tx.query<{ facts: string }>('SELECT facts FROM gateway_trade WHERE provider = $1 AND trade_id = $2', [
        ...[name, trade.tradeId],
      ]);
      if (known !== undefined) {
        if (known.facts === facts) return taken;
        await alarm(tx, `${name} told trade ${trade.tradeId} again with other facts.`, { rail: rail.rail });
        return no(409, 'the trade was told before with other facts');
      }
      const row = (rail.source.kind === 'provider' ? await pay(tx, rail, trade) : undefined) ?? (await insert(tx, rail, trade));
      if (row === undefined) return no(409, 'the trade is known under another name');
      await tx.query('INSERT INTO gateway_trade (provider, trade_id, facts, deposit, told_at) VALUES ($1, $2, $3, $4, $5)', [
        ...[name, trade.tradeId, facts, row.number, new Date(clock.now())],
      ]);
      // What nobody is known to own waits until somebody claims it.
      if (sure) await moveDeposit(tx, row.number, 'ready', { from: [row.step], now: clock.now() });
      else if (row.account !== null) await reviewDeposit(tx, row, rail, clock.now(), { subject: { confirmed: 'nobodyToAsk' } });
      return taken;
    });

  /** Answers a callback in the party's own protocol. */
  return async (name: string, form: Partial<UdunMessage>): Promise<CallbackAnswer> => {
    const who = party(name);
    if (who === undefined) return no(404, 'nobody of this name calls back');
    const read = readUdunCallback(form, who.key, clock.now());
    if (!read.ok) return no(read.problem === 'malformed' ? 400 : 403, read.problem);
    const { trade } = read;
    // What is on its way, or went out, is told again when it is done.
    if (trade.direction !== 'in' || trade.status !== 'done') return taken;
    const rail = rails.all().find((one) => calls(name, one, trade));
    const wrongUnits = rail?.source.kind === 'gateway' && rail.source.decimals !== trade.decimals;
    if (rail === undefined || trade.units === 0n || trade.decimals > 36 || wrongUnits) {
      log.warn(
        { party: name, trade: trade.tradeId, coinType: trade.coinType },
        'a callback tells of coins that no rail takes; it is passed over',
      );
      return taken;
    }
    const check = await confirmed(who, trade);
    if (check === 'silent') return no(503, 'the trade could not be checked; tell it again');
    if (check === 'differs' || check === 'unknown') {
      await alarm(database, `${name} signed trade ${trade.tradeId}, and asked about it says something else.`, { rail: rail.rail });
      return no(409, 'the trade is not as told');
    }
    return keep(name, rail, trade, check === 'same');
  };
}
export type Callbacks = ReturnType<typeof createCallbacks>;
