import type { DeleverageEvent, LiquidationEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';

/** Rows of each list on a risk page. */
const shown = 20;

export interface RoundRow {
  round: bigint;
  due: bigint;
  rate_e8: bigint;
  mark_ticks: bigint;
  void: boolean;
  paid: bigint;
  received: bigint;
}

/** Recent events of a contract, newest first. No account is named. */
export async function recentRisk(db: Queryable, venue: Venue, instrument: number) {
  const events = <Event>(kind: 'liquidation' | 'deleverage') =>
    db.query<{ event: Event }>(
      `SELECT event FROM settlement WHERE venue = $1 AND instrument = $2 AND kind IN ('liquidation', 'deleverage') AND kind = $3
       ORDER BY seq DESC, event_index DESC LIMIT ${shown}`,
      [venue, instrument, kind],
    );
  const [rounds, liquidations, deleveragings] = await Promise.all([
    db.query<RoundRow>(
      `SELECT round, due, rate_e8, mark_ticks, void, paid, received FROM funding_round WHERE venue = $1 AND instrument = $2 ORDER BY seq DESC LIMIT ${shown}`,
      [venue, instrument],
    ),
    events<LiquidationEvent>('liquidation'),
    events<DeleverageEvent>('deleverage'),
  ]);
  return { rounds, liquidations: liquidations.map(({ event }) => event), deleveragings: deleveragings.map(({ event }) => event) };
}
