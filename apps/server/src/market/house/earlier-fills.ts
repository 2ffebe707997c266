import type { Venue } from '@bourse/protocol/enums';
import type { Database } from '../../platform/database.ts';
import { isParticipant } from '../participants/accounts.ts';
import type { PublicFill } from './books.ts';

/** The newest trades of the venue that a start looks at, whatever their instrument. */
const lookedAt = 5_000;

interface EarlierRow {
  instrument: number;
  fill: string;
  price: string;
  lots: string;
  side: number;
  time: string;
  taker: number;
  maker: number;
}

/** The newest trades of a venue by instrument, oldest first: the tape of a server that has just started. */
export async function earlierFills(database: Database, venue: Venue): Promise<Map<number, PublicFill[]>> {
  const rows = await database.query<EarlierRow>(
    `SELECT instrument, fill_id AS fill, price_ticks AS price, lots, taker_side AS side, time, taker_account AS taker, maker_account AS maker
     FROM fills WHERE venue = $1 ORDER BY fill_id DESC LIMIT $2`,
    [venue, lookedAt],
  );
  const fills = new Map<number, PublicFill[]>();
  for (const { instrument, fill, price, lots, side, time, taker, maker } of rows.reverse()) {
    const list = fills.get(instrument) ?? [];
    const simulated = isParticipant(taker) || isParticipant(maker);
    list.push({
      fill: Number(fill),
      priceTicks: Number(price),
      lots: Number(lots),
      side: side === 0 ? 0 : 1,
      time: Number(time),
      simulated,
    });
    fills.set(instrument, list);
  }
  return fills;
}
