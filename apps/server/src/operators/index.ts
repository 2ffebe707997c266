import type { AdminCallName } from '@bourse/protocol/admin';
import type { Venue } from '@bourse/protocol/enums';
import type { CarryOut } from '../cases/carry-out.ts';
import type { BodyOf } from '../cases/gated.ts';
import { caseHandlers, type Match } from '../cases/handlers.ts';
import type { CaseKindName } from '../cases/kinds.ts';
import type { Reveal } from '../cases/read.ts';
import type { Chat } from '../chat/index.ts';
import type { Lists } from '../identity/lists.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Journal } from '../journal/journal.ts';
import type { People } from '../people/people.ts';
import type { Log } from '../platform/log.ts';
import { createActs } from './acts.ts';
import { auditHandlers } from './calls/audit.ts';
import { broadcastHandlers } from './calls/broadcasts.ts';
import { changeHandlers } from './calls/changes.ts';
import { configurationHandlers } from './calls/configuration.ts';
import { contentHandlers } from './calls/content.ts';
import { customerHandlers } from './calls/customers.ts';
import { ledgerHandlers } from './calls/ledger.ts';
import { listHandlers } from './calls/lists.ts';
import { moneyHandlers } from './calls/money.ts';
import { operatorHandlers } from './calls/operators.ts';
import { type OutsideParts, outsideHandlers } from './calls/outside.ts';
import { reconcileHandlers } from './calls/reconcile.ts';
import { searchHandlers } from './calls/search.ts';
import { type StatementParts, statementHandlers } from './calls/statements.ts';
import { type SystemParts, systemHandlers } from './calls/system.ts';
import { endInVenues } from './endings.ts';
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
  log: Log;
  /** What a venue hears of a decided case, by kind: operators sign it with their decision. */
  bodies?: Partial<Record<CaseKindName, BodyOf>>;
  lists: Lists;
  /** Compares what is held outside with what is owed inside. */
  reconcile(): Promise<void>;
  outside: OutsideParts['outside'];
  importStatement: StatementParts['importStatement'];
  unmatched: { job: Pick<Job, 'run'>; match: Match };
  /** The agents' side of the chat. */
  desk: Chat['desk'];
}

/** The operators' side: who may sign in, what they may see and do, and what they did. */
export function createOperators(parts: OperatorParts) {
  const {
    database,
    clock,
    place,
    environment,
    people,
    journals,
    venues,
    catalogue,
    carryOut,
    reveal,
    bodies = {},
    lists,
    reconcile,
    outside,
    importStatement,
    unmatched,
    desk,
  } = parts;
  const act = createActs({ database, clock });
  const endings = endInVenues({ database, venues, log: parts.log });
  const handlers: AdminHandlers<AdminCallName> = {
    ...signInHandlers({ database, clock, place, environment, log: parts.log }),
    ...operatorHandlers({ database, clock, act, venues, endings, origin: place.origin, marks: place.marks }),
    ...auditHandlers(database),
    ...customerHandlers({ database, act, catalogue, people }),
    ...ledgerHandlers({ database, venues, journals, catalogue }),
    ...systemHandlers({ ...parts, act }),
    ...changeHandlers({ database, clock, venues, act, place, catalogue, switches: parts.switches }),
    ...configurationHandlers({ database, clock, venues, catalogue, act }),
    ...moneyHandlers({ database, venues, catalogue }),
    ...reconcileHandlers({ database, catalogue, act, reconcile }),
    ...statementHandlers({ database, act, importStatement, findUnmatched: async () => void (await unmatched.job.run()) }),
    ...outsideHandlers({ database, clock, act, outside }),
    ...searchHandlers(database),
    ...listHandlers({ clock, act, lists }),
    ...desk(act),
    ...broadcastHandlers({ database, clock, act }),
    ...contentHandlers({ database, clock, act }),
    ...caseHandlers({ database, clock, act, carryOut, reveal, place, venues, catalogue, bodies, match: unmatched.match }),
  };
  return { handlers, operators: createOperatorSessions({ database, clock, marks: place.marks }), job: endings };
}
