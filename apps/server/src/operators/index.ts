import type { AdminCallName } from '@bourse/protocol/admin';
import type { Venue } from '@bourse/protocol/enums';
import type { CarryOut } from '../cases/carry-out.ts';
import { caseHandlers } from '../cases/handlers.ts';
import type { Reveal } from '../cases/read.ts';
import type { Journal } from '../journal/journal.ts';
import type { People } from '../people/people.ts';
import { createActs } from './acts.ts';
import { auditHandlers } from './calls/audit.ts';
import { changeHandlers } from './calls/changes.ts';
import { customerHandlers } from './calls/customers.ts';
import { ledgerHandlers } from './calls/ledger.ts';
import { operatorHandlers } from './calls/operators.ts';
import { type SystemParts, systemHandlers } from './calls/system.ts';
import type { AdminHandlers } from './handlers.ts';
import { signInHandlers } from './sign-in/handlers.ts';
import type { Place } from './sign-in/keys.ts';
import { createOperatorSessions } from './sign-in/sessions.ts';

export interface OperatorParts extends Omit<SystemParts, 'act'> {
  environment: 'development' | 'production';
  place: Place;
  people: Pick<People, 'restrict'>;
  journals: Record<Venue, Pick<Journal, 'read'>>;
  carryOut: CarryOut;
  reveal: Reveal;
}

/** The operators' side: who may sign in, what they may see and do, and what they did. */
export function createOperators(parts: OperatorParts) {
  const { database, clock, place, environment, people, journals, venues, catalogue, carryOut, reveal } = parts;
  const act = createActs({ database, clock });
  const handlers: AdminHandlers<AdminCallName> = {
    ...signInHandlers({ database, clock, place, environment }),
    ...operatorHandlers({ database, clock, act, origin: place.origin }),
    ...auditHandlers(database),
    ...customerHandlers({ database, act, catalogue, people }),
    ...ledgerHandlers({ database, venues, journals, catalogue }),
    ...systemHandlers({ ...parts, act }),
    ...changeHandlers({ database, clock, venues, act, place, switches: parts.switches }),
    ...caseHandlers({ database, clock, act, carryOut, reveal }),
  };
  return { handlers, operators: createOperatorSessions({ database, clock }) };
}
