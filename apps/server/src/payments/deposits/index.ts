import type { Network, UdunGateway } from '@bourse/chains';
import { Refusal } from '@bourse/protocol/errors';
import type { Effect } from '../../cases/carry-out.ts';
import { type BodyOf, BodyRefused, saidOf, tellVenue } from '../../cases/gated.ts';
import { type CaseRow, openCase } from '../../cases/machine.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { eachAlone, inTurns } from '../../platform/in-turns.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { OutsideWorld } from '../outside/outside-process.ts';
import type { Rail, Vault } from '../port.ts';
import { createChannels } from '../rails/channels.ts';
import { railHandlers } from '../rails/handlers.ts';
import type { RailBook } from '../rails/rails.ts';
import type { OutsideLine } from '../reconcile/sums.ts';
import { createAddresses } from './addresses.ts';
import { createCredits, creditable, creditCommand } from './credit.ts';
import { depositHandlers } from './handlers.ts';
import { createDepositReads } from './read.ts';
import { type DepositRow, depositColumns, moveDeposit, refuseDeposit } from './store.ts';
import { createWatch } from './watch.ts';
import { createWitness, gatewayMark, type WitnessParts } from './witness.ts';

export interface MoneyInParts {
  database: Database;
  clock: { now(): number };
  log: Log;
  real: EnginePort;
  rails: RailBook;
  watched: ReadonlyMap<Network, Set<string>>;
  vault(): Vault | undefined;
  gateway: UdunGateway | undefined;
  outside(): OutsideWorld | undefined;
  /** Asks a gateway or a provider about a trade, before it is credited. */
  trade: WitnessParts['trade'];
  /** Marks addresses of the gateway: never changed. */
  key: Uint8Array;
  /** Operators let no payout begin now. */
  payoutsOff?: () => boolean;
}

/** Deposits: addresses, what chains show, and what the engine credits of it. */
export function createMoneyIn(parts: MoneyInParts) {
  const { database, clock, log, real, rails, watched, vault, gateway, outside, trade, key, payoutsOff } = parts;
  /** Stops crediting by machine, and tells. It ends when people end it. */
  const alarm = async (tx: Queryable, text: string, where: { rail?: number | undefined; network?: string | undefined }): Promise<void> => {
    log.error({ ...where, alarm: true }, text);
    await tx.query(
      `INSERT INTO rail_alarm (rail, network, text, at) SELECT $1, $2, $3, $4
       WHERE NOT EXISTS (SELECT 1 FROM rail_alarm WHERE ended_at IS NULL AND text = $3)`,
      [where.rail ?? null, where.network ?? null, text, new Date(clock.now())],
    );
  };
  const addresses = createAddresses({ database, clock, vault, alarm: (text, network) => alarm(database, text, { network }) });
  const channels = createChannels({ database, clock, rails, off: payoutsOff });
  const reads = createDepositReads({ database, rails });
  const credits = createCredits({
    ...{ database, clock, log, real, rails },
    witness: createWitness({ rails, addresses, trade, key }),
    alarm: (text, rail) => alarm(database, text, { rail }),
  });

  /** A deposit was credited, and then its block left the chain: people decide whether it is taken back. */
  const lost = async (tx: Queryable, row: DepositRow): Promise<void> => {
    const rail = rails.get(row.rail);
    const subject = { deposit: String(row.number), channel: rail?.code ?? '', transaction: row.external_id ?? '' };
    const one = { kind: 'reversal', venue: 'real', customer: row.customer_id, account: row.account, subject, evidence: [] } as const;
    await openCase(tx, one, { kind: 'machine' }, clock.now());
  };
  const watch = createWatch({
    database,
    clock,
    log,
    rails,
    addresses,
    watched,
    lost,
    alarm: (tx, text, rail) => alarm(tx, text, { rail }),
  });

  const gatewayAddress = async (rail: Rail, account: number, customerId: string): Promise<string> => {
    if (rail.source.kind !== 'gateway') throw new RangeError('not a rail of the gateway');
    const { network, mainCoinType } = rail.source;
    const known = await addresses.find(network, account);
    if (known !== undefined) return known.address;
    if (gateway === undefined) throw new Refusal('railOff');
    const address = await gateway.createAddress(mainCoinType, String(account)).catch((error: unknown) => {
      log.warn({ err: error }, 'the gateway made no address');
      throw new Refusal('vaultAway');
    });
    await database.query(
      `INSERT INTO deposit_address (network, index, account, customer_id, address, made_at, attestation)
       VALUES ($1, (SELECT coalesce(max(index) + 1, 1) FROM deposit_address WHERE network = $1), $2, $3, $4, $5, $6) ON CONFLICT (network, account) DO NOTHING`,
      [network, account, customerId, address, new Date(clock.now()), gatewayMark(key, network, account, address)],
    );
    return (await addresses.find(network, account))?.address ?? address;
  };

  const depositOf = async ({ subject }: Pick<CaseRow, 'subject'>) => {
    const [row] = await database.query<DepositRow>(`SELECT ${depositColumns} FROM deposit WHERE number = $1`, [subject['deposit']]);
    const rail = row && rails.get(row.rail);
    if (row === undefined || rail === undefined) throw new Refusal('depositUnknown');
    return { row, rail };
  };
  const known = async (number: number) => (await real.read((engine) => engine.payments().deposit(number))).value;

  /** Its block left the chain after it was confirmed, and no other has it: then nobody can say that it came. */
  const isLost = async ({ external_id }: DepositRow, { source }: Rail): Promise<boolean> => {
    if (source.kind !== 'chain') return false;
    const rows = await database.query(
      "SELECT 1 FROM chain_observation WHERE network = $1 AND id = $2 AND (observation->>'lost')::boolean",
      [source.network, external_id],
    );
    return rows.length > 0;
  };
  /** The venue credits it as people say that it came; of one that is credited or refused already it hears nothing. */
  const creditBody: BodyOf = async (one, { pass }) => {
    const { row, rail } = await depositOf(one);
    if (!pass || row.step !== 'review' || (await known(Number(row.number))) !== undefined) return null;
    if (await isLost(row, rail)) throw new BodyRefused('transactionUnknown');
    return creditCommand(row, rail, 4);
  };
  /** What a decided case of a deposit does: the venue credits it as the operators who decided proposed, or the customer reads why not. */
  const depositEffect: Effect = async (one) => {
    const { row } = await depositOf(one);
    if (row.step === 'credited' || row.step === 'refused') return row.credited_seq === null ? null : String(row.credited_seq);
    const { verdict, reason_code, remark } = one;
    if (!verdict) {
      await database.transaction((tx) => refuseDeposit(tx, row, { from: ['review'], reason: reason_code, remark, now: clock.now() }));
      return null;
    }
    const body = await creditBody(one, saidOf(one));
    if (body === null) {
      await credits.credited(row.number, (await real.read((engine) => engine.seq)).seq);
      return null;
    }
    const heard = await tellVenue(real, one, body);
    if (typeof heard === 'string') await credits.credited(row.number, Number(heard));
    return heard;
  };
  const inReview = inTurns(
    500,
    (after, size) =>
      database.query<{ number: bigint }>("SELECT number FROM deposit WHERE step = 'review' AND number > $1 ORDER BY number LIMIT $2", [
        after,
        size,
      ]),
    ({ number }) => number,
  );
  /** What people decided in the list of changes: the engine knows the deposit, the table does not yet. */
  const noticeCredited = async (): Promise<void> => {
    const rows = await inReview();
    const { seq, value: known } = await real.read((engine) =>
      rows.filter(({ number }) => engine.payments().deposit(Number(number)) !== undefined).map(({ number }) => number),
    );
    for (const number of known) await credits.credited(number, seq);
  };
  /** The venue takes back what was credited and never came. */
  const reversalBody: BodyOf = async ({ subject, digest }, { pass }) => {
    if (!pass) return null;
    const number = Number(subject['deposit']);
    const deposit = await known(number);
    if (deposit === undefined || deposit.taken + deposit.lost > 0n) return null;
    return { kind: 'reverseDeposit', deposit: number, amount: deposit.amount, evidence: digest.toString('base64url') };
  };
  const reversalEffect: Effect = async (one) => {
    const body = await reversalBody(one, saidOf(one));
    const heard = body && (await tellVenue(real, one, body));
    const deposit = await known(Number(one.subject['deposit']));
    // Also when the venue did it and the table was not told.
    if (deposit !== undefined && deposit.taken + deposit.lost > 0n)
      await moveDeposit(database, BigInt(deposit.deposit), 'reversed', { from: ['credited'], now: clock.now() });
    return heard;
  };

  let warned: string[] = [];
  const job: Job = {
    name: 'follow-chains',
    everyMs: 3_000,
    run: async () => {
      await real.read((engine) => rails.refresh(engine));
      await eachAlone([watch.run, credits.run, noticeCredited], (step) => step());
      const alarms = await database.query<{ text: string }>('SELECT text FROM rail_alarm WHERE ended_at IS NULL ORDER BY id LIMIT 20');
      warned = alarms.map(({ text }) => text);
    },
  };

  return {
    handlers: {
      ...railHandlers({ rails, channels }),
      ...depositHandlers({ database, real, rails, channels, addresses, reads, gatewayAddress, outside }),
    },
    effects: { deposit: depositEffect, reversal: reversalEffect },
    bodies: { deposit: creditBody, reversal: reversalBody },
    job,
    addresses,
    channels,
    reads,
    credits,
    alarm,
    gatewayAddress,
    /** Why a chain cannot be followed now. */
    problem: watch.problem,
    warnings: (): string[] => [...watch.warnings(), ...warned],
    /** What arrived and is not, or not wholly, credited. */
    arriving: async (): Promise<OutsideLine[]> => {
      const rows = await database.query<
        Pick<DepositRow, 'number' | 'rail' | 'units' | 'decimals' | 'step' | 'confirmations'> & Record<string, unknown>
      >(
        "SELECT number, rail, units, decimals, step, confirmations FROM deposit WHERE external_id IS NOT NULL AND step <> 'gone' AND step <> 'reversed'",
      );
      return rows.flatMap(({ number, rail: of, units, decimals, step }) => {
        const rail = rails.get(of);
        if (rail === undefined) return [];
        const whole = BigInt(units);
        const { asset } = rail;
        const credited = step === 'credited' ? unitsAt(creditable({ units, decimals }, rail).amount, asset.scale, decimals) : 0n;
        return whole === credited
          ? []
          : [{ asset: asset.id, kind: 'notCredited' as const, where: `deposit ${number}`, units: whole - credited, decimals }];
      });
    },
    /** What the addresses of customers hold. */
    held: async (): Promise<OutsideLine[]> => {
      const lines: OutsideLine[] = [];
      for (const rail of rails.all()) {
        const { source, asset } = rail;
        const chain = source.kind === 'chain' ? rails.chain(source.network) : undefined;
        if (source.kind !== 'chain' || chain === undefined) continue;
        for (const address of await addresses.all(source.network)) {
          const units = await chain.balance(address, source.token);
          if (units !== 0n) lines.push({ asset: asset.id, kind: 'custody', where: address, units, decimals: source.decimals });
        }
      }
      return lines;
    },
  };
}
export type MoneyIn = ReturnType<typeof createMoneyIn>;

const unitsAt = (amount: bigint, scale: number, decimals: number): bigint =>
  decimals >= scale ? amount * 10n ** BigInt(decimals - scale) : amount / 10n ** BigInt(scale - decimals);
