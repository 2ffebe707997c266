import type { Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';
import { fundingRounds, happeningsWhere } from '../projections/happenings.ts';

/** Rows of each list on a risk page. */
const shown = 20;
// Names the kinds of the index that holds so few rows.
const newest = `instrument = $3 AND kind IN ('liquidation', 'deleverage', 'fundingRound') ORDER BY seq DESC, event_index DESC LIMIT ${shown}`;

/** Recent events of a contract, newest first. No account is named. */
export async function recentRisk(db: Queryable, venue: Venue, instrument: number) {
  const [rounds, liquidations, deleveragings] = await Promise.all([
    fundingRounds(db, venue, instrument, { limit: shown }),
    happeningsWhere(db, venue, ['liquidation'], newest, [instrument]),
    happeningsWhere(db, venue, ['deleverage'], newest, [instrument]),
  ]);
  return {
    rounds: rounds.map(({ event }) => event),
    liquidations: liquidations.map(({ event }) => event),
    deleveragings: deleveragings.map(({ event }) => event),
  };
}
