import { House, reviewFlags } from '@bourse/engine';
import { formatUnits } from '@bourse/money';
import type { Venue } from '@bourse/protocol/enums';
import type { Catalogue } from '../../market/port.ts';
import type { Database } from '../../platform/database.ts';
import { eventOf } from '../../projections/kept.ts';
import type { Venues } from '../../sequencer/port.ts';
import type { AdminHandlers } from '../handlers.ts';

interface Page {
  venue: Venue;
  pageNo: number;
  pageSize: number;
  account?: number | undefined;
  state?: string | undefined;
}

/** Deposits, payouts and the house's own money. All of it is read. */
export function moneyHandlers({
  database,
  venues,
  catalogue,
}: {
  database: Database;
  venues: Venues;
  catalogue: Catalogue;
}): AdminHandlers<'GET deposit/list' | 'GET payout/list' | 'GET house/list'> {
  const code = (asset: number) => catalogue.assetById(asset)?.code ?? String(asset);
  const text = (asset: number, units: bigint | number) => formatUnits(BigInt(units), catalogue.assetById(asset)?.scale ?? 0);
  const usdt = catalogue.assetByCode('USDT')!.id;

  /** The newest event of each deposit or payout, the newest number first. */
  const page = async <K extends 'deposit' | 'payout'>(kind: K, { venue, pageNo, pageSize, account, state }: Page) => {
    const rows = await database.query<{ event: { kind: K }; total: bigint }>(
      `SELECT event, count(*) OVER () AS total FROM latest WHERE venue = $1 AND kind = $2 AND ($3::integer IS NULL OR owner = $3)
         AND ($4::text IS NULL OR event->>'state' = $4) ORDER BY key DESC LIMIT $5 OFFSET $6`,
      [venue, kind, account ?? null, state ?? null, pageSize, (pageNo - 1) * pageSize],
    );
    return { events: rows.map(({ event }) => eventOf<K>(event)), total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
  };

  return {
    'GET deposit/list': async (input) => {
      const { events, ...rest } = await page('deposit', input);
      const list = events.map(({ deposit, account, rail, channel, asset, amount, fee, source, state, taken, lost, creditedAt, seq }) => ({
        ...{ deposit: String(deposit), account, rail, channel, asset: code(asset), amount: text(asset, amount), fee: text(asset, fee) },
        ...{ source, state, taken: text(asset, taken), lost: text(asset, lost), creditedAt, seq: String(seq) },
      }));
      return { list, ...rest };
    },
    'GET payout/list': async (input) => {
      const { events, ...rest } = await page('payout', input);
      const list = events.map(({ payout, account, rail, asset, amount, fee, value, priced, state, reason, flags, requestedAt, seq }) => ({
        ...{ payout: String(payout), account, rail, asset: code(asset), amount: text(asset, amount), fee: text(asset, fee) },
        ...{ value: priced ? text(usdt, value) : null, state, reason, requestedAt, seq: String(seq) },
        flags: Object.entries(reviewFlags).flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name])),
      }));
      return { list, ...rest };
    },
    'GET house/list': async ({ venue }) => {
      const { value } = await venues[venue].read((engine) =>
        Object.entries(House).flatMap(([name, account]) => engine.balances(account).map((one) => ({ name, account, ...one }))),
      );
      return value.map(({ name, account, wallet, asset, available, frozen }) => ({
        ...{ name, account, wallet, asset: code(asset), assetId: asset },
        ...{ available: text(asset, available), frozen: text(asset, frozen) },
      }));
    },
  };
}
