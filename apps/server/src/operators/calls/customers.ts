import { formatUnits } from '@bourse/money';
import type { CustomerPart, CustomerRow } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import { flowByCode } from '@bourse/protocol/flows';
import type { Catalogue } from '../../market/port.ts';
import { maskEmail, maskPhone } from '../../people/contacts.ts';
import type { People } from '../../people/people.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';

interface Row extends Record<string, unknown> {
  id: bigint;
  venue: 'real' | 'demo';
  account: number | null;
  name: string;
  email: string | null;
  phone: string | null;
  real_name: string | null;
  realname_status: number;
  vip_level: number;
  language: string;
  created_at: Date;
  restricted_at: Date | null;
  restricted_reason: string | null;
  mode: CustomerRow['mode'];
}
const columns =
  'id, venue, account, name, email, phone, real_name, realname_status, vip_level, language, created_at, restricted_at, restricted_reason, mode';

const viewOf = (row: Row): CustomerRow => ({
  id: String(row.id),
  venue: row.venue,
  account: row.account,
  name: row.name,
  email: row.email && maskEmail(row.email),
  phone: row.phone && maskPhone(row.phone),
  realnameStatus: row.realname_status,
  vipLevel: row.vip_level,
  language: row.language,
  createdAt: row.created_at.getTime(),
  mode: row.mode,
  held: row.restricted_at ? { since: row.restricted_at.getTime(), reason: row.restricted_reason ?? '' } : null,
});

const customerOf = async (db: Queryable, id: string): Promise<Row> => {
  const [row] = await db.query<Row>(`SELECT ${columns} FROM customer WHERE id = $1`, [id]);
  if (!row) throw new Refusal('notFound');
  return row;
};

/** A table of one customer: its columns with their expressions, and its rows among those of `who`. */
const parts: Record<CustomerPart, { cells: Readonly<Record<string, string>>; from: string; order: string }> = {
  sessions: {
    cells: { device: 'device', state: 'state', createdAt: 'created_at', lastSeenAt: 'last_seen_at', endedReason: 'ended_reason' },
    from: 'session t JOIN who ON t.customer_id = who.customer',
    order: 'created_at DESC',
  },
  balances: {
    cells: { wallet: 'wallet', asset: 'asset', available: 'available', frozen: 'frozen' },
    from: 'balance t JOIN who ON t.venue = who.venue AND t.account = who.account',
    order: 'wallet, asset',
  },
  orders: {
    cells: {
      ...{ order: 'order_id', instrument: 'instrument', side: 'side', status: 'status', lots: 'lots', filledLots: 'filled_lots' },
      ...{ placedAt: 'placed_at', reason: 'reason' },
    },
    from: 'orders t JOIN who ON t.venue = who.venue AND t.account = who.account',
    order: 'order_id DESC',
  },
  positions: {
    cells: { position: 'position_id', instrument: 'instrument', direction: 'direction', lots: 'lots', seq: 'seq' },
    from: 'positions t JOIN who ON t.venue = who.venue AND t.account = who.account',
    order: 'position_id DESC',
  },
  lines: {
    cells: {
      ...{ seq: 'seq', time: 'time', wallet: 'wallet', asset: 'asset', flow: 'flow', available: 'available_delta' },
      ...{ frozen: 'frozen_delta', availableAfter: 'available_after', frozenAfter: 'frozen_after' },
    },
    from: 'ledger_line t JOIN who ON t.venue = who.venue AND t.account = who.account',
    order: 'seq DESC, event_index DESC',
  },
  cases: {
    cells: { case: 'id', kind: 'kind', step: 'step', createdAt: 'created_at', decidedAt: 'decided_at', reasonCode: 'reason_code' },
    from: 'case_file t JOIN who ON t.customer_id = who.customer',
    order: 'id DESC',
  },
  restrictions: {
    cells: { number: 'number', time: 'at', operator: 'operator_id', call: 'call', reason: 'reason' },
    from: "operator_audit t JOIN who ON t.subject = 'customer ' || who.customer",
    order: 'number DESC',
  },
};
const dateCells = new Set(['createdAt', 'lastSeenAt', 'decidedAt']);
/** Milliseconds. */
const times = new Set(['time', 'placedAt', 'updatedAt']);
/** Dates as ISO text; everything else as Postgres writes it. */
const cellSql = (name: string, sql: string) =>
  dateCells.has(name) ? `to_char(t.${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')` : `t.${sql}::text`;
const amounts = new Set(['available', 'frozen', 'availableAfter', 'frozenAfter']);

type Names = 'GET customer/list' | 'GET customer/get' | 'GET customer/part' | 'POST customer/reveal' | 'POST customer/hold';

export function customerHandlers(made: {
  database: Database;
  act: MakeAct;
  catalogue: Catalogue;
  people: Pick<People, 'restrict'>;
}): AdminHandlers<Names> {
  const { database, act, catalogue, people } = made;

  const cellsOf = (names: readonly string[], row: readonly (string | null)[]): string[] => {
    const asset = catalogue.assetById(Number(row[names.indexOf('asset')]));
    return names.map((name, at) => {
      const value = row[at];
      if (value === null || value === undefined) return '';
      if (times.has(name)) return new Date(Number(value)).toISOString();
      if (name === 'asset') return asset?.code ?? value;
      if (name === 'instrument') return catalogue.instrumentById(Number(value))?.symbol ?? value;
      if (name === 'flow') return flowByCode(Number(value)) ?? value;
      return amounts.has(name) && asset ? formatUnits(BigInt(value), asset.scale) : value;
    });
  };

  return {
    'GET customer/list': async ({ pageNo, pageSize, search, venue, held }) => {
      const whole = search === undefined || search === '' ? null : search;
      const number = whole !== null && /^[0-9]{1,18}$/.test(whole) ? whole : null;
      const rows = await database.query<Row & { total: bigint }>(
        `SELECT ${columns}, count(*) OVER () AS total FROM customer
         WHERE ($3::text IS NULL OR venue = $3) AND ($4::boolean IS NULL OR (restricted_at IS NOT NULL) = $4)
           AND ($5::text IS NULL OR id = $6::bigint OR account = $6::bigint OR email = lower($5) OR phone = $5 OR lower(name) LIKE $7)
         ORDER BY id DESC LIMIT $1 OFFSET $2`,
        [
          pageSize,
          (pageNo - 1) * pageSize,
          venue ?? null,
          held === undefined ? null : held === 'true',
          whole,
          number,
          whole === null ? null : `${whole.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
        ],
      );
      return { list: rows.map(viewOf), total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'GET customer/get': async ({ id }) => viewOf(await customerOf(database, id)),
    'GET customer/part': async ({ id, part, pageNo, pageSize }) => {
      const { venue, account } = await customerOf(database, id);
      const { cells, from, order } = parts[part];
      const rows = await database.query<{ cells: (string | null)[]; total: bigint }>(
        `WITH who AS (SELECT $1::text AS venue, $2::integer AS account, $3::bigint AS customer)
         SELECT ARRAY[${Object.entries(cells).map(([name, sql]) => cellSql(name, sql))}] AS cells, count(*) OVER () AS total
         FROM ${from} ORDER BY ${order} LIMIT $4 OFFSET $5`,
        [venue, account, id, pageSize, (pageNo - 1) * pageSize],
      );
      const names = Object.keys(cells);
      return { columns: names, rows: rows.map((row) => cellsOf(names, row.cells)), total: Number(rows[0]?.total ?? 0) };
    },
    'POST customer/reveal': act('POST customer/reveal', async (tx, { id, field, reason }) => {
      const row = await customerOf(tx, id);
      const value = field === 'realName' ? row.real_name : row[field];
      return { subject: `customer ${id}`, reason, changes: [{ field: `shown.${field}`, before: null, after: null }], answer: { value } };
    }),
    'POST customer/hold': act('POST customer/hold', async (tx, { id, reason, mode }) => {
      const row = await customerOf(tx, id);
      const changes = [
        { field: 'held', before: row.restricted_reason, after: reason },
        { field: 'mode', before: row.mode, after: row.mode === 'locked' ? row.mode : mode },
      ];
      // It stops only, so it may be done twice: the row of the audit is there first.
      const after = async () => {
        await people.restrict(BigInt(id), reason, mode);
        return null;
      };
      return { subject: `customer ${id}`, reason, changes, answer: null, after };
    }),
  };
}
