import { House } from '@bourse/engine';
import { InstrumentKind, InstrumentStatus, Wallet } from '@bourse/protocol/enums';
import { createCatalogue } from '@bourse/server/src/market/catalogue/catalogue.ts';
import type { InstrumentInfo } from '@bourse/server/src/market/port.ts';
import type { Connection } from '@bourse/server/src/platform/postgres.ts';
import { createLoad, customers, drive, middle, type Request } from '../../../bench/src/durable/load.ts';
import { commandOf, openBenchVenue, tellVenue } from '../../../bench/src/durable/venue.ts';

const inFlight = 1_024;
/** Requests that are made at once. */
const together = 50_000;
/** Far from the accounts that the server gives to its customers. */
const firstAccount = 50_000_000;
/** Each customer sends about so many commands, so that opening them is a small part. */
const commandsEach = 200;
/** What one lot of the load is worth, in whole units of the quote asset, and what a customer buys of each instrument at first. */
const lotWorth = 20;
const firstWorth = 3_000;

interface Book extends InstrumentInfo {
  /** Price in ticks when the filling began. */
  mid: number;
  /** The engine's lots in one lot of the load. */
  lots: number;
}

type Venue = Awaited<ReturnType<typeof openBenchVenue>>;

/** Where prices are old, nothing trades: they are told again each second. */
const tickEveryMs = 1_000;
const tick = ({ tell }: Venue, books: readonly Book[]) =>
  tell({
    kind: 'feedTicks',
    source: 'filling',
    items: books.map(({ id, mid }) => ({ instrument: id, priceTicks: mid, time: Date.now() })),
  });

/** The spot books of the server's own catalogue that have a price and trade. */
async function booksOf({ sequencer }: Venue): Promise<Book[]> {
  const listed = createCatalogue().instruments.filter(
    ({ kind, tradable, quote }) => kind === InstrumentKind.coin && tradable && quote.code === 'USDT',
  );
  const { value } = await sequencer.read((engine) => listed.map((one) => ({ ...one, now: engine.instrument(one.id) })));
  return value.flatMap(({ now, ...one }) => {
    if (now?.status !== InstrumentStatus.trading || !(now.referenceTicks > 0)) return [];
    const perLot = (now.referenceTicks * one.quoteUnitsPerTickLot) / 10 ** one.quote.scale;
    return [{ ...one, mid: now.referenceTicks, lots: Math.max(one.minLots, Math.ceil(lotWorth / perLot)) }];
  });
}

/** Customers with money on both sides of each book: the demo's grant, and what the house sells them. */
async function openCustomers(venue: Venue, books: readonly Book[], accounts: readonly number[]): Promise<void> {
  const { tell, sequencer } = venue;
  await Promise.all(
    accounts.flatMap((account) => [tell({ kind: 'openAccount', account, feeClass: 0 }), tell({ kind: 'grantDemo', account })]),
  );
  for (const { id: instrument, base, mid, lots, maxLots, lotUnits, quantityScale } of books) {
    const each = lots * (firstWorth / lotWorth);
    const amount = BigInt(each * accounts.length) * lotUnits * 10n ** BigInt(base.scale - quantityScale);
    const { value: number } = await sequencer.read((engine) => engine.nextFunding());
    await tell({ kind: 'fundHouse', account: House.marketMaker, wallet: Wallet.coin, asset: base.id, amount, number });
    const trade = (account: number, side: 0 | 1, quantity: number) =>
      tell(commandOf({ kind: 'place', account, instrument, side, price: mid, lots: quantity, clientId: '' }));
    await tick(venue, books);
    // One order has only so many lots.
    for (let left = each * accounts.length; left > 0; left -= maxLots) await trade(House.marketMaker, 1, Math.min(left, maxLots));
    await Promise.all(accounts.map((account) => trade(account, 0, each)));
  }
}

/**
 * Fills the demo journal of a stopped server with as many commands as it is told: up to a thousand customers place, cancel and trade in the books of the server's
 * catalogue. Histories and transparency log are left to the server that starts next. Answers the last sequence.
 */
export async function fillJournal(connection: Connection, commands: number): Promise<number> {
  const venue = await openBenchVenue(connection, { projected: false });
  let ticking: NodeJS.Timeout | undefined;
  try {
    const books = await booksOf(venue);
    if (books.length === 0) throw new Error('no book has a price');
    const many = Math.min(customers, Math.ceil(commands / commandsEach));
    await openCustomers(
      venue,
      books,
      Array.from({ length: many }, (_, index) => firstAccount + index),
    );
    ticking = setInterval(() => void tick(venue, books).catch(() => undefined), tickEveryMs);
    const load = createLoad(1, (index) => firstAccount + (index % many));
    const send = tellVenue(venue, load);
    const inBook = (request: Request): Request => {
      if (request.kind === 'cancel') return request;
      const { id, mid, lots } = books[request.instrument % books.length]!;
      return { ...request, instrument: id, price: Math.max(1, Math.round((mid * request.price) / middle)), lots: request.lots * lots };
    };
    for (;;) {
      const left = commands - venue.sequencer.durable;
      if (left <= 0) return venue.sequencer.durable;
      await drive(load.batch(Math.min(left, together)).map(inBook), inFlight, send);
    }
  } finally {
    clearInterval(ticking);
    await venue.sequencer.stop();
    await venue.projector.stop(60_000);
    await venue.database.close();
  }
}
