import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { EnginePort } from '../sequencer/port.ts';
import type { Board } from './board.ts';
import { PublicBooks } from './house/books.ts';
import { defineVenue } from './house/definitions.ts';
import { MarketMaker } from './house/maker.ts';
import { TickPump } from './house/tick-pump.ts';
import type { Catalogue } from './port.ts';

/** What the market does for one venue: tells its engine the instruments, feeds it prices, quotes its books, shows its depth. */
export interface VenueDesk {
  readonly port: EnginePort;
  readonly books: PublicBooks;
  readonly pump: TickPump;
  readonly maker: MarketMaker;
  stop(): void;
}

export async function openVenueDesk(
  port: EnginePort,
  tools: { catalogue: Catalogue; board: Board; database: Database; clock: Clock; log: Log; quoting: boolean },
): Promise<VenueDesk> {
  const { catalogue, board, database, clock, log } = tools;
  const told = await defineVenue(port, catalogue, database);
  if (told > 0) log.info({ venue: port.venue, definitions: told }, 'the venue was told its instruments');
  const tradable = catalogue.instruments.filter(({ tradable: yes }) => yes).map(({ id }) => id);
  const books = new PublicBooks(port);
  await books.start(tradable);
  const pump = new TickPump(port, board, clock, log);
  pump.start();
  const maker = new MarketMaker(port, board, clock, log, (instrument) => pump.knows(instrument));
  if (tools.quoting) await maker.start();
  return {
    port,
    books,
    pump,
    maker,
    stop() {
      maker.stop();
      pump.stop();
      books.stop();
    },
  };
}
