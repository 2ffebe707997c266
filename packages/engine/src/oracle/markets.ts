import { divFloor } from '@bourse/money';
import type { DefineContract, DefineInstrument } from '../commands.ts';
import type { EngineEvent, MarkEvent } from '../events.ts';
import { agree, type Count } from './audit.ts';
import { e8, markOf, sum } from './margin-rules.ts';

/** What a contract's events have said so far. */
export interface Market {
  rules: DefineContract;
  unit: bigint;
  bandBps: bigint;
  status: number;
  index: bigint;
  indexTime: number;
  mark: bigint;
  last: bigint;
  samples: Map<number, bigint>;
  premium: bigint[];
  books: [Map<number, bigint>, Map<number, bigint>];
}

/** Follows the index, book and trades of every contract, and recomputes each mark price that the engine reports. */
export class Markets {
  readonly all = new Map<number, Market>();
  private readonly units = new Map<number, { unit: bigint; bandBps: bigint }>();
  private readonly count: Count;

  constructor(count: Count) {
    this.count = count;
  }

  of(instrument: number): Market {
    return this.all.get(instrument)!;
  }

  defineInstrument({ instrument, quoteUnitsPerTickLot, bandBps }: DefineInstrument): void {
    this.units.set(instrument, { unit: BigInt(quoteUnitsPerTickLot), bandBps: BigInt(bandBps) });
  }

  defineContract(rules: DefineContract): void {
    const known = this.all.get(rules.instrument);
    if (known !== undefined) {
      known.rules = rules;
      return;
    }
    this.all.set(rules.instrument, {
      rules,
      ...this.units.get(rules.instrument)!,
      status: 1,
      index: 0n,
      indexTime: 0,
      mark: 0n,
      last: 0n,
      samples: new Map(),
      premium: [],
      books: [new Map(), new Map()],
    });
  }

  hear(event: EngineEvent): void {
    const market = 'instrument' in event ? this.all.get(event.instrument) : undefined;
    if (market === undefined) return;
    if (event.kind === 'depth') {
      const book = market.books[event.side]!;
      if (event.lots === 0) book.delete(event.priceTicks);
      else book.set(event.priceTicks, BigInt(event.lots));
    } else if (event.kind === 'fill') market.last = BigInt(event.priceTicks);
    else if (event.kind === 'reference') {
      market.index = BigInt(event.priceTicks);
      market.indexTime = event.tickTime;
    } else if (event.kind === 'instrumentStatus') market.status = event.status;
    else if (event.kind === 'mark') this.hearMark(market, event);
  }

  private hearMark(market: Market, event: MarkEvent): void {
    const second = Math.floor(event.time / 1000);
    const [bids, asks] = market.books;
    if (bids.size > 0 && asks.size > 0) {
      const middle = divFloor(BigInt(Math.max(...bids.keys())) + BigInt(Math.min(...asks.keys())), 2n);
      market.samples.set(second, middle - market.index);
      market.premium.push(divFloor((middle - market.index) * e8, market.index));
    }
    for (const at of market.samples.keys()) if (at <= second - 60) market.samples.delete(at);
    const samples = [...market.samples.values()];
    const basis = samples.length === 0 ? 0n : divFloor(sum(samples), BigInt(samples.length));
    market.mark = markOf(market.index, basis, market.last, BigInt(market.rules.markBandBps));
    agree('basis', event.basisTicks, basis);
    agree('mark', event.markTicks, market.mark);
    this.count('marks');
  }
}
