import { type LeftOver, WorkList } from '../base/work-list.ts';
import type { CorporateAction, DefineStock } from '../commands.ts';
import type { Positions } from '../leverage/positions.ts';
import { WarnedPositions } from '../leverage/warned-positions.ts';
import { WatchHeap } from '../leverage/watch-heap.ts';

/** Ends of a queue: order slots, 0 for none. */
export interface Queue {
  first: number;
  last: number;
}
/** Orders with a price, and those at market, which need somebody on the other side. */
export type QueueName = 'priced' | 'buys' | 'sells';

/** A corporate action whose work is not done yet. */
export interface ActionUnderWay {
  readonly terms: CorporateAction;
  /** The last close in terms of the old shares: fractions are paid at it. */
  readonly closeTicks: number;
  /** The last price in terms of the old shares: a position that has not had its part is valued at it. */
  readonly oldTicks: number;
  /** First the open orders are cancelled, then the positions have their part. */
  phase: 'orders' | 'positions';
  /** The position slot it has come to. */
  at: number;
  /** Ids of positions behind it that had their part before their turn. */
  readonly ahead: Set<number>;
}

/** What a stock has in addition to its book: its rules, its day and what the pool has lent on it. There is none before `defineStock`. */
export class Stock {
  rules: DefineStock;
  /** Reference price when the last trading day ended, split-adjusted; 0 before the first. */
  lastClose = 0;
  /** What a split made of the last price: stands in for the reference until the next tick brings one; 0 otherwise. */
  standIn = 0;
  /** Prices between which this day trades; 0 where there is no limit. */
  lowTicks = 0;
  highTicks = 0;
  /** Orders that wait for the open, each kind in the order it was sent. */
  readonly queues: Readonly<Record<QueueName, Queue>> = {
    priced: { first: 0, last: 0 },
    buys: { first: 0, last: 0 },
    sells: { first: 0, last: 0 },
  };
  waiting = 0;
  /** What the pool has lent on open positions: quote units to longs, lots to shorts. */
  lentUnits = 0;
  lentLots = 0;
  /** Undefined between corporate actions. */
  action: ActionUnderWay | undefined;
  /** Day orders of the day that is over and that have not expired yet, by id. */
  expiring: number[] = [];
  /** The session has begun, but the stock opens with a later command: for a new day, whose limits are still to be set, or for a further session of one. */
  opening: 'day' | 'session' | undefined;
  /** Margined longs and shorts by the reference price at which they are warned or, once warned, liquidated. */
  readonly longs: WatchHeap;
  readonly shorts: WatchHeap;
  /** Warned ones by the price at which their warning may be over. */
  readonly warned = new WarnedPositions();

  constructor(rules: DefineStock, positions: Positions) {
    this.rules = rules;
    this.longs = new WatchHeap(positions, true);
    this.shorts = new WatchHeap(positions, false);
  }
}

/** One finished round trip of an account: counted once a day and instrument. */
export interface RoundTrip {
  day: number;
  instrument: number;
}

/** What stocks keep that belongs to no single instrument. */
export class Stocks {
  /** Accounts (slots) that may make round trips without limit. */
  readonly dayTraders = new Set<number>();
  /** By account slot, the oldest first. */
  readonly trips = new Map<number, RoundTrip[]>();
  /** Day in which lots of a margined or short position were last opened, by position id. */
  readonly openedOn = new Map<number, number>();
  /** Fee and insurance of the liquidation that is running: written by its fills, read at once. */
  readonly forced = { fee: 0, insured: 0 };
  /** Instruments (slots) whose waiting orders were left over by the limit of one command. */
  readonly entering: WorkList;
  /** Instruments (slots) with a corporate action under way, with day orders that expire, and that open. */
  readonly acting: WorkList;
  readonly expiring: WorkList;
  readonly opening: WorkList;
  /** Calendars whose charges were left over: those with a `chargeAt`, so that no command walks all of them. */
  readonly charging: WorkList;

  constructor(leftOver: LeftOver) {
    this.entering = new WorkList(leftOver);
    this.acting = new WorkList(leftOver);
    this.expiring = new WorkList(leftOver);
    this.opening = new WorkList(leftOver);
    this.charging = new WorkList(leftOver);
  }
}
