import { decodeCommands, House } from '@bourse/engine';
import { formatUnits } from '@bourse/money';
import type { LedgerLine } from '@bourse/protocol/admin';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { flowByCode } from '@bourse/protocol/flows';
import { type Journal, JournalDamaged, type StoredBatch } from '../../journal/journal.ts';
import type { Catalogue } from '../../market/port.ts';
import type { Database } from '../../platform/database.ts';
import type { Venues } from '../../sequencer/port.ts';
import type { AdminHandlers } from '../handlers.ts';
import { invariantsOf } from './invariants.ts';

interface Line extends Record<string, unknown> {
  account: number;
  seq: bigint;
  event_index: number;
  time: bigint;
  posting: number;
  wallet: number;
  asset: number;
  available_delta: string;
  frozen_delta: string;
  available_after: string;
  frozen_after: string;
  flow: number;
  order_id: bigint;
  fill_id: bigint;
}
const lineColumns =
  'account, seq, event_index, time, posting, wallet, asset, available_delta, frozen_delta, available_after, frozen_after, flow, order_id, fill_id';
/** Lines of one command that are shown: a round of funding has one for each position. */
const mostLines = 2_000;

const houseNames = new Map<number, string>(Object.entries(House).map(([name, account]) => [account, name]));
const jsonText = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one instanceof Uint8Array ? Buffer.from(one).toString('hex') : one,
  );
const uuidOf = (bytes: Uint8Array): string | null => {
  const hex = Buffer.from(bytes).toString('hex');
  return /^0*$/.test(hex) ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

type Names = 'GET ledger/accounts' | 'GET ledger/lines' | 'GET ledger/event' | 'GET ledger/batch' | 'GET ledger/invariants';

/** From a balance to its lines, from a line to the command, from the command to its batch of the journal. All of it is read; nothing here can write. */
export function ledgerHandlers(parts: {
  database: Database;
  venues: Venues;
  journals: Record<Venue, Pick<Journal, 'read'>>;
  catalogue: Catalogue;
}): AdminHandlers<Names> {
  const { database, venues, journals, catalogue } = parts;
  const code = (asset: number) => catalogue.assetById(asset)?.code ?? String(asset);
  const text = (asset: number, units: string) => formatUnits(BigInt(units), catalogue.assetById(asset)?.scale ?? 0);
  const lineOf = (row: Line): LedgerLine => ({
    account: row.account,
    seq: String(row.seq),
    index: row.event_index,
    time: Number(row.time),
    posting: row.posting,
    wallet: row.wallet,
    asset: code(row.asset),
    available: text(row.asset, row.available_delta),
    frozen: text(row.asset, row.frozen_delta),
    availableAfter: text(row.asset, row.available_after),
    frozenAfter: text(row.asset, row.frozen_after),
    flow: row.flow,
    flowName: flowByCode(row.flow) ?? String(row.flow),
    order: String(row.order_id),
    fill: String(row.fill_id),
  });

  /** The batch that holds a sequence. `fits`: its bytes, its place and its hash are what was written. */
  const batchOf = async (venue: Venue, seq: number): Promise<{ batch: StoredBatch; fits: boolean }> => {
    try {
      for await (const batch of journals[venue].read(seq)) return { batch, fits: true };
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error;
      throw new Refusal('notFound');
    }
    throw new Refusal('notFound');
  };
  /** A sequence that the venue has given out. */
  const givenOut = async (venue: Venue, seq: string): Promise<number> => {
    const { seq: head } = await venues[venue].read((engine) => engine.seq);
    const number = Number(seq);
    if (!(number >= 1 && number <= head)) throw new Refusal('notFound');
    return number;
  };

  return {
    'GET ledger/accounts': async ({ venue, account, pageNo, pageSize }) => {
      const rows = await database.query<{
        account: number;
        wallet: number;
        asset: number;
        available: string;
        frozen: string;
        seq: bigint;
        total: bigint;
      }>(
        `SELECT account, wallet, asset, available, frozen, seq, count(*) OVER () AS total FROM balance
         WHERE venue = $1 AND CASE WHEN $2::integer IS NULL THEN account < 100000 ELSE account = $2 END
         ORDER BY account, wallet, asset LIMIT $3 OFFSET $4`,
        [venue, account ?? null, pageSize, (pageNo - 1) * pageSize],
      );
      const list = rows.map((row) => ({
        ...{ account: row.account, house: houseNames.get(row.account) ?? null, wallet: row.wallet, asset: code(row.asset) },
        ...{ available: text(row.asset, row.available), frozen: text(row.asset, row.frozen), seq: String(row.seq) },
      }));
      return { list, total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'GET ledger/lines': async ({ venue, account, asset, pageNo, pageSize }) => {
      const wanted = asset === undefined ? null : (catalogue.assetByCode(asset)?.id ?? 0);
      const rows = await database.query<Line & { total: bigint }>(
        `SELECT ${lineColumns}, count(*) OVER () AS total FROM ledger_line WHERE venue = $1 AND account = $2 AND ($3::integer IS NULL OR asset = $3)
         ORDER BY seq DESC, event_index DESC LIMIT $4 OFFSET $5`,
        [venue, account, wanted, pageSize, (pageNo - 1) * pageSize],
      );
      return { list: rows.map(lineOf), total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'GET ledger/event': async ({ venue, seq }) => {
      const number = await givenOut(venue, seq);
      const { batch } = await batchOf(venue, number);
      const found = decodeCommands(batch.bytes)[number - batch.firstSeq];
      if (!found) throw new Refusal('notFound');
      const rows = await database.query<Line>(
        `SELECT ${lineColumns} FROM ledger_line WHERE venue = $1 AND seq = $2 ORDER BY event_index LIMIT ${mostLines}`,
        [venue, number],
      );
      const sums = new Map<number, bigint>();
      for (const row of rows) sums.set(row.asset, (sums.get(row.asset) ?? 0n) + BigInt(row.available_delta) + BigInt(row.frozen_delta));
      return {
        seq: String(number),
        time: found.time,
        actor: { by: found.actor.by, id: found.actor.id },
        kind: found.command.kind,
        body: jsonText(found.command),
        commandId: uuidOf(found.commandId),
        lines: rows.map(lineOf),
        sums: [...sums].map(([asset, sum]) => ({ asset: code(asset), sum: text(asset, String(sum)) })),
        batch: { first: String(batch.firstSeq), count: batch.count },
      };
    },
    'GET ledger/batch': async ({ venue, first }) => {
      const { batch, fits } = await batchOf(venue, await givenOut(venue, first));
      return {
        first: String(batch.firstSeq),
        count: batch.count,
        epoch: String(batch.epoch),
        time: batch.time,
        bytes: batch.bytes.length,
        hash: Buffer.from(batch.hash).toString('hex'),
        hashFits: fits,
        commands: decodeCommands(batch.bytes).map(({ seq, command, actor }) => ({
          ...{ seq: String(seq), kind: command.kind, by: actor.by, actor: actor.id },
        })),
      };
    },
    'GET ledger/invariants': ({ venue }) => invariantsOf(database, venues[venue], code),
  };
}
