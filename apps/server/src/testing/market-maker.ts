import { Board } from '../market/board.ts';
import type { createCatalogue } from '../market/catalogue/catalogue.ts';
import { defineVenue } from '../market/house/definitions.ts';
import { MarketMaker } from '../market/house/maker.ts';
import { TickPump } from '../market/house/tick-pump.ts';
import { silentLog } from '../platform/log.ts';
import { memoryVenue, noTable, TestClock } from './market.ts';

/** A venue in memory with its market maker, which has not started. No market has a price. */
export async function makerOn(catalogue: ReturnType<typeof createCatalogue>) {
  const clock = new TestClock();
  const { engine, port } = memoryVenue('demo', clock);
  const board = new Board(catalogue, clock);
  await defineVenue(port, catalogue, noTable, clock.now());
  const pump = new TickPump(port, board, clock, silentLog);
  const maker = new MarketMaker(port, board, clock, silentLog, (id) => pump.freshPrice(id));
  return { clock, engine, port, board, pump, maker };
}
