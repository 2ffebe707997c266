import { join } from 'node:path';
import type { Venue } from '@bourse/protocol/enums';
import { version } from '../../../package.json';
import { createNatsBus } from './chat/nats.ts';
import { createLocalBus } from './chat/told.ts';
import type { Config } from './config.ts';
import { openConsoleHost } from './console-host.ts';
import { publishDue } from './content/articles/publish-due.ts';
import { seedTexts } from './content/articles/seed.ts';
import { tellTerms } from './content/articles/tell-terms.ts';
import { openCustomersHost } from './customers-host.ts';
import { checkDocumentsKey } from './documents/documents-key.ts';
import { addressBehind } from './http/client-address.ts';
import { createHealth } from './http/health.ts';
import { deliverOutbox } from './jobs/deliver-outbox.ts';
import { createJobs } from './jobs/jobs.ts';
import { JournalAudit } from './journal/audit.ts';
import { refuseOtherFormats } from './journal/format.ts';
import { createPostgresJournal } from './journal/postgres-journal.ts';
import { readInstruments } from './market/catalogue/declared.ts';
import { heldPrices } from './market/handlers/overview.ts';
import type { MarketOptions } from './market/index.ts';
import { fanOut } from './notices/broadcasts/fan-out.ts';
import { pushLeft } from './notices/left.ts';
import { NoticeWriter } from './notices/notice-writer.ts';
import { anchorAudit } from './operators/audit/anchor-head.ts';
import { createOperators } from './operators/index.ts';
import { registerFirstOperators } from './operators/register.ts';
import { firstOperators } from './operators/sign-in/first-operators.ts';
import type { Clock } from './platform/clock.ts';
import { createKillSwitches, isTurnedOff, type KillSwitches } from './platform/kill-switches.ts';
import type { Log } from './platform/log.ts';
import { createExchangeMetrics } from './platform/metrics.ts';
import { createOutbox, smtpCarrier } from './platform/outbox.ts';
import { patiently } from './platform/patiently.ts';
import { provideDatabase } from './platform/provide-database.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { smsCarrier } from './platform/sms.ts';
import { type ClockStep, type SteadyClock, stepText } from './platform/steady-clock.ts';
import { createFolderStorage } from './platform/storage.ts';
import { historiesFile } from './projections/thread/worker.ts';
import { startPushes } from './pushes/pushes.ts';
import { createRooms } from './rooms.ts';
import type { Venues } from './sequencer/port.ts';
import { shadowFile } from './sequencer/shadow/worker.ts';
import { openVenue } from './sequencer/venues.ts';
import { createHub } from './sockets/index.ts';
import { createTransparency } from './transparency/index.ts';

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
  const reachesPhones = config.smsUrl !== undefined || development;
  const hub = createHub();
  const bus = config.natsUrl === undefined ? createLocalBus() : await createNatsBus(config.natsUrl, log);
  shutdown.add('signals between servers', () => bus.close());
  const transparency = createTransparency({
    config,
    database,
    clock,
    log,
    venues,
    durable: (venue) => hosts[venue].sequencer.durable,
  });

  let switches: KillSwitches | undefined;
  const rooms = await createRooms({
    ...{ config, database, clock, log, venues, hub, outbox, reachesPhones, feeds, declared, bus, version },
    files: createFolderStorage(join(config.dataFolder, 'files')),
    payoutsOff: () => isTurnedOff(switches, 'withdrawalsOff', 'real'),
    unwitnessed: () => transparency.holdsPayouts,
  });
  shutdown.add('rooms', () => rooms.stop());
  const { people, market, payments, alerts, identity, carryOut } = rooms;

  const journals = {
    real: createPostgresJournal({ venue: 'real', connection, log }),
    demo: createPostgresJournal({ venue: 'demo', connection, log }),
  };
  const audit = new JournalAudit({
    journals: Object.values(journals),
    clock,
    log,
  });

  const addressOf = addressBehind(config.trustProxy);
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
  const { origin, chatSocket } = await openCustomersHost({
    ...{ config, database, clock, log, shutdown, rooms, hub, bus, outbox, health, addressOf, version },
    handlers: { ...rooms.handlers, ...transparency.handlers },
    registry: metrics.registry,
  });

  await Promise.all(Object.values(hosts).map((host) => host.start()));
  const killSwitches = createKillSwitches({
    database,
    venues: everyPort,
    clock,
    log,
    held: (venue) =>
      steps?.step ? stepText(steps.step) : hosts[venue].shadow?.foundDifference ? 'the engine and its shadow differ' : undefined,
  });
  const place = { origin: config.consoleUrl, rpId: new URL(config.consoleUrl).hostname, softwareKeys: development, marks: rooms.marks };
  const desk = createOperators({
    ...{ database, clock, log, venues, health, version, place, people, journals, carryOut },
    catalogue: market.catalogue,
    switches: killSwitches,
    environment: config.environment,
    prices: { held: () => heldPrices(market.board), confirm: market.confirmPrice, discard: market.discardPrice },
    reveal: identity.reveal,
    lists: identity.lists,
    reconcile: payments.reconcile,
    outside: payments.outside,
    importStatement: payments.importStatement,
    unmatched: payments.unmatched,
    bodies: rooms.bodies,
    desk: rooms.chat.desk,
  });
  if (config.consolePort > 0) await openConsoleHost({ config, desk, chatSocket, addressOf, version, clock, log, shutdown });
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
    const writer = new NoticeWriter({ database, port, hub, catalogue: market.catalogue, rails: payments.rails, log });
    await patiently(() => writer.start(), { what: `${port.venue} notices`, clock, log });
    shutdown.add(`${port.venue} notices`, () => writer.stop());
  }
  const jobs = createJobs({
    database,
    clock,
    log,
    jobs: [
      ...rooms.jobs,
      fanOut({ database, clock, hub }),
      publishDue({ database, clock }),
      tellTerms({ database, clock, hub }),
      ...deliverOutbox(outbox),
      pushLeft({ database, hub }),
      ...(config.consolePort > 0 ? [desk.job] : []),
      anchorAudit({ database, real: venues.real, everyMs: development ? 600_000 : 86_400_000 }),
    ],
  });
  jobs.start();
  shutdown.add('jobs', () => jobs.stop());
  await transparency.start();
  shutdown.add('transparency logs', () => transparency.stop());
  problem = undefined;
  audit.start();
  shutdown.add('journal audit', () => audit.stop());

  log.info({ origin, environment: config.environment, feed: config.feed, ms: clock.now() - startedAt }, 'the server is open');
  // The server is open: a connection that is lost now must not end it.
  const named = <Value>(work: () => Promise<Value>) => patiently(work, { what: 'first operators', clock, log });
  const invitations =
    config.consolePort > 0
      ? await named(() => firstOperators({ database, clock, environment: config.environment, marks: rooms.marks }))
      : [];
  if (config.consolePort > 0) await named(() => registerFirstOperators({ database, venues, log }));
  const console = config.consolePort > 0 ? { origin: config.consoleUrl, invitations } : undefined;
  return { origin, development, venues, console };
}
