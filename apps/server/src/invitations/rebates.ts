import type { EngineReader } from '@bourse/engine';
import { formatUnits } from '@bourse/money';
import type { RankedInviter, RebateRow, RebateTotal } from '@bourse/protocol';
import { rebateTerms } from '@bourse/protocol';
import type { Venue } from '@bourse/protocol/enums';
import { amountText } from '../calls/figures.ts';
import type { TradingPorts } from '../calls/trading.ts';
import { maxCounted } from '../orders/order-rows.ts';
import type { Queryable } from '../platform/database.ts';
import { assetOf } from '../wallets/balances.ts';
import { usdOf, valueText } from '../wallets/valuation.ts';
import type { Owner } from './codes.ts';

const million = 1_000_000n;
const dayMs = 86_400_000;
export const recentMs = rebateTerms.rankingDays * dayMs;
const rankedAtMost = 50;

/** An account as other customers may see it. */
export const maskedAccount = (account: number) => `***${String(account).slice(-3)}`;
export const maskedName = (name: string) => `${name.slice(0, 1)}***${name.slice(-1)}`;

type Due = ReturnType<EngineReader['rebatesDue']>;

interface Line {
  day: number;
  friend: number;
  wallet: RebateRow['wallet'];
  asset: number;
  fees: bigint;
  partPpm: number;
  receipt: RebateRow['receipt'];
}

const rowOf = (ports: TradingPorts, account: number, line: Line): RebateRow => {
  const asset = assetOf(ports, line.asset);
  const own = line.friend === account;
  return {
    day: line.day,
    friend: own ? '' : maskedAccount(line.friend),
    own,
    wallet: line.wallet,
    asset: asset.code,
    fees: amountText(asset, line.fees),
    part: percentText(line.partPpm),
    amount: amountText(asset, (line.fees * BigInt(line.partPpm)) / million),
    status: line.receipt === null ? 'due' : 'paid',
    receipt: line.receipt,
  };
};

const paidRows = `FROM happening h WHERE h.owner = $1 AND h.kind = 'rebateDay' AND h.venue = $2`;
/** As the index has them. Each has a line at least, so that a page needs no more of them than lines. */
const newest = 'ORDER BY h.time DESC, h.seq DESC, h.event_index DESC';

/** One account's rebates by day and friend: those of today first, then those that were paid, newest first. */
export async function rebatePage(ports: TradingPorts, { venue, account }: Owner, due: Due, limit: number, offset: number) {
  const today = Math.floor(ports.clock.now() / dayMs) * dayMs;
  const open = due.lines.map((line) => rowOf(ports, account, { ...line, day: today, receipt: null }));
  const [rows, counted] = await Promise.all([
    ports.database.query<{ seq: bigint; event_index: number; day: bigint; wallet: number; asset: number; line: StoredLine }>(
      `SELECT h.seq, h.event_index, (h.event->>'day')::bigint AS day, (h.event->>'wallet')::int AS wallet, (h.event->>'asset')::int AS asset, l.line
       FROM (SELECT * ${paidRows} ${newest} LIMIT $3::int + $4::int) h, LATERAL jsonb_array_elements(h.event->'lines') WITH ORDINALITY AS l (line, place)
       ${newest}, l.place LIMIT $3 OFFSET $4`,
      [account, venue, limit - open.length, Math.max(0, offset - due.count)],
    ),
    ports.database.query<{ n: bigint | null }>(
      `SELECT sum(jsonb_array_length(event->'lines')) AS n FROM (SELECT h.event ${paidRows} ${newest} LIMIT ${maxCounted}) AS counted`,
      [account, venue],
    ),
  ]);
  const paid = rows.map(({ seq, event_index: index, day, wallet, asset, line }) =>
    rowOf(ports, account, {
      ...{ day: Number(day), wallet: wallet as Line['wallet'], asset, friend: line.friend, fees: BigInt(line.fees), partPpm: line.partPpm },
      receipt: { kind: 'rebateDay', seq: String(seq), index },
    }),
  );
  return { list: [...open, ...paid], total: due.count + Number(counted[0]?.n ?? 0) };
}
interface StoredLine {
  friend: number;
  fees: string;
  partPpm: number;
}

/** What one account has got and will get, by asset. */
export async function rebateTotals(ports: TradingPorts, { venue, account }: Owner, due: ReturnType<EngineReader['rebateSums']>) {
  const rows = await ports.database.query<{ asset: number; total: string; recent: string }>(
    `SELECT (h.event->>'asset')::int AS asset, sum((h.event->>'paid')::numeric)::text AS total,
       coalesce(sum((h.event->>'paid')::numeric) FILTER (WHERE h.time >= $3), 0)::text AS recent ${paidRows} GROUP BY 1`,
    [account, venue, ports.clock.now() - recentMs],
  );
  const sums = new Map(rows.map(({ asset, total, recent }) => [asset, { total: BigInt(total), recent: BigInt(recent), due: 0n }]));
  for (const [asset, millionths] of due) sums.set(asset, { total: 0n, recent: 0n, ...sums.get(asset), due: millionths });
  let worth = 0n;
  const list: RebateTotal[] = [];
  for (const [id, sum] of [...sums].sort(([a], [b]) => a - b)) {
    const asset = assetOf(ports, id);
    const rate = ports.market.usdRate(asset.code);
    if (rate !== undefined) worth += usdOf(sum.total, asset, rate.price);
    list.push({
      asset: asset.code,
      total: amountText(asset, sum.total),
      recent: amountText(asset, sum.recent),
      due: amountText(asset, sum.due / million),
    });
  }
  return { list, worth: valueText(worth) };
}

/** Of whom fees brought a rebate lately. */
export async function tradingFriends(db: Queryable, { venue, account }: Owner, since: number): Promise<number> {
  const [row] = await db.query<{ n: bigint }>(
    `SELECT count(DISTINCT l.line->>'friend') AS n FROM (SELECT * ${paidRows} AND h.time >= $3) h,
       LATERAL jsonb_array_elements(h.event->'lines') AS l (line) WHERE (l.line->>'friend')::int <> $1`,
    [account, venue, since],
  );
  return Number(row?.n ?? 0n);
}

/** Who got most lately, of those who let themselves be shown. Kept for a minute. */
export function createRanking(ports: TradingPorts, keptMs = 60_000) {
  type Row = { account: number; name: string; worth: bigint };
  const kept = new Map<Venue, { at: number; rows: Promise<Row[]> }>();

  /** Of everybody, or of one account. */
  const read = async (venue: Venue, only: number | null = null): Promise<Row[]> => {
    const rows = await ports.database.query<{ owner: number; name: string; asset: number; paid: string }>(
      `SELECT h.owner, c.name, (h.event->>'asset')::int AS asset, sum((h.event->>'paid')::numeric)::text AS paid
       FROM rebate_ranked r JOIN customer c ON c.venue = r.venue AND c.account = r.account
       JOIN happening h ON h.owner = r.account AND h.kind = 'rebateDay' AND h.venue = r.venue AND h.time >= $2
       WHERE r.venue = $1 AND ($3::integer IS NULL OR r.account = $3) GROUP BY 1, 2, 3`,
      [venue, ports.clock.now() - recentMs, only],
    );
    const sums = new Map<number, Row>();
    for (const { owner, name, asset: id, paid } of rows) {
      const asset = assetOf(ports, id);
      const rate = ports.market.usdRate(asset.code);
      const worth = rate === undefined ? 0n : usdOf(BigInt(paid), asset, rate.price);
      sums.set(owner, { account: owner, name, worth: (sums.get(owner)?.worth ?? 0n) + worth });
    }
    return inOrder([...sums.values()]);
  };
  const inOrder = (rows: Row[]) => rows.sort((a, b) => (a.worth === b.worth ? a.account - b.account : a.worth < b.worth ? 1 : -1));
  const keep = (venue: Venue, at: number, rows: Promise<Row[]>) => {
    kept.set(venue, { at, rows });
    rows.catch(() => kept.delete(venue));
    return rows;
  };

  return {
    /** After an account said whether it is shown. It reads no more than its own, however often it changes its mind. */
    async changed({ venue, account }: Owner, shown: boolean): Promise<void> {
      const one = kept.get(venue);
      if (one === undefined) return;
      const own = shown ? read(venue, account) : Promise.resolve([]);
      const rows = Promise.all([one.rows, own]).then(([all, mine]) => inOrder([...all.filter((row) => row.account !== account), ...mine]));
      await keep(venue, one.at, rows);
    },
    async of({ venue, account }: Owner): Promise<RankedInviter[]> {
      const now = ports.clock.now();
      const one = kept.get(venue);
      const rows = one === undefined || now - one.at >= keptMs ? keep(venue, now, read(venue)) : one.rows;
      return (await rows)
        .map((row, at) => ({ place: at + 1, name: maskedName(row.name), worth: valueText(row.worth), mine: row.account === account }))
        .filter(({ place, mine }) => place <= rankedAtMost || mine);
    },
  };
}

/** Percent of the fees as millionths; exact, because the call takes at most four decimals. */
export function ppmOfPercent(text: string): number {
  const [whole = '0', part = ''] = text.split('.');
  return Number(whole) * 10_000 + Number(part.padEnd(4, '0'));
}

export const percentText = (ppm: number) => formatUnits(BigInt(ppm), 4).replace(/\.?0+$/, '') || '0';
