import { randomBytes } from 'node:crypto';
import type { Network } from '@bourse/chains';
import { networks } from '@bourse/chains';
import { formatUnits, trimZeros } from '@bourse/money';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../../calls/handlers.ts';
import type { MadeDeposit } from '../../chat/deposits.ts';
import type { Documents } from '../../documents/documents.ts';
import type { MarketData } from '../../market/port.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { creditable, reviewDeposit } from '../deposits/credit.ts';
import { assertLevel } from '../deposits/handlers.ts';
import type { DepositReads } from '../deposits/read.ts';
import { type DepositRow, depositColumns, moveDeposit } from '../deposits/store.ts';
import type { Rails } from '../port.ts';
import { instructionsOf } from './instructions.ts';
import { picturesOf, usedByDeposit } from './pictures.ts';
import { quoteOf, rateMs } from './quote.ts';
import { inHandMs, openOrders, orderMs, orderOf, ordersInHand, ordersOf } from './store.ts';

type Names =
  | 'POST pay/recharge/verify'
  | 'POST pay/recharge'
  | 'POST pay/recharge/submit'
  | 'POST pay/recharge/claim'
  | 'GET pay/recharge/detail';

export interface OrderParts {
  database: Database;
  clock: { now(): number };
  real: EnginePort;
  rails: Rails;
  market: Pick<MarketData, 'usdRate'>;
  reads: DepositReads;
  documents: Pick<Documents, 'use'>;
  /** The bank accounts on file of a customer, by id. */
  cards(account: number): Promise<readonly { id: string }[]>;
  /** Where the house receives on a network. Undefined: nowhere now. */
  houseAddress(network: Network): Promise<string | undefined>;
  /** Opens the conversation about a deposit that people take, where there is one; the answer is called after the commit. */
  conversation(tx: Transaction, made: MadeDeposit): Promise<() => void>;
}

/** Claims of one customer in a day. */
const claimsADay = 10;
const dayMs = 86_400_000;

/** A transaction's hash as its network writes it. */
function hashOn(network: Network, text: string): string {
  const plain = text.replace(/^0x/i, '').toLowerCase();
  const { family } = networks[network];
  return family === 'evm' || family === 'tron' ? `0x${plain}` : family === 'xrp' ? plain.toUpperCase() : plain;
}

/** Deposits that customers announce, and coins that they claim. */
export function orderHandlers({
  database,
  clock,
  real,
  rails,
  market,
  reads,
  documents,
  cards,
  houseAddress,
  conversation,
}: OrderParts): Handlers<Names> {
  const assertCard = async (account: number, id: string | undefined): Promise<void> => {
    if (id !== undefined && !(await cards(account)).some((card) => card.id === id)) throw new Refusal('destinationUnknown');
  };
  const itemOf = async (row: DepositRow) => (await reads.items([row]))[0]!;
  const placedOf = async (number: bigint) => {
    const order = (await orderOf(database, number))!;
    return { deposit: await itemOf(order), instructions: instructionsOf(order, rails.get(order.rail)!) };
  };
  /** Of calls at once by one customer, one after the other is looked at. */
  const alone = (tx: Queryable, customerId: string) => tx.query('SELECT pg_advisory_xact_lock(7222, hashtext($1))', [customerId]);

  /** Refuses a transaction that another deposit names, and one of the house's own. A deposit that people refused names none any more. */
  const takeTransaction = async (tx: Queryable, { rail, number }: DepositRow, hash: string): Promise<void> => {
    await tx.query('SELECT pg_advisory_xact_lock(7223, hashtext($1))', [hash]);
    await tx.query("UPDATE deposit SET external_id = NULL WHERE rail = $1 AND external_id = $2 AND step IN ('refused', 'expired')", [
      ...[rail, hash],
    ]);
    const others = await tx.query(
      "SELECT 1 FROM deposit WHERE tx_hash = $1 AND number <> $2 AND step NOT IN ('refused', 'expired') LIMIT 1",
      [...[hash, number]],
    );
    if (others.length > 0) throw new Refusal('transactionTaken');
    // What gathers coins, and what a payout leaves over, comes to the house's own address as well. It is written down before it is sent.
    const own = await tx.query(
      'SELECT 1 FROM sweep WHERE hash = $1 UNION ALL SELECT 1 FROM sweep WHERE fuel_hash = $1 UNION ALL SELECT 1 FROM payout_sent WHERE hashes @> ARRAY[$1::text] LIMIT 1',
      [hash],
    );
    if (own.length > 0) throw new Refusal('transactionTaken');
  };

  return {
    'POST pay/recharge/verify': async (input, { session }) => {
      const quote = quoteOf(rails, market, input);
      await assertCard(session.account, input.cardId);
      const { asset, source } = quote.rail;
      const { fee, net } = creditable({ units: String(quote.units), decimals: asset.scale }, quote.rail);
      const money = (units: bigint) => trimZeros(formatUnits(units, asset.scale));
      const { value: level } = await real.read((engine) => engine.standing(session.account).level);
      const cardless = source.kind === 'bank' && input.cardId === undefined && (await cards(session.account)).length === 0;
      return {
        fee: money(fee),
        net: money(net),
        needs: [
          ...(level < 1 ? (['identity'] as const) : []),
          ...(cardless ? (['card'] as const) : []),
          ...(source.kind === 'desk' ? (['evidence'] as const) : []),
        ],
      };
    },
    'POST pay/recharge': async (input, { session, language }) => {
      const { account, customerId } = session;
      const quote = quoteOf(rails, market, input);
      await assertLevel(real, account);
      await assertCard(account, input.cardId);
      const { rail, pays, paysUnits, units, rate } = quote;
      const address = rail.source.kind === 'screenshot' ? await houseAddress(rail.source.network) : null;
      if (address === undefined) throw new Refusal('railOff');
      // The smallest units of the chain, so that what arrives is compared with them.
      const decimals = rail.source.kind === 'screenshot' ? rail.source.decimals : rail.asset.scale;
      const now = clock.now();
      const { number, tell } = await database.transaction(async (tx) => {
        await alone(tx, customerId);
        const [open] = await tx.query<{ awaiting: bigint; in_hand: bigint }>(
          `SELECT count(*) FILTER (WHERE step = 'awaiting' AND expires_at > $2) AS awaiting,
             count(*) FILTER (WHERE step IN ('submitted', 'review') AND created_at > $3) AS in_hand
           FROM deposit JOIN deposit_order USING (number) WHERE customer_id = $1`,
          [customerId, new Date(now), new Date(now - inHandMs)],
        );
        if (Number(open!.awaiting) >= openOrders) throw new Refusal('depositOrdersTooMany', { limit: openOrders });
        if (Number(open!.in_hand) >= ordersInHand) throw new Refusal('depositsInReview', { limit: ordersInHand });
        const [row] = await tx.query<{ number: bigint }>(
          `INSERT INTO deposit (rail, account, customer_id, step, units, decimals, created_at, changed_at, steps, expires_at, address, salt)
           VALUES ($1, $2, $3, 'awaiting', $4, $5, $6, $6, $7, $8, $9, $10) RETURNING number`,
          [
            ...[rail.rail, account, customerId, String(scaled(units, rail.asset.scale, decimals)), decimals, new Date(now)],
            ...[JSON.stringify({ awaiting: now }), new Date(now + orderMs), address, randomBytes(32)],
          ],
        );
        await tx.query(
          'INSERT INTO deposit_order (number, pays, pays_units, rate, rate_until, card, business) VALUES ($1, $2, $3, $4, $5, $6, $7)',
          [
            ...[row!.number, pays.code, String(paysUnits), rate ?? null, rate === undefined ? null : new Date(now + rateMs)],
            ...[input.cardId ?? null, input.business ?? false],
          ],
        );
        const { reference, expiresAt } = instructionsOf((await orderOf(tx, row!.number))!, rail);
        const instructions = { reference, pays: trimZeros(formatUnits(paysUnits, pays.scale)), currency: pays.code, expiresAt };
        const made = { number: row!.number, session, channel: rail.channel, language, instructions };
        return { number: row!.number, tell: await conversation(tx, made) };
      });
      tell();
      return placedOf(number);
    },
    'POST pay/recharge/submit': async ({ id, txHash, evidence }, { session }) => {
      const own = await reads.rowOf(session.customerId, id);
      const moved = await database.transaction(async (tx) => {
        const [order] = await ordersOf(tx, [own.number]);
        const rail = order && rails.get(order.rail);
        if (order === undefined || rail === undefined) throw new Refusal('depositUnknown');
        const late = order.step === 'awaiting' && order.expires_at !== null && order.expires_at.getTime() <= clock.now();
        if ((order.step !== 'awaiting' && order.step !== 'submitted') || late) throw new Refusal('depositOrderOver');
        const { kind } = rail.source;
        const hash = txHash !== undefined && rail.source.kind === 'screenshot' ? hashOn(rail.source.network, txHash) : undefined;
        const now = clock.now();
        await documents.use(tx, session.customerId, 'deposit', evidence, usedByDeposit(order.number));
        const pictures = await picturesOf(tx, order.number);
        const shown = pictures.length > 0 || (kind === 'screenshot' && (hash ?? order.tx_hash) !== null);
        if ((kind === 'desk' || kind === 'screenshot') && !shown) throw new Refusal('identityEvidenceMissing', { part: 'payment' });
        if (hash !== undefined) {
          await takeTransaction(tx, order, hash);
          await tx.query('UPDATE deposit SET tx_hash = $2, external_id = $2 WHERE number = $1', [order.number, hash]);
        }
        const row = (await moveDeposit(tx, order.number, 'submitted', { from: ['awaiting', 'submitted'], now }))!;
        // A picture alone is looked at by people; so is what is paid at a desk.
        if (kind === 'desk' || (kind === 'screenshot' && row.tx_hash === null)) {
          const { pays, pays_units, rate, rate_until, business } = order;
          const scale = rail.source.kind === 'desk' ? rail.source.pays.scale : rail.asset.scale;
          const subject = {
            ...{ pays, paid: trimZeros(formatUnits(BigInt(pays_units), scale)), business: String(business) },
            ...(rate === null ? {} : { rate, paidInTime: String(rate_until!.getTime() >= now) }),
          };
          await reviewDeposit(tx, row, rail, now, { subject, evidence: pictures });
        }
        return order.number;
      });
      return itemOf((await orderOf(database, moved))!);
    },
    'POST pay/recharge/claim': async ({ channel, txHash, remark }, { session }) => {
      const { account, customerId } = session;
      const rail = rails.get(channel);
      if (rail === undefined || (rail.source.kind !== 'chain' && rail.source.kind !== 'gateway')) throw new Refusal('channelUnknown');
      const now = clock.now();
      const made = await database.query(
        `INSERT INTO deposit_claim (customer_id, at) SELECT $1, $2
         WHERE (SELECT count(*) FROM deposit_claim WHERE customer_id = $1 AND at > $3) < $4 RETURNING id`,
        [customerId, new Date(now), new Date(now - dayMs), claimsADay],
      );
      if (made.length === 0) throw new Refusal('tooManyAttempts', { minutes: dayMs / 60_000 });
      const hash = rail.source.kind === 'chain' ? hashOn(rail.source.network, txHash) : txHash;
      const claimed = await database.transaction(async (tx) => {
        const rows = await tx.query<DepositRow & { claimed_at: Date | null }>(
          `SELECT ${depositColumns}, claimed_at FROM deposit WHERE rail = $1 AND tx_hash = $2 ORDER BY number FOR UPDATE`,
          [rail.rail, hash],
        );
        if (rows.length === 0) throw new Refusal('transactionUnknown');
        const own = customerId;
        const free = rows.find(
          ({ step, account: owner, customer_id, claimed_at }) =>
            (step === 'ready' && owner === null) ||
            // Too little for a machine: its owner asks people once. What people refused to one claimant is free for another.
            (step === 'refused' && (claimed_at === null ? String(customer_id) === own : String(customer_id) !== own)),
        );
        if (free === undefined) {
          // Not deep enough yet, and nobody's: to be claimed later.
          if (rows.some(({ account: owner, step }) => owner === null && step !== 'ready')) throw new Refusal('transactionUnknown');
          throw new Refusal('transactionTaken');
        }
        const [row] = await tx.query<DepositRow>(
          `UPDATE deposit SET account = $2, customer_id = $3, claimed_at = $4, reason_code = NULL, remark = NULL WHERE number = $1 RETURNING ${depositColumns}`,
          [free.number, account, customerId, new Date(now)],
        );
        const text = remark === undefined ? [] : [{ kind: 'remark', required: true, text: remark }];
        await reviewDeposit(tx, row!, rail, now, { subject: { claim: 'true', tag: String(row!.tag ?? '') }, evidence: text });
        return row!.number;
      });
      return itemOf(await reads.rowOf(customerId, String(claimed)));
    },
    'GET pay/recharge/detail': async ({ id }, { session }) => {
      const row = await reads.rowOf(session.customerId, id);
      const [detail] = await reads.details([row]);
      if (detail === undefined) throw new Refusal('depositUnknown');
      const order = row.step === 'awaiting' || row.step === 'submitted' ? await orderOf(database, row.number) : undefined;
      return { ...detail, instructions: order === undefined ? null : instructionsOf(order, rails.get(order.rail)!) };
    },
  };
}

const scaled = (units: bigint, scale: number, decimals: number): bigint =>
  decimals >= scale ? units * 10n ** BigInt(decimals - scale) : units / 10n ** BigInt(scale - decimals);
