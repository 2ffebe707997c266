import { Refusal } from '@bourse/protocol/errors';
import type { Effect } from '../cases/carry-out.ts';
import type { Venues } from '../sequencer/port.ts';
import { loosenAccount } from '../standing/loosen-account.ts';
import type { People } from './people.ts';

/** What a decided case of lifting a restriction does: the venue hears of it from the two who decided, then the tables do. Doing it twice does no harm. */
export const liftEffect =
  ({ venues, people }: { venues: Venues; people: Pick<People, 'liftRestriction' | 'services'> }): Effect =>
  async ({ id, venue, customer_id, account, verdict, proposed_by, confirmed_by, digest }) => {
    if (!verdict || customer_id === null) return null;
    if (proposed_by === null || confirmed_by === null) throw new Refusal('caseStep');
    // What the venue was not told yet must not come after.
    await people.services.standing.tell(customer_id);
    const ref =
      account === null
        ? null
        : await loosenAccount(venues, {
            ...{ venue, account, decidedBy: [proposed_by, confirmed_by], evidence: digest, reason: `case ${id}`, mode: true },
          });
    await people.liftRestriction(customer_id);
    return ref;
  };
