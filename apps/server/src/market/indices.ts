import { say } from '@bourse/words';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Board, Live } from './board.ts';
import { nameOfCode } from './catalogue/names.ts';
import { changeText, placePoint } from './figures.ts';
import { type Catalogue, leastReal } from './port.ts';

interface Member {
  live: Live;
  /** The first price, and when it was. */
  first: number;
  time: number;
}

/** Our own baskets. Their only inputs are the members' prices, so anybody can recompute them. */
export class Indices {
  private readonly catalogue: Catalogue;
  private readonly board: Board;
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly members = new Map<string, Member[]>();

  constructor(catalogue: Catalogue, board: Board, database: Database, clock: Clock) {
    this.catalogue = catalogue;
    this.board = board;
    this.database = database;
    this.clock = clock;
  }

  /** Sets missing base prices. Called once the members have prices. */
  async start(): Promise<void> {
    for (const [code, members] of this.catalogue.indices) {
      const lives = members.flatMap((symbol) => {
        const live = this.board.get(this.catalogue.instrumentBySymbol(symbol)?.id ?? 0);
        return live && live.last > 0 ? [live] : [];
      });
      await this.database.query(
        `INSERT INTO market_index_base (code, instrument, source, price_ticks, based_ms)
         SELECT $1, *, $5::bigint FROM unnest($2::int[], $3::text[], $4::bigint[]) ON CONFLICT DO NOTHING`,
        [
          code,
          lives.map(({ instrument }) => instrument.id),
          lives.map(({ instrument }) => instrument.source.name),
          lives.map(({ last }) => last),
          this.clock.now(),
        ],
      );
      const rows = await this.database.query<{ instrument: number; source: string; price_ticks: bigint; based_ms: bigint }>(
        'SELECT instrument, source, price_ticks, based_ms FROM market_index_base WHERE code = $1',
        [code],
      );
      const found = lives.flatMap((live): Member[] => {
        const row = rows.find(({ instrument, source }) => instrument === live.instrument.id && source === live.instrument.source.name);
        return row ? [{ live, first: Number(row.price_ticks), time: Number(row.based_ms) }] : [];
      });
      this.members.set(code, found);
    }
  }

  /** A base price of old shares would let the index fall by the number of new ones. */
  private inSharesOfNow(live: Live, price: number, from: number): number {
    return this.board
      .splitsOf(live, from, this.clock.now())
      .reduce((base, { numerator, denominator }) => (base * denominator) / numerator, price);
  }

  list(language: string) {
    const now = this.clock.now();
    return [...this.catalogue.indices.keys()].flatMap((code) => {
      const members = (this.members.get(code) ?? []).map(({ live, first, time }) => ({
        live,
        base: this.inSharesOfNow(live, first, time),
      }));
      if (members.length === 0) return [];
      const value = hundredths(members.map(({ live, base }) => live.last / base));
      const before = hundredths(members.map(({ live, base }) => live.day.figures(live.builder.current(0), live.last).open / base));
      const sparks = members.map(({ live, base }) => live.day.spark(live.last).map((price) => price / base));
      const points = Math.min(...sparks.map(({ length }) => length));
      return [
        {
          code,
          name: nameOfCode(code, language),
          value: placePoint(value, 2),
          change: changeText(before, value),
          time: Math.max(...members.map(({ live }) => live.shownAt)) || now,
          stale: members.some(({ live }) => this.board.isOpen(live) && this.board.isStale(live)),
          members: members.map(({ live }) => live.instrument.symbol),
          rule: say(language, 'views.indexRule'),
          feed: leastReal(members.map(({ live }) => live.instrument.source.feed)) ?? 'simulated',
          spark: Array.from({ length: points }, (_, at) => hundredths(sparks.map((spark) => spark[at] ?? 0)) / 100),
        },
      ];
    });
  }
}

/** 1000 × the mean, in hundredths, cut. */
const hundredths = (relatives: readonly number[]) =>
  Math.floor((relatives.reduce((sum, one) => sum + one, 0) / relatives.length) * 100_000 + 1e-6);
