import { Refusal } from '@bourse/protocol/errors';
import type { Effect } from '../cases/carry-out.ts';
import { type BodyOf, BodyRefused, saidOf, tellVenue } from '../cases/gated.ts';
import type { Venues } from '../sequencer/port.ts';
import { loosening } from '../standing/loosen-account.ts';
import type { People } from './people.ts';
import { heldAfter } from './restrict.ts';

/** What the venue hears: the account is as every other one again. */
export const liftBody =
  (venues: Venues): BodyOf =>
  async ({ venue, account, digest }, { pass }) =>
    pass && account !== null ? loosening(venues, { venue, account, evidence: digest, mode: true }) : null;

/**
 * What a decided case of lifting a restriction does: the venue hears of it from the two who decided, then the tables do. A customer who was held again
 * after the case was opened stays held. Doing it twice does no harm.
 */
export const liftEffect =
  ({ venues, people }: { venues: Venues; people: Pick<People, 'liftRestriction' | 'services'> }): Effect =>
  async (row) => {
    const { venue, customer_id, verdict, proposed_by, confirmed_by, created_at } = row;
    if (!verdict || customer_id === null) return null;
    if (proposed_by === null || confirmed_by === null) throw new Refusal('caseStep');
    if (await heldAfter(people.services, customer_id, created_at)) throw new BodyRefused('caseChanged');
    // What the venue was not told yet must not come after.
    await people.services.standing.tell(customer_id);
    const body = await liftBody(venues)(row, saidOf(row));
    const ref = body && (await tellVenue(venues[venue], row, body));
    if (ref !== null && typeof ref === 'object') return ref;
    if (!(await people.liftRestriction(customer_id, created_at))) throw new BodyRefused('caseChanged');
    return ref;
  };
