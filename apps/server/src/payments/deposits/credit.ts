import { createHash } from 'node:crypto';
import { noAnswer } from '@bourse/chains';
import type { CreditDeposit } from '@bourse/engine';
import { formatUnits, trimZeros } from '@bourse/money';
import { caseKinds } from '../../cases/kinds.ts';
import { type NewEvidence, openCase } from '../../cases/machine.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { inTurns, placeByPlace } from '../../platform/in-turns.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Rail, Rails } from '../port.ts';
import { type DepositRow, depositColumns, moveDeposit, refuseDeposit } from './store.ts';
import type { Witness } from './witness.ts';

/** What a deposit's units are in the asset's minor units. What is finer stays with the house until it is worth one. */
export function creditable(
  { units, decimals }: Pick<DepositRow, 'units' | 'decimals'>,
  { asset, feeInPpm }: Pick<Rail, 'asset' | 'feeInPpm'>,
) {
  const arrived = BigInt(units);
  const amount = decimals > asset.scale ? arrived / 10n ** BigInt(decimals - asset.scale) : arrived * 10n ** BigInt(asset.scale - decimals);
  const fee = (amount * BigInt(feeInPpm) + 999_999n) / 1_000_000n;
  return { amount, fee, net: amount - fee };
}

/** What the journal keeps of where the money came from: nobody learns it from 32 salted bytes. */
export const evidenceOf = ({ number, rail, external_id, units, salt }: DepositRow): string =>
  createHash('sha256')
    .update(`bourse deposit 1\n${number}\n${rail}\n${external_id ?? ''}\n${units}\n`)
    .update(salt)
    .digest('base64url');

export const creditCommand = (row: DepositRow, rail: Rail, source: CreditDeposit['source']): CreditDeposit => {
  const { amount, fee } = creditable(row, rail);
  return {
    kind: 'creditDeposit',
    account: row.account ?? 0,
    rail: rail.rail,
    deposit: Number(row.number),
    amount,
    fee,
    source,
    evidence: evidenceOf(row),
  };
};

export interface CreditParts {
  database: Database;
  clock: { now(): number };
  log: Log;
  real: EnginePort;
  rails: Rails;
  witness: Witness;
  /** Stops crediting by machine on a rail, and tells. */
  alarm(text: string, rail: number): Promise<void>;
}

/** Opens the case in which people decide about a deposit, once. `more`: what was found about it, and pictures that the customer sent. */
export async function reviewDeposit(
  tx: Queryable,
  row: DepositRow,
  rail: Rail,
  now: number,
  more: { subject?: Record<string, string>; evidence?: readonly NewEvidence[] } = {},
): Promise<void> {
  const moved = await moveDeposit(tx, row.number, 'review', {
    from: [row.step],
    now,
    set: 'due_at = $6',
    values: [new Date(now + caseKinds.deposit.promiseMs)],
  });
  if (moved === undefined) return;
  const subject = {
    ...{ deposit: String(row.number), channel: rail.code, asset: rail.asset.code },
    ...{ amount: trimZeros(formatUnits(creditable(row, rail).amount, rail.asset.scale)), transaction: row.external_id ?? '' },
    ...more.subject,
  };
  const one = {
    kind: 'deposit',
    venue: 'real',
    customer: row.customer_id,
    account: row.account,
    subject,
    evidence: more.evidence ?? [],
  } as const;
  await openCase(tx, one, { kind: 'machine' }, now);
}

/**
 * Credits what is ready: the engine keeps each number once, so doing it twice does no harm. What people have to decide becomes a case.
 */
export function createCredits({ database, clock, log, real, rails, witness, alarm: tell }: CreditParts) {
  /** Notes that the engine has credited it. */
  const credited = (number: bigint, seq: number) =>
    database.transaction((tx) =>
      moveDeposit(tx, number, 'credited', {
        from: ['ready', 'review', 'matched'],
        now: clock.now(),
        set: 'credited_seq = $6',
        values: [seq],
      }),
    );
  /**
   * Whoever knows an address, or guesses a tag, can send next to nothing to it a thousand times. Its owner is told once a day of what is too small, and of less
   * than a tenth of the minimum in the list only.
   */
  const tooSmall = (row: DepositRow, amount: bigint, least: bigint) =>
    database.transaction((tx) =>
      refuseDeposit(tx, row, {
        ...{ from: ['ready'], reason: 'belowMinimum', remark: null, now: clock.now() },
        telling: amount * 10n < least ? 'never' : 'daily',
      }),
    );

  const one = async (row: DepositRow): Promise<void> => {
    const rail = rails.get(row.rail);
    if (rail === undefined || row.account === null) return;
    const [alarm] = await database.query('SELECT 1 FROM rail_alarm WHERE ended_at IS NULL AND (rail = $1 OR network = $2) LIMIT 1', [
      rail.rail,
      'network' in rail.source ? rail.source.network : null,
    ]);
    const command = creditCommand(row, rail, rail.source.kind === 'chain' ? 1 : 2);
    const { minIn } = rails.rules(rail.rail);
    if (command.amount < minIn) return tooSmall(row, command.amount, minIn);
    const { value: persons } = await real.read((engine) => engine.approvalOf(command).persons);
    if (alarm !== undefined || persons > 0) return database.transaction((tx) => reviewDeposit(tx, row, rail, clock.now()));
    const said = await witness(row, rail);
    if (said === 'silent') return;
    if (said !== 'agrees') {
      if (said === 'differs') await tell(`Deposit ${row.number} is not what ${rail.code} says.`, rail.rail);
      const subject = { confirmed: said };
      return database.transaction((tx) => reviewDeposit(tx, row, rail, clock.now(), { subject }));
    }
    const { seq, outcome } = await real.submit({ account: 0, command });
    if (outcome.ok) return void (await credited(row.number, seq));
    // The answer of an earlier try was lost.
    if (outcome.error === 'depositBooked') return void (await credited(row.number, seq));
    if (outcome.error === 'depositTooSmall') return tooSmall(row, command.amount, minIn);
    log.warn({ deposit: String(row.number), error: outcome.error }, 'a deposit could not be credited yet; it is tried again');
  };
  const ready = inTurns(
    200,
    (after, size) =>
      database.query<DepositRow>(
        `SELECT ${depositColumns} FROM deposit WHERE step = 'ready' AND account IS NOT NULL AND number > $1 ORDER BY number LIMIT $2`,
        [after, size],
      ),
    ({ number }) => number,
  );
  return {
    credited,
    run: async (): Promise<void> =>
      placeByPlace(await ready(), {
        placeOf: ({ rail }) => ((source) => source && ('network' in source ? source.network : source.kind))(rails.get(rail)?.source),
        work: one,
        noAnswer,
        // The chain's own warning says it.
        waits: () => {},
      }),
  };
}
