import type { EnginePort } from '../../sequencer/port.ts';
import type { Live } from '../board.ts';
import type { HouseMoney } from '../catalogue/schema.ts';
import { fundAssets, fundMoney, fundShares } from './funding.ts';
import type { Book } from './maker-book.ts';

/** How long the books of one coin wait for each other's first price. */
const patienceMs = 15_000;

type Bring = typeof fundAssets;

/**
 * Books the house's capital as a venue's books get their first prices. Money needs no price and is booked at once. A coin is booked when every book
 * that sells it has a price, shares at the first price of their own stock. So no book waits for another market to open.
 */
export class Capital {
  private readonly port: EnginePort;
  private readonly money: HouseMoney;
  private readonly priced: (instrument: number) => boolean;
  private since: number | null = null;
  private readonly provided = new Set<number>();
  private readonly stocked = new Set<number>();

  constructor(port: EnginePort, money: HouseMoney, priced: (instrument: number) => boolean) {
    this.port = port;
    this.money = money;
    this.priced = priced;
  }

  /** Whether the assets that this book sells are booked, or were booked before. */
  has({ instrument }: Live): boolean {
    return this.provided.has(instrument.id);
  }

  /** Returns whether it booked anything that the books of coins use. */
  async bring(books: readonly Book[], now: number): Promise<boolean> {
    const lives = books.map(({ live }) => live);
    const instruments = lives.map(({ instrument }) => instrument);
    const money = this.since === null && (await fundMoney(this.port, this.money, instruments));
    this.since ??= now;
    const coins = await this.each(this.provided, spoken(lives, now - this.since < patienceMs), fundAssets);
    // Shares join a position at the current price, so the venue must have one.
    const stocks = lives.filter(({ instrument, last }) => instrument.kind === 3 && last > 0 && this.priced(instrument.id));
    await this.each(this.stocked, stocks, fundShares);
    return money || coins;
  }

  private async each(done: Set<number>, lives: readonly Live[], bring: Bring): Promise<boolean> {
    const due = lives.filter(({ instrument }) => !done.has(instrument.id));
    if (due.length === 0) return false;
    const booked = await bring(
      this.port,
      due.map(({ instrument, last }) => ({ instrument, priceTicks: last })),
    );
    for (const { instrument } of due) done.add(instrument.id);
    return booked;
  }
}

/** Books with a price. Books of one coin count only together, until the wait is over. */
function spoken(lives: readonly Live[], patient: boolean): Live[] {
  const silent = lives.filter(({ instrument, last }) => patient && instrument.kind === 1 && last === 0);
  return lives.filter(
    ({ instrument, last }) =>
      last > 0 && !(instrument.kind === 1 && silent.some((other) => other.instrument.base.id === instrument.base.id)),
  );
}
