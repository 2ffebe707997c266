import { createAlerts } from './alerts/index.ts';
import { createCarryOut } from './cases/carry-out.ts';
import { customerCaseHandlers } from './cases/customer-calls.ts';
import { createSignedCheck } from './cases/signed.ts';
import { feedbackEffect } from './cases/told.ts';
import { createClamd } from './chat/files/clamd.ts';
import { readDesk } from './chat/hours/declared.ts';
import { createChat } from './chat/index.ts';
import type { Bus } from './chat/told.ts';
import type { Config } from './config.ts';
import { createContent } from './content/content.ts';
import { closeDevicesJob } from './devices/close-devices.ts';
import { createDeviceStore } from './devices/device-store.ts';
import { deviceHandlers } from './devices/handlers.ts';
import { createSigning } from './devices/signing.ts';
import { createVerifier } from './devices/verifier.ts';
import { documentsKey } from './documents/documents-key.ts';
import { createTradingHandlers } from './handlers.ts';
import { createIdentityRoom } from './identity/index.ts';
import { createLoanCases } from './loans/loan-cases.ts';
import { createMarket, type MarketOptions } from './market/index.ts';
import { createMembership } from './membership/applications.ts';
import { broadcastEffect } from './notices/broadcasts/fan-out.ts';
import { createNotices } from './notices/index.ts';
import { payoutsOn } from './operators/payouts-on.ts';
import { adoptKeys, operatorMarks } from './operators/sign-in/marks.ts';
import { openPayments } from './payments/index.ts';
import { liftBody, liftEffect } from './people/lift.ts';
import { createPeople, type PeopleParts } from './people/people.ts';
import type { Post } from './people/ports.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Log } from './platform/log.ts';
import { onceForFolder } from './platform/once.ts';
import type { Storage } from './platform/storage.ts';
import { createProtection } from './protection/index.ts';
import { openProduct } from './protection/open-product.ts';
import { createOpenings } from './protection/openings.ts';
import { followRealised } from './protection/realised.ts';
import { factorResetBody, factorResetEffect } from './security/factor-reset.ts';
import { createSecurity } from './security/security.ts';
import type { Venues } from './sequencer/port.ts';
import type { SocketHub } from './sockets/index.ts';
import { createDayTrade } from './stock/day-trade.ts';
import { createTradingAccounts } from './wallets/open-account.ts';

export interface RoomsOptions extends Pick<MarketOptions, 'feeds' | 'declared' | 'quoting'>, Pick<PeopleParts, 'hashCost'> {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  venues: Venues;
  hub: SocketHub;
  outbox: Post;
  reachesPhones: boolean;
  files: Storage;
  /** Signals of the chat between servers. */
  bus: Bus;
  /** Operators let no payout begin now. */
  payoutsOff: () => boolean;
  /** Heads of the transparency log have lacked a signature for so long that payouts wait. */
  unwitnessed?: () => boolean;
  version: string;
}

/** Every room of the server that answers customers, each with what it needs of the others. The server and the tests' whole exchange open the same rooms. */
export async function createRooms(options: RoomsOptions) {
  const { config, database, clock, log, venues, hub, reachesPhones, files, version } = options;
  const { environment, publicUrl } = config;
  const key = documentsKey(config.dataFolder);
  const notices = await createNotices({
    ...{ database, clock, log, key, publicUrl, outbox: options.outbox },
    ...{ mailFrom: config.mailFrom, furtherHosts: config.pushHosts },
  });
  const people = await createPeople({
    ...{ database, clock, log, key, environment, hub, reachesPhones, files, publicUrl, hashCost: options.hashCost },
    outbox: notices.post,
    trading: createTradingAccounts(venues),
  });
  const identity = createIdentityRoom({ database, clock, files, config, venues });
  await identity.start();
  const { documents } = identity;
  const security = await createSecurity({ people: people.services });
  const { feeds, declared, quoting } = options;
  const market = await createMarket({ database, clock, log, config, feeds, declared, quoting });
  const { catalogue } = market;
  const content = createContent({ database, clock, environment, rates: market.data, people, version, reachesPhones });
  const realised = followRealised({ database, clock, venues, catalogue });
  const protection = createProtection({ database, clock, realised, openings: createOpenings(venues, catalogue) });
  const alerts = createAlerts({ database, board: market.board, catalogue, clock, hub, log });
  const dayTrade = createDayTrade({ database, clock, venues });
  const loanCases = createLoanCases({ database, clock, venues, catalogue });
  const membership = createMembership({ database, clock, venues, documents });
  const devices = createDeviceStore({ database, venues, clock });
  const verifier = createVerifier();
  const ports = { venues, market: market.data, database, clock, protection, signing: createSigning({ venues, clock, devices, verifier }) };
  const payments = await openPayments({
    ...{
      config,
      ports,
      log,
      documents,
      lists: identity.lists,
      payoutsOff: options.payoutsOff,
      unwitnessed: options.unwitnessed ?? (() => false),
    },
    // The chat reads the rails, and stands before the first call.
    conversation: (tx, made) => chat.conversation(tx, made),
  });
  const chat = createChat({
    ...{ database, clock, key, documents, catalogue, publicUrl, files, bus: options.bus, rails: payments.rails, people: people.services },
    hours: readDesk(config.desk, clock.now()),
    serverLog: log,
    scanner: config.scanner === undefined ? undefined : createClamd(config.scanner),
  });
  const bodies = {
    ...{ ...payments.bodies, dayTrade: dayTrade.body, identity: identity.body, screening: identity.body },
    ...{ plus: membership.body, levelMatch: membership.body, loan: loanCases.body },
    ...{ lift: liftBody(venues), factorReset: factorResetBody({ venues, clock }) },
  };
  const marks = operatorMarks(key);
  await onceForFolder(config.dataFolder, 'operators-marked', () => adoptKeys(database, marks));
  const carryOut = createCarryOut({
    database,
    clock,
    venues,
    signed: createSignedCheck({ database, venues, bodies, marks }),
    effects: {
      dayTrade: dayTrade.effect,
      ...{ plus: membership.effect, levelMatch: membership.effect, loan: loanCases.effect },
      feedback: feedbackEffect({ database, clock }),
      factorReset: factorResetEffect({ people: people.services, venues }),
      difference: async () => null,
      ...payments.effects,
      identity: identity.effect,
      screening: identity.effect,
      screeningList: identity.listEffect,
      broadcast: broadcastEffect({ database }),
      product: openProduct({ database, clock }),
      payoutsOn: payoutsOn({ database }),
      lift: liftEffect({ venues, people }),
    },
    unanswered: { identity: identity.unanswered, screening: identity.unanswered },
    decidedAnyway: identity.decidedAnyway,
  });
  const handlers = {
    ...people.handlers,
    ...identity.handlers,
    ...customerCaseHandlers({ database, clock, documents }),
    ...security.handlers,
    ...deviceHandlers({ database, clock, devices, people }),
    ...protection.handlers,
    ...dayTrade.handlers,
    ...membership.handlers,
    ...content.handlers,
    ...market.handlers,
    ...createTradingHandlers(ports, payments.rails),
    ...payments.handlers,
    ...notices.handlers,
    ...alerts.handlers,
    ...chat.handlers,
  };
  return {
    ...{ notices, people, identity, security, market, content, protection, alerts, payments, chat, bodies, marks, carryOut, handlers },
    /** What runs again and again as long as the server does. */
    jobs: [
      notices.spread,
      notices.pushes,
      { name: 'sweep-people', everyMs: 60_000, run: () => people.sweep() },
      { name: 'sweep-security', everyMs: 60_000, run: () => security.sweep() },
      { name: 'tell-invitations', everyMs: 2_000, run: () => people.services.invitations.tell() },
      { name: 'tell-restrictions', everyMs: 2_000, run: () => people.services.standing.tell() },
      ...identity.jobs,
      ...membership.jobs,
      ...loanCases.jobs,
      ...chat.jobs,
      ...payments.jobs,
      carryOut.job,
      market.anchorDays,
      closeDevicesJob({ devices, sessions: people.authenticator, log }),
      alerts.job,
    ],
    async stop(): Promise<void> {
      payments.stop();
      await verifier.stop();
      realised.stop();
    },
  };
}

export type Rooms = Awaited<ReturnType<typeof createRooms>>;
