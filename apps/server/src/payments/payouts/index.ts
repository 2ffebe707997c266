import type { TradingPorts } from '../../calls/trading.ts';
import type { Lists } from '../../identity/lists.ts';
import type { Job } from '../../jobs/jobs.ts';
import { eachAlone } from '../../platform/in-turns.ts';
import type { Log } from '../../platform/log.ts';
import { createBook } from '../destinations/book.ts';
import { destinationHandlers } from '../destinations/handlers.ts';
import type { OutsideWorld } from '../outside/outside-process.ts';
import { type Rails, type Vault, VaultProblem } from '../port.ts';
import { createBankPayouts } from './bank.ts';
import { createPayoutCases } from './cases.ts';
import { createDriver, type DriverParts } from './driver.ts';
import { payoutHandlers } from './handlers.ts';
import { createHotWallets } from './outside.ts';
import { createPayoutReads, itemOf, mustFind, stepOf } from './read.ts';
import { sentOf } from './store.ts';
import { untold } from './trust.ts';

export interface MoneyOutParts extends Pick<DriverParts, 'between'> {
  /** Operators let no payout begin now. */
  off?: () => boolean;
  /** Heads of the transparency log have lacked a signature for so long that payouts wait. */
  unwitnessed?: () => boolean;
  ports: TradingPorts;
  log: Log;
  rails: Rails;
  vault(): Vault | undefined;
  outside(): OutsideWorld | undefined;
  /** Where files of payments go. */
  bank(): { url: string } | undefined;
  lists: Pick<Lists, 'address'>;
  /** Seals receivers, and makes their salts: never changed. */
  key: Uint8Array;
}

/** Payouts: to whom, with which proof, who looked at them, and their way to the chain or the bank. */
export function createMoneyOut({
  ports,
  log,
  rails,
  vault,
  outside,
  bank,
  lists,
  key,
  between,
  off = () => false,
  unwitnessed = () => false,
}: MoneyOutParts) {
  const { database, clock } = ports;
  const { real } = ports.venues;
  const book = createBook({ database, clock, real, rails, key });
  const reads = createPayoutReads({ database, clock, rails, book });
  const cases = createPayoutCases({ database, clock, real, rails, book });

  const tell = async (signer: Vault, digest: string): Promise<number> => {
    const [known] = await database.query<{ usable_from: Date }>('SELECT usable_from FROM vault_told WHERE digest = $1', [digest]);
    if (known) return known.usable_from.getTime();
    const from = await signer.seen(digest);
    await database.query('INSERT INTO vault_told (digest, usable_from) VALUES ($1, $2) ON CONFLICT DO NOTHING', [digest, new Date(from)]);
    return from;
  };
  const tellVault = async (digest: string): Promise<void> => {
    const signer = vault();
    if (signer) await tell(signer, digest);
  };
  /** Answers whether the vault knows of everything it should. */
  const tellAll = async (): Promise<boolean> => {
    const signer = vault();
    if (signer === undefined) return false;
    const { destinations, passkeys } = await untold(database);
    for (const digest of destinations) await tell(signer, digest);
    for (const { id, digest } of passkeys) {
      if (digest !== undefined) await tell(signer, digest);
      await database.query('UPDATE passkey SET vault_told = true WHERE id = $1', [id]);
    }
    return true;
  };

  const held = () =>
    off() ? 'operators have turned payouts off' : unwitnessed() ? 'heads of the transparency log lack a signature' : undefined;
  const driver = createDriver({ database, clock, log, real, rails, book, vault, tell, held, ...(between ? { between } : {}) });
  const banks = createBankPayouts({ database, clock, log, real, rails, book, bank, held, returned: cases.returned });
  const hotWallets = createHotWallets({ database, clock, log, real, rails, vault, outside });

  const openNow = async () => (await real.read((engine) => engine.payments().openPayouts())).value;
  const noteSteps = async (): Promise<void> => {
    const open = await openNow();
    const sent = await sentOf(
      database,
      open.map(({ payout }) => payout),
    );
    await database.query(
      'INSERT INTO payout_step (number, step, at) SELECT number, step, $3 FROM unnest($1::bigint[], $2::text[]) AS o (number, step) ON CONFLICT DO NOTHING',
      [open.map(({ payout }) => payout), open.map((facts) => stepOf(facts, sent.get(facts.payout))), new Date(clock.now())],
    );
  };
  const run = async (): Promise<void> => {
    const open = await openNow();
    const steps = [
      () => driver.run(open),
      () => banks.run(open),
      () => driver.settle(),
      async () => cases.run(await openNow(), (number) => driver.why(number) || banks.why(number)),
      noteSteps,
    ];
    await eachAlone(steps, (step) => step());
  };
  let away: string | undefined;
  const keepTold = async (): Promise<void> => {
    try {
      away = (await tellAll()) ? undefined : 'no vault is configured';
      await hotWallets.fill();
    } catch (error) {
      if (!(error instanceof VaultProblem)) throw error;
      away = error.message;
    }
  };
  const item = async (account: number, number: number) => {
    const { value: facts } = await real.read((engine) => engine.payments().payout(number));
    const known = facts?.account === account ? [{ facts, changedAt: facts.requestedAt, receipt: undefined }] : [];
    return itemOf(mustFind(await reads.items(known)));
  };

  return {
    handlers: {
      ...destinationHandlers({ ports, rails, book, tellVault }),
      ...payoutHandlers({
        ...{ ports, rails, reads, book, lists, key, off, item },
      }),
    },
    effects: cases.effects,
    bodies: cases.bodies,
    /** A statement says that a bank gave money of a payout back: two people decide. */
    returned: cases.returned,
    jobs: [
      { name: 'send-payouts', everyMs: 2_000, run },
      { name: 'tell-vault', everyMs: 30_000, run: keepTold },
    ] satisfies Job[],
    warnings: (): string[] => [
      ...(away === undefined ? [] : [`Payouts wait for the vault: ${away}`]),
      ...driver.warnings(),
      ...banks.warnings(),
    ],
    /** Bank accounts that a customer has on file. */
    accountsOnFile: async (account: number): Promise<{ id: string; account: string }[]> =>
      (await book.all(account)).flatMap(({ engine, receiver }) =>
        receiver.kind === 'bank' ? [{ id: String(engine.destination), account: receiver.account }] : [],
      ),
    /** What the signer holds and what waits for it. */
    waiting: driver.waiting,
    /** For reconciliation. */
    lines: hotWallets.lines,
    sent: hotWallets.sent,
  };
}
export type MoneyOut = ReturnType<typeof createMoneyOut>;
