import { createHash } from 'node:crypto';
import { type Chain, ChainProblem, networks, nextPayoutStep, noAnswer, type PayoutOnChain } from '@bourse/chains';
import type { PayoutFacts } from '@bourse/engine';
import { canonicalJson } from '@bourse/protocol/canonical';
import type { Database } from '../../platform/database.ts';
import { inTurns, placeByPlace } from '../../platform/in-turns.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Book } from '../destinations/book.ts';
import { type ChainRail, onChain, type Rail, type Rails, type SignedPayout, type Vault, VaultProblem } from '../port.ts';
import { feeFor, mostCost, raised } from './fees.ts';
import { type Consumed, type SentRow, sentOf } from './store.ts';
import { requestFor } from './trust.ts';

/** In no block for so long: a doubt. */
export const doubtAfterMs = 30 * 60_000;
/** Waiting for so long: a higher fee. */
const bumpAfterMs = 3 * 60_000;
const mostBumps = 5;
/** Steps of one payout in one run. */
const stepsAtOnce = 4;
/** A payout is sent once: it has one attempt. */
const attempt = 1;

export interface DriverParts {
  database: Database;
  clock: { now(): number };
  log: Log;
  real: EnginePort;
  rails: Rails;
  book: Book;
  vault(): Vault | undefined;
  /** Tells the vault of a digest; answers from when on it counts. */
  tell(vault: Vault, digest: string): Promise<number>;
  /** Why no payout may begin now. What is being sent goes on. */
  held: () => string | undefined;
  /** Between any two deeds, for tests that end it there. */
  between?: () => void;
}

/** In the chain's smallest units, rounded down: as the signer computes it. */
export const unitsOf = ({ amount, fee }: Pick<PayoutFacts, 'amount' | 'fee'>, { asset, source }: ChainRail): bigint =>
  (BigInt(amount - fee) * 10n ** BigInt(source.decimals)) / 10n ** BigInt(asset.scale);

/** What the journal keeps of a step: nobody learns a transaction from 32 salted bytes. */
export const stepEvidence = (
  { payout, factorEvidence }: Pick<PayoutFacts, 'payout' | 'factorEvidence'>,
  step: string,
  of: string,
): string => createHash('sha256').update(`bourse payout step 1\n${payout}\n${factorEvidence}\n${step}\n${of}\n`).digest('base64url');

/** Tells the venue of a step. False: the payout is elsewhere. */
export async function tellStep(
  real: EnginePort,
  facts: PayoutFacts,
  kind: 'sendPayout' | 'doubtPayout' | 'finishPayout' | 'failPayout',
  of: string,
): Promise<boolean> {
  const { outcome } = await real.submit({
    account: 0,
    command: { kind, payout: facts.payout, attempt, evidence: stepEvidence(facts, kind, of) },
  });
  return outcome.ok;
}

/**
 * Sends what the engine has approved, and follows it to its end. Every deed may be repeated: the engine takes each step once, the signer gives the same transaction for
 * ever, and a chain takes that once. Nothing here decides that a payout is paid anew.
 */
export function createDriver({ database, clock, log, real, rails, book, vault, tell, held, between = () => {} }: DriverParts) {
  const problems = new Map<number, string>();
  const set = (number: number, assignments: string, values: readonly unknown[]) =>
    database.query(`UPDATE payout_sent SET ${assignments} WHERE number = $1`, [number, ...values]);
  const wait = (number: number, why: string): 'waits' => {
    problems.set(number, why);
    return 'waits';
  };
  const hotWallet = async (signer: Vault, rail: Rail): Promise<string> => {
    const { rails: known } = await signer.about();
    const address = known.find((one) => one.rail === rail.rail)?.address;
    if (address === undefined) throw new VaultProblem('railUnknown', `The vault pays nothing on ${rail.code}.`);
    return address;
  };

  const note = ({ payout }: PayoutFacts, { source }: ChainRail) =>
    database.query('INSERT INTO payout_sent (number, network, sent_at) VALUES ($1, $2, $3) ON CONFLICT (number) DO NOTHING', [
      ...[payout, source.network, new Date(clock.now())],
    ]);

  /** The vault's own day of waiting is over for destination and key. Until then the payout may still be taken back. */
  const begin = async (facts: PayoutFacts, rail: ChainRail, signer: Vault): Promise<'on' | 'waits'> => {
    const why = held();
    if (why !== undefined) return wait(facts.payout, why);
    const shown = await requestFor(database, book, facts);
    if (shown === undefined) return wait(facts.payout, 'its request or its receiver is missing in the tables');
    for (const digest of shown.digests) {
      const from = await tell(signer, digest);
      if (from > clock.now()) return wait(facts.payout, `the vault pays it from ${new Date(from).toISOString()} on`);
    }
    await note(facts, rail);
    between();
    return (await tellStep(real, facts, 'sendPayout', '')) ? 'on' : 'waits';
  };

  const keep = async (
    number: number,
    { raw, hash, consumes, lastHeight, lastTime }: Pick<SignedPayout, 'raw' | 'hash' | 'consumes' | 'lastHeight' | 'lastTime'>,
    fee: unknown,
  ) =>
    set(
      number,
      'raw = $2, hashes = CASE WHEN $3 = ANY(hashes) THEN hashes ELSE hashes || $3::text END, consumes = $4, fee = $5, last_height = $6, last_time = $7, bumped_at = $8, refusal = NULL, tx_hash = coalesce(tx_hash, $3)',
      [raw, hash, JSON.stringify(consumes), JSON.stringify(fee), lastHeight ?? null, lastTime ?? null, new Date(clock.now())],
    );
  /** What a wallet does not hold would fail on the chain, at the house's cost. `waiting`: payouts that are signed and in no block; what they take is still there. */
  const holds = async (rail: ChainRail, chain: Chain, from: string, units: bigint, waiting: readonly number[]): Promise<boolean> => {
    // Of bitcoin the inputs were chosen.
    if (networks[chain.network].family === 'bitcoin') return true;
    const { value } = await real.read((engine) => waiting.flatMap((number) => engine.payments().payout(number) ?? []));
    const taken = value.filter((one) => one.rail === rail.rail).reduce((sum, one) => sum + unitsOf(one, rail), 0n);
    return (await chain.balance(from, rail.source.token)) >= units + taken;
  };
  const sign = async (facts: PayoutFacts, rail: ChainRail, chain: Chain, signer: Vault): Promise<'on' | 'waits'> => {
    const shown = await requestFor(database, book, facts);
    if (shown === undefined) return wait(facts.payout, 'its request or its receiver is missing in the tables');
    const rows = await database.query<Pick<SentRow, 'number' | 'confirmations'> & { consumes: Consumed }>(
      'SELECT number, confirmations, consumes FROM payout_sent WHERE network = $1 AND consumes IS NOT NULL AND ended_at IS NULL',
      [rail.source.network],
    );
    const from = await hotWallet(signer, rail);
    const units = unitsOf(facts, rail);
    const head = (await chain.head()).height;
    const cost = await feeFor(rail, chain, { from, units, taken: rows.map(({ consumes }) => consumes), head });
    const waiting = rows.filter(({ confirmations }) => !confirmations).map(({ number }) => Number(number));
    const there = cost !== undefined && (await holds(rail, chain, from, units, waiting));
    if (!there || !(await burns(chain, from, cost.fee)))
      return wait(facts.payout, `the hot wallet ${from} of ${rail.code} does not hold enough`);
    // An earlier refusal is none any more: a signature whose answer is lost must not look like one.
    await set(facts.payout, 'refusal = NULL', []);
    try {
      const signed = await signer.payout({ ...shown.request, fee: cost.fee });
      between();
      await keep(facts.payout, signed, cost.fee);
      return 'on';
    } catch (error) {
      if (!(error instanceof VaultProblem) || error.refusal === '') throw error;
      await set(facts.payout, 'refusal = $2', [error.refusal]);
      return wait(facts.payout, `the vault refuses it (${error.refusal}): ${error.message}`);
    }
  };

  /**
   * What the chain says now. The heads by which a transaction ends are read first: an older look at the transaction beside a newer head would prove that it ended when it
   * did not. Then what is spendable: whatever used the nonce before is known when the transactions are asked for. Somebody else's use counts from the block after the one at
   * which it was first seen.
   */
  const look = async (row: SentRow, rail: ChainRail, chain: Chain, signer: Vault): Promise<PayoutOnChain> => {
    const [final, before] = [await chain.finalHead?.(), await chain.head()];
    const spendable = await chain.spendable(await hotWallet(signer, rail));
    const found = await Promise.all(row.hashes.map((hash) => chain.transaction(hash)));
    const transactions = found.flatMap((one) => one ?? []);
    const { height } = await chain.head();
    const best = transactions.toSorted((a, b) => b.confirmations - a.confirmations)[0];
    const rival = transactions.length === 0 && isUsed(row.consumes, spendable);
    const since = rival ? (row.rival_height === null ? height : Number(row.rival_height)) : null;
    await set(Number(row.number), 'confirmations = $2, tx_hash = coalesce($3, tx_hash), rival_height = $4', [
      best?.confirmations ?? 0,
      best?.hash ?? null,
      since,
    ]);
    const rivalConfirmations = since === null ? 0 : Math.max(0, height - since);
    return { height: before.height, time: before.time, ...(final && { finalTime: final.time }), transactions, rivalConfirmations };
  };

  const bump = async (facts: PayoutFacts, row: SentRow, chain: Chain, signer: Vault): Promise<void> => {
    const waited = clock.now() - (row.bumped_at?.getTime() ?? 0);
    const fee = row.fee === null || row.hashes.length > mostBumps || waited < bumpAfterMs ? undefined : raised(row.fee, chain);
    if (fee === undefined) return;
    const signed = await signer.bump(`real/${facts.payout}`, fee);
    between();
    await keep(facts.payout, { ...signed, consumes: row.consumes ?? signed.consumes }, fee);
    await chain.broadcast(signed.raw);
  };

  /**
   * Before the end of a payout the signer is asked once more what it signed: a table that names another transaction, another nonce or another last block would prove an end
   * that is none. Where the two differ, the row is written anew, and the chain is looked at again.
   */
  const asSigned = async (facts: PayoutFacts, row: SentRow, signer: Vault): Promise<boolean> => {
    const shown = await requestFor(database, book, facts);
    if (shown === undefined) {
      wait(facts.payout, 'its request or its receiver is missing in the tables');
      return false;
    }
    const { raw, hashes, consumes, lastHeight = null, lastTime = null } = await signer.payout({ ...shown.request, fee: row.fee });
    const text = (hashes: readonly string[], consumes: unknown, { lastHeight = null, lastTime = null }: Ends) =>
      canonicalJson([[...hashes].sort(), consumes, lastHeight, lastTime]);
    if (text(row.hashes, row.consumes, endOf(row)) === text(hashes, consumes, { lastHeight, lastTime })) return true;
    log.error({ payout: facts.payout, alarm: true }, 'the table says another transaction of a payout than the vault signed');
    await set(facts.payout, 'raw = $2, hashes = $3, consumes = $4, last_height = $5, last_time = $6, rival_height = NULL, tx_hash = $7', [
      ...[raw, hashes, JSON.stringify(consumes), lastHeight, lastTime, hashes.at(-1)],
    ]);
    wait(facts.payout, 'the table said another transaction of it than the vault signed');
    return false;
  };

  const step = async (facts: PayoutFacts, rail: ChainRail, chain: Chain, signer: Vault): Promise<'on' | 'waits'> => {
    const { payout: number, state } = facts;
    if (state === 'approved') return begin(facts, rail, signer);
    const row = (await sentOf(database, [number])).get(number);
    // The engine was told to send it, and the row is gone. The signer gives the same transaction again.
    if (row === undefined && state === 'sending') {
      log.error({ payout: number, alarm: true }, 'a payout is being sent and its row is gone; the vault is asked again');
      await note(facts, rail);
      return 'on';
    }
    if (row === undefined) return 'waits';
    // People may be deciding that it was not sent: nothing is signed any more.
    if (row.raw === null && state === 'errored') return 'waits';
    const chainNow = row.raw === null ? undefined : await look(row, rail, chain, signer);
    // While a node still knows the transaction, no height and no time proves that it will not happen.
    const ends = chainNow?.transactions.length === 0 ? endOf(row) : {};
    const act = nextPayoutStep(
      {
        ...{ state, sentAt: row.sent_at.getTime(), signerRefuses: row.refusal !== null, chain: chainNow, now: clock.now() },
        signed: row.raw === null ? undefined : { raw: row.raw, ...ends },
      },
      { needed: neededFor(rail, unitsOf(facts, rail)), doubtAfterMs },
    );
    between();
    switch (act.act) {
      case 'sign':
        return sign(facts, rail, chain, signer);
      case 'broadcast':
        await chain.broadcast(act.raw);
        return 'waits';
      case 'doubtPayout':
        return (await tellStep(real, facts, 'doubtPayout', 'late')) ? 'on' : 'waits';
      case 'finishPayout':
        if (!(await asSigned(facts, row, signer))) return 'waits';
        if (!(await tellStep(real, facts, 'finishPayout', act.transaction.hash))) return 'waits';
        between();
        await set(number, 'final_hash = $2, tx_hash = $2, confirmations = $3, ended_at = $4', [
          ...[act.transaction.hash, act.transaction.confirmations, new Date(clock.now())],
        ]);
        return 'waits';
      case 'failPayout':
        if (!(await asSigned(facts, row, signer))) return 'waits';
        log.warn({ payout: number, because: act.because }, 'a payout was not sent, by proof');
        await tellStep(real, facts, 'failPayout', act.because);
        // It arrived nowhere, and the chain kept its cost all the same.
        if (act.because === 'reverted') await set(number, 'final_hash = tx_hash, ended_at = $2', [new Date(clock.now())]);
        return 'waits';
      default:
        if (state === 'sending' && chainNow?.transactions.every(({ block }) => block === undefined)) await bump(facts, row, chain, signer);
        return 'waits';
    }
  };

  const underWay = inTurns(
    500,
    (after, size) =>
      database.query<{ number: bigint }>('SELECT number FROM payout_sent WHERE ended_at IS NULL AND number > $1 ORDER BY number LIMIT $2', [
        after,
        size,
      ]),
    ({ number }) => number,
  );
  const one = async (number: number): Promise<void> => {
    for (let at = 0; at < stepsAtOnce; at += 1) {
      const { value: facts } = await real.read((engine) => engine.payments().payout(number));
      const rail = facts && rails.get(facts.rail);
      if (facts === undefined || !onChain(rail) || !['approved', 'sending', 'errored'].includes(facts.state)) return;
      const [chain, signer] = [rails.chain(rail.source.network), vault()];
      if (chain === undefined) return void wait(number, `no node of ${rail.source.network} is configured`);
      if (signer === undefined) return void wait(number, 'no vault is configured');
      if ((await step(facts, rail, chain, signer)) === 'waits') return;
    }
  };

  return {
    /**
     * One run over the open payouts, in the order of their numbers on each network. What cannot be done now is tried again in the next run. One that fails holds up no
     * other, and a node that does not answer holds up no other network.
     */
    async run(open: readonly PayoutFacts[]): Promise<void> {
      const numbers = new Set(open.map(({ payout }) => payout));
      for (const number of [...problems.keys()]) if (!numbers.has(number)) problems.delete(number);
      await placeByPlace(open, {
        placeOf: ({ rail }) => ((found) => (onChain(found) ? found.source.network : undefined))(rails.get(rail)),
        work: async ({ payout }) => {
          problems.delete(payout);
          await one(payout).catch((error: unknown) => {
            wait(payout, (error as Error).message);
            if (noAnswer(error) || !(error instanceof VaultProblem || error instanceof ChainProblem)) throw error;
          });
        },
        noAnswer,
        waits: ({ payout }, error) => wait(payout, (error as Error).message),
      });
    },
    /** Payouts that the engine has ended while the table was not told. */
    async settle(): Promise<void> {
      const rows = await underWay();
      const { value: states } = await real.read((engine) => rows.map(({ number }) => engine.payments().payout(Number(number))?.state));
      for (const [at, { number }] of rows.entries()) {
        const state = states[at];
        if (state === undefined || state === 'approved' || state === 'sending' || state === 'errored') continue;
        await set(Number(number), "ended_at = $2, final_hash = CASE WHEN $3 AND network <> 'bank' THEN tx_hash END", [
          new Date(clock.now()),
          state === 'completed',
        ]);
      }
    },
    /** What waits, and why. */
    waiting: (): { payout: number; why: string }[] => [...problems].map(([payout, why]) => ({ payout, why })),
    why: (number: number): string => problems.get(number) ?? '',
    warnings: (): string[] => [...problems].slice(0, 20).map(([number, why]) => `The payout ${number} waits: ${why}.`),
  };
}

function isUsed(consumes: Consumed | null, spendable: Awaited<ReturnType<Chain['spendable']>>): boolean {
  if (consumes === null) return false;
  // TRON counts none: nobody else can use what a transaction of ours needs.
  if (spendable.kind === 'nothing') return false;
  if (consumes.kind === 'nonce') return spendable.kind !== 'outputs' && spendable.next > consumes.nonce;
  if (spendable.kind !== 'outputs') return false;
  return consumes.inputs.some(
    (input) => !spendable.outputs.some(({ txHash, output }) => txHash === input.txHash && output === input.output),
  );
}

type Ends = { lastHeight?: number | null; lastTime?: number | null };
const endOf = ({ last_height, last_time }: SentRow): { lastHeight?: number; lastTime?: number } => ({
  ...(last_height === null ? {} : { lastHeight: Number(last_height) }),
  ...(last_time === null ? {} : { lastTime: Number(last_time) }),
});

/** On TRON a wallet without coin for the fee would send what fails: its payouts wait for the coin. */
const burns = async (chain: Chain, from: string, fee: Record<string, unknown>): Promise<boolean> =>
  networks[chain.network].family !== 'tron' || (await chain.balance(from)) >= mostCost(chain, fee);

const neededFor = ({ source: { confirmations, largeConfirmations: large } }: ChainRail, units: bigint): number =>
  large !== undefined && units >= large.from ? large.needed : confirmations;
