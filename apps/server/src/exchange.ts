import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { version } from '../../../package.json';
import { createAlerts } from './alerts/index.ts';
import { createCarryOut } from './cases/carry-out.ts';
import { customerCaseHandlers } from './cases/customer-calls.ts';
import { createSignedCheck } from './cases/signed.ts';
import { feedbackEffect } from './cases/told.ts';
import { createFan } from './chat/fan.ts';
import { createChat } from './chat/index.ts';
import { createNatsBus } from './chat/nats.ts';
import { createChatSocket } from './chat/socket.ts';
import { createLocalBus } from './chat/told.ts';
import type { Config } from './config.ts';
import { publishDue } from './content/articles/publish-due.ts';
import { seedTexts } from './content/articles/seed.ts';
import { createContent } from './content/content.ts';
import { closeDevicesJob } from './devices/close-devices.ts';
import { createDeviceStore } from './devices/device-store.ts';
import { deviceHandlers } from './devices/handlers.ts';
import { createSigning } from './devices/signing.ts';
import { createVerifier } from './devices/verifier.ts';
import { checkDocumentsKey, documentsKey } from './documents/documents-key.ts';
import { createTradingHandlers } from './handlers.ts';
import { createApp } from './http/app.ts';
import { createBudgets, network } from './http/budget.ts';
import { addressBehind } from './http/client-address.ts';
import { capConnections, listenWhenFree } from './http/connections.ts';
import { boundTurns } from './http/gate.ts';
import { createHealth } from './http/health.ts';
import { registerProcessMetrics } from './http/metrics.ts';
import { cameInForOperators } from './http/operations.ts';
import { createIdentityRoom } from './identity/index.ts';
import { deliverOutbox } from './jobs/deliver-outbox.ts';
import { createJobs } from './jobs/jobs.ts';
import { JournalAudit } from './journal/audit.ts';
import { refuseOtherFormats } from './journal/format.ts';
import { createPostgresJournal } from './journal/postgres-journal.ts';
import { readInstruments } from './market/catalogue/declared.ts';
import { heldPrices } from './market/handlers/overview.ts';
import { createMarket, type MarketOptions } from './market/index.ts';
import { carryNotices } from './notices/across.ts';
import { broadcastEffect, fanOut } from './notices/broadcasts/fan-out.ts';
import { createNotices } from './notices/index.ts';
import { pushLeft } from './notices/left.ts';
import { missedNotices } from './notices/missed.ts';
import { NoticeWriter } from './notices/notice-writer.ts';
import { anchorAudit } from './operators/audit/anchor-head.ts';
import { createConsole } from './operators/host.ts';
import { createOperators } from './operators/index.ts';
import { nobodyIsOperator } from './operators/nobody.ts';
import { payoutsOn } from './operators/payouts-on.ts';
import { registerFirstOperators } from './operators/register.ts';
import { firstOperators } from './operators/sign-in/first-operators.ts';
import { openPayments } from './payments/index.ts';
import { liftBody, liftEffect } from './people/lift.ts';
import { createPeople } from './people/people.ts';
import type { Clock } from './platform/clock.ts';
import { createKillSwitches, type KillSwitches } from './platform/kill-switches.ts';
import type { Log } from './platform/log.ts';
import { createExchangeMetrics } from './platform/metrics.ts';
import { createOutbox, smtpCarrier } from './platform/outbox.ts';
import { patiently } from './platform/patiently.ts';
import { provideDatabase } from './platform/provide-database.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { smsCarrier } from './platform/sms.ts';
import { type ClockStep, type SteadyClock, stepText } from './platform/steady-clock.ts';
import { createFolderStorage } from './platform/storage.ts';
import { projectFolder } from './project.ts';
import { historiesFile } from './projections/thread/worker.ts';
import { createProtection } from './protection/index.ts';
import { openProduct } from './protection/open-product.ts';
import { createOpenings } from './protection/openings.ts';
import { followRealised } from './protection/realised.ts';
import { startPushes } from './pushes/pushes.ts';
import { factorResetBody, factorResetEffect } from './security/factor-reset.ts';
import { createSecurity } from './security/security.ts';
import type { Venues } from './sequencer/port.ts';
import { shadowFile } from './sequencer/shadow/worker.ts';
import { openVenue } from './sequencer/venues.ts';
import { createDoor } from './sockets/door.ts';
import { createHub, createSockets } from './sockets/index.ts';
import { createDayTrade } from './stock/day-trade.ts';
import { createTransparency, storedLogFiles } from './transparency/index.ts';
import { createTradingAccounts } from './wallets/open-account.ts';

/** What opening a socket spends from the budget of pages and files: its snapshots are larger than most of them. */
const socketWeight = 5;

/** Wiring only: it creates the parts, starts them in order, and stops them in reverse. */

export interface ExchangeParts extends Pick<MarketOptions, 'feeds'> {
  config: Config;
  clock: Clock;
  /** Tells when the system clock was set. */
  steps?: Pick<SteadyClock, 'step' | 'onStep'>;
  log: Log;
  /** Collects the parts to stop, as they start. */
  shutdown: Shutdown;
  /** Called when another server has taken a venue from this one. */
  takenOver?: () => void;
}

export async function openExchange({ config, clock, steps, log, shutdown, feeds, takenOver }: ExchangeParts) {
  const startedAt = clock.now();
  const development = config.environment === 'development';
  const declared = config.instruments === undefined ? undefined : readInstruments(config.instruments);
  const { database, connection, stop } = await provideDatabase(config, log, refuseOtherFormats);
  shutdown.add('database', stop);
  await checkDocumentsKey(database, config.dataFolder);
  await seedTexts({ database, clock });

  const metrics = createExchangeMetrics();
  const openOne = (venue: Venue, mayLead?: () => boolean) => {
    const host = openVenue({
      venue,
      connection,
      clock,
      log,
      observer: metrics.observerOf(venue),
      onProjection: metrics.projectionOf(venue),
      mayLead,
      takenOver,
      shadowFile: config.shadow === 'on' ? shadowFile() : undefined,
      historiesFile: historiesFile(),
      logLevel: config.logLevel,
    });
    metrics.watch(host);
    shutdown.add(`${venue} venue`, () => host.stop());
    return host;
  };
  const real = openOne('real');
  // The server that leads one venue leads both. Otherwise two servers that start together could each get one and wait for the other.
  const hosts = { real, demo: openOne('demo', () => real.port.state === 'running') };
  const venues: Venues = { real: hosts.real.port, demo: hosts.demo.port };
  const everyPort = Object.values(venues);

  const outbox = createOutbox({
    database,
    log,
    carriers: {
      mail: config.smtpUrl ? smtpCarrier(config.smtpUrl, config.mailFrom) : undefined,
      sms:
        config.smsUrl && config.smsKey
          ? smsCarrier({ url: config.smsUrl, key: config.smsKey, from: config.smsFrom, now: () => clock.now() })
          : undefined,
    },
  });
  // In development the outbox stands in for the carrier.
  const reachesPhones = config.smsUrl !== undefined || config.environment === 'development';
  const hub = createHub();
  const files = createFolderStorage(join(config.dataFolder, 'files'));
  const notices = await createNotices({
    ...{ database, clock, log, outbox, publicUrl: config.publicUrl, mailFrom: config.mailFrom, furtherHosts: config.pushHosts },
    key: documentsKey(config.dataFolder),
  });
  const people = await createPeople({
    database,
    clock,
    log,
    environment: config.environment,
    hub,
    outbox: notices.post,
    reachesPhones,
    files,
    trading: createTradingAccounts(venues),
    publicUrl: config.publicUrl,
  });
  const identity = createIdentityRoom({ database, clock, files, config, venues });
  await identity.start();
  const security = await createSecurity({ people: people.services });
  const market = await createMarket({ database, clock, log, config, feeds, declared });
  const content = createContent({ database, clock, environment: config.environment, rates: market.data, people, version, reachesPhones });
  const realised = followRealised({ database, clock, venues, catalogue: market.catalogue });
  shutdown.add('realised results', () => realised.stop());
  const protection = createProtection({ database, clock, realised, openings: createOpenings(venues, market.catalogue) });
  const alerts = createAlerts({ database, board: market.board, catalogue: market.catalogue, clock, hub, log });
  const dayTrade = createDayTrade({ database, clock, venues });
  const devices = createDeviceStore({ database, venues, clock });
  const verifier = createVerifier();
  shutdown.add('signatures', () => verifier.stop());
  const closeDevices = closeDevicesJob({ devices, sessions: people.authenticator, log });
  const ports = { venues, market: market.data, database, clock, protection, signing: createSigning({ venues, clock, devices, verifier }) };
  let switches: KillSwitches | undefined;
  const payments = await openPayments({
    ...{ config, ports, log, lists: identity.lists, documents: identity.documents },
    // Before the switches are known, nothing leaves.
    payoutsOff: () => switches?.isActive('withdrawalsOff', 'real') ?? true,
  });
  shutdown.add('payments', async () => payments.stop());
  const bodies = {
    ...{ ...payments.bodies, dayTrade: dayTrade.body, identity: identity.body, screening: identity.body },
    ...{ lift: liftBody(venues), factorReset: factorResetBody({ venues, clock }) },
  };
  const bus = config.natsUrl === undefined ? createLocalBus() : await createNatsBus(config.natsUrl, log);
  shutdown.add('signals between servers', () => bus.close());
  const chat = createChat({
    ...{ database, clock, bus, catalogue: market.catalogue, rails: payments.rails, publicUrl: config.publicUrl },
    ...{ key: documentsKey(config.dataFolder), documents: identity.documents, people: people.services },
  });
  const carryOut = createCarryOut({
    database,
    clock,
    venues,
    signed: createSignedCheck({ database, venues, bodies }),
    effects: {
      dayTrade: dayTrade.effect,
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
  });

  const journals = {
    real: createPostgresJournal({ venue: 'real', connection, log }),
    demo: createPostgresJournal({ venue: 'demo', connection, log }),
  };
  const audit = new JournalAudit({
    journals: Object.values(journals),
    clock,
    log,
  });

  const transparency = createTransparency({
    config,
    database,
    clock,
    log,
    venues,
    durable: (venue) => hosts[venue].sequencer.durable,
  });

  const addressOf = addressBehind(config.trustProxy);
  const budgets = createBudgets(config.weightPerMinute);
  let problem: string | undefined = 'The venues are starting.';
  const health = createHealth({
    clock,
    startedAt,
    venues: () =>
      Object.fromEntries(Object.values(hosts).map(({ port, sequencer }) => [port.venue, { state: port.state, seq: sequencer.durable }])),
    database: () => database.query('SELECT 1'),
    chartsToFill: () => market.chartsToFill(),
    checks: [() => problem, () => audit.problem],
    prices: () => market.board.ages(),
    warnings: () => [
      ...(steps?.step ? [stepText(steps.step)] : []),
      ...Object.values(hosts).flatMap(({ shadow }) => shadow?.warnings ?? []),
      ...transparency.warnings,
      ...payments.warnings(),
    ],
  });
  const app = await createApp({
    handlers: {
      ...people.handlers,
      ...identity.handlers,
      ...customerCaseHandlers({ database, clock, documents: identity.documents }),
      ...security.handlers,
      ...deviceHandlers({ database, clock, devices, people }),
      ...protection.handlers,
      ...dayTrade.handlers,
      ...content.handlers,
      ...market.handlers,
      ...createTradingHandlers(ports),
      ...payments.handlers,
      ...notices.handlers,
      ...transparency.handlers,
      ...alerts.handlers,
      ...chat.handlers,
    },
    authenticator: people.authenticator,
    // Operators have a host of their own.
    operators: nobodyIsOperator,
    proofs: security.proofs,
    health,
    registry: metrics.registry,
    pictures: people,
    logFiles: storedLogFiles(database),
    callbacks: payments.callback,
    outbox,
    environment: config.environment,
    publicUrl: config.publicUrl,
    operatorsToken: config.operatorsToken,
    budgets,
    addressOf,
    webFolder: join(projectFolder(), 'apps/web/dist'),
    version,
    log,
    clock,
  });
  const sockets = createSockets({
    authenticator: people.authenticator,
    hub,
    clock,
    log,
    market,
    addressOf,
    mayConnect: (address) => budgets.visits.take(network(address), socketWeight) === 0,
    origins: [config.publicUrl],
    version: content.version,
    missedNotices: ({ venue, account }) => missedNotices(database, venue, account, clock.now()),
  });
  sockets.attach(app.server);
  const fan = createFan({ readers: chat.readers, bus, clock, log });
  shutdown.add('fan-out of the chat', async () => fan.stop());
  const chatSocket = createChatSocket({ clock, log, bus, fan });
  const carried = await carryNotices({ database, hub, bus: bus.notices, clock, log });
  shutdown.add('notices of other servers', async () => carried.stop());
  sockets.door.at(
    '/ws/chat',
    chatSocket.welcome(async (token) => {
      const { customerId, sessionId } = await people.authenticator.authenticate(token);
      return { reader: { customer: customerId }, sessionId };
    }),
  );
  people.authenticator.onSessionEnd((sessionId) => chatSocket.endSession(sessionId));
  registerProcessMetrics(metrics.registry, {
    bourse_sockets: { help: 'Open market sockets', read: () => sockets.count },
    bourse_tick_lag_seconds: {
      help: 'Longest age of the newest price when an engine had it, since the last reading',
      read: () => market.takeTickLag() / 1000,
    },
  });
  capConnections(app.server, config.connectionsPerAddress, log);
  await listenWhenFree(app, { port: config.port, host: config.host }, clock);
  shutdown.add('gateway', () => app.close());
  if (config.operatorsPort > 0) {
    const operators = createServer((request, response) => {
      cameInForOperators(request);
      app.routing(request, response);
    });
    boundTurns(operators, { refused: budgets.refused, addressOf });
    await listenWhenFree(operators, { port: config.operatorsPort, host: config.operatorsHost }, clock);
    shutdown.add('operators’ port', () => new Promise<void>((resolve) => operators.close(() => resolve()).closeAllConnections()));
  }
  shutdown.add('sockets', () => sockets.stop());
  shutdown.add('chat sockets', () => chatSocket.stop());
  shutdown.add('sessions', people.start());

  await Promise.all(Object.values(hosts).map((host) => host.start()));
  const killSwitches = createKillSwitches({
    database,
    venues: everyPort,
    clock,
    log,
    held: (venue) =>
      steps?.step ? stepText(steps.step) : hosts[venue].shadow?.foundDifference ? 'the engine and its shadow differ' : undefined,
  });
  const place = { origin: config.consoleUrl, rpId: new URL(config.consoleUrl).hostname, softwareKeys: development };
  const consoleSide = createOperators({
    ...{
      database,
      clock,
      venues,
      catalogue: market.catalogue,
      health,
      switches: killSwitches,
      version,
      place,
      people,
      journals,
      carryOut,
      log,
    },
    environment: config.environment,
    prices: { held: () => heldPrices(market.board), confirm: market.confirmPrice },
    reveal: identity.reveal,
    lists: identity.lists,
    reconcile: payments.reconcile,
    outside: payments.outside,
    importStatement: payments.importStatement,
    unmatched: payments.unmatched,
    bodies,
    desk: chat.desk,
  });
  if (config.consolePort > 0) {
    const desk = await createConsole({
      ...{ ...consoleSide, publicUrl: config.consoleUrl, version, log, clock, addressOf },
      webFolder: join(projectFolder(), 'apps/console/dist'),
    });
    const deskDoor = createDoor({ log, addressOf, origins: [config.consoleUrl] });
    deskDoor.at(
      '/ws/chat',
      chatSocket.welcome(async (token) => {
        const { operatorId, sessionId, permissions } = await consoleSide.operators.authenticate(token);
        if (!permissions.has('support') && !permissions.has('compliance'))
          throw new Refusal('permissionMissing', { permission: 'support' });
        return { reader: { operator: Number(operatorId) }, sessionId };
      }),
    );
    deskDoor.attach(desk.server);
    await listenWhenFree(desk, { port: config.consolePort, host: config.host }, clock);
    shutdown.add('console', () => desk.close());
  }
  const follow = (step: ClockStep | undefined) => {
    if (step) log.error({ ...step }, 'the system clock was set; new orders are stopped');
    else log.warn({}, 'the system clock goes evenly again; the venues trade');
    market.board.cancelOnly = step !== undefined;
    if (step) hub.sayToAll('venueCancelOnly');
    void killSwitches
      .apply()
      .catch((error) => log.warn({ err: error }, 'the trading mode could not follow the clock yet; it is tried again'));
  };
  steps?.onStep(follow);
  if (steps?.step) follow(steps.step);
  await killSwitches.start();
  switches = killSwitches;
  shutdown.add('kill switches', () => killSwitches.stop());
  await patiently(() => alerts.watch.start(), { what: 'price alerts', clock, log });
  shutdown.add('price alerts', () => alerts.watch.stop());
  market.start();
  shutdown.add('market', () => market.stop());
  await market.connect(venues);
  await payments.start();
  for (const port of everyPort) {
    hub.changesFrom(port.venue, (await port.read((engine) => engine.seq)).seq);
    shutdown.add(`${port.venue} pushes`, startPushes({ port, hub, market: market.data, database, log }));
    const writer = new NoticeWriter({ database, port, hub, catalogue: market.catalogue, log });
    await patiently(() => writer.start(), { what: `${port.venue} notices`, clock, log });
    shutdown.add(`${port.venue} notices`, () => writer.stop());
  }
  const jobs = createJobs({
    database,
    clock,
    log,
    jobs: [
      fanOut({ database, clock, hub }),
      publishDue({ database, clock }),
      notices.spread,
      notices.pushes,
      deliverOutbox(outbox),
      pushLeft({ database, hub }),
      { name: 'sweep-people', everyMs: 60_000, run: () => people.sweep() },
      { name: 'sweep-security', everyMs: 60_000, run: () => security.sweep() },
      { name: 'tell-restrictions', everyMs: 2_000, run: () => people.services.standing.tell() },
      ...identity.jobs,
      ...chat.jobs,
      ...payments.jobs,
      carryOut.job,
      ...(config.consolePort > 0 ? [consoleSide.job] : []),
      anchorAudit({ database, real: venues.real, everyMs: config.environment === 'development' ? 600_000 : 86_400_000 }),
      market.anchorDays,
      closeDevices,
      alerts.job,
    ],
  });
  jobs.start();
  shutdown.add('jobs', () => jobs.stop());
  await transparency.start();
  shutdown.add('transparency logs', () => transparency.stop());
  problem = undefined;
  audit.start();
  shutdown.add('journal audit', () => audit.stop());

  const address = app.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : config.port;
  const origin = `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`;
  log.info({ origin, environment: config.environment, feed: config.feed, ms: clock.now() - startedAt }, 'the server is open');
  const invitations = config.consolePort > 0 ? await firstOperators({ database, clock, environment: config.environment }) : [];
  if (config.consolePort > 0) await registerFirstOperators({ database, venues, log });
  const console = config.consolePort > 0 ? { origin: config.consoleUrl, invitations } : undefined;
  return { origin, development, venues, console };
}
