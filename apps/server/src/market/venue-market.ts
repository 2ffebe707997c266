import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { patiently } from '../platform/patiently.ts';
import type { EnginePort } from '../sequencer/port.ts';
import type { Board } from './board.ts';
import type { Feed } from './feeds/port.ts';
import { PublicBooks } from './house/books.ts';
import { tellSessions } from './house/calendars.ts';
import { CorporateActions } from './house/corporate-actions.ts';
import { defineVenue } from './house/definitions.ts';
import { earlierFills } from './house/earlier-fills.ts';
import { MarketMaker } from './house/maker.ts';
import { PublicMarks } from './house/marks.ts';
import { followTerms } from './house/terms.ts';
import { TickPump } from './house/tick-pump.ts';
import type { TickQueue } from './house/tick-queue.ts';
import { Participants } from './participants/participants.ts';
import type { Catalogue } from './port.ts';

const rollEveryMs = 3_600_000;

/** The market's work for one venue: sends its engine the instruments and prices, quotes its books, and shows its depth. */
export interface VenueMarket {
  readonly port: EnginePort;
  readonly books: PublicBooks;
  readonly marks: PublicMarks;
  readonly pump: TickPump;
  readonly maker: MarketMaker;
  /** Undefined where none trade. */
  readonly participants: Participants | undefined;
  stop(): void;
}

export async function openVenueMarket(
  port: EnginePort,
  tools: {
    catalogue: Catalogue;
    board: Board;
    feedOf: (instrument: number) => Feed;
    database: Database;
    clock: Clock;
    log: Log;
    quoting: boolean;
    /** Whether simulated participants of the house trade in the demo venue. */
    participants: boolean;
    queue: TickQueue;
  },
): Promise<VenueMarket> {
  const { catalogue, board, database, clock, log } = tools;
  // A server that has just taken over, or whose database has just returned, must survive a short outage. So each step is safe to repeat.
  const patient = <T>(what: string, work: () => Promise<T>) => patiently(work, { what: `${port.venue} ${what}`, clock, log });
  const told = await patient('instruments', () => defineVenue(port, catalogue, database, clock.now()));
  if (told > 0) log.info({ venue: port.venue, definitions: told }, 'the server defined instruments of the venue');
  const terms = await patient('terms', () => followTerms(port, catalogue));
  const tradable = catalogue.instruments.filter((one) => one.tradable);
  const books = new PublicBooks(port);
  await patient('books', async () =>
    books.start(
      tradable.map(({ id }) => id),
      await earlierFills(database, port.venue),
    ),
  );
  const marks = new PublicMarks(
    port,
    clock,
    tradable.filter(({ contract }) => contract !== null).map(({ id }) => id),
  );
  await patient('marks', () => marks.start());
  const actions = new CorporateActions(port, tools);
  const pump = new TickPump(port, board, clock, log, {
    awaitsAction: (instrument) => actions.awaits(instrument),
    queue: tools.queue,
    toldUpTo: (instrument) => tools.feedOf(instrument).toldUpTo?.(),
    before: (instruments) => maker.follow(instruments),
  });
  const maker = new MarketMaker(port, board, clock, log, (instrument) => pump.freshPrice(instrument));
  pump.start();
  if (tools.quoting) await patient('house', () => maker.start());
  actions.start();
  const participants =
    tools.participants && port.venue === 'demo' ? new Participants(port, { catalogue, board, books, clock, log }) : undefined;
  participants?.start();
  /** Calendars roll forward: checked every hour, sent once a week. */
  let cancel: () => void;
  const roll = () => {
    cancel = clock.after(rollEveryMs, roll);
    if (port.state !== 'running') return;
    tellSessions(port, catalogue, database, clock.now()).catch((error) =>
      log.warn({ err: error, venue: port.venue }, 'the server could not define the coming sessions; it tries again in an hour'),
    );
  };
  cancel = clock.after(rollEveryMs, roll);
  return {
    port,
    books,
    marks,
    pump,
    maker,
    participants,
    stop() {
      cancel();
      participants?.stop();
      terms();
      actions.stop();
      maker.stop();
      marks.stop();
      pump.stop();
      books.stop();
    },
  };
}
