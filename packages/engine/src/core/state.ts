import type { Venue } from '@bourse/protocol/enums';
import { DenseSet } from '../base/dense-set.ts';
import { type LeftOver, WorkList } from '../base/work-list.ts';
import { FinishedOrders } from '../book/finished-orders.ts';
import { Levels } from '../book/levels.ts';
import { Orders } from '../book/orders.ts';
import { Sweep } from '../book/sweep.ts';
import { Assets } from '../catalogue/assets.ts';
import { Instruments } from '../catalogue/instruments.ts';
import { Changes } from '../changes/pending.ts';
import { Backing } from '../contract/backing.ts';
import { Devices } from '../devices/registry.ts';
import { Earn } from '../earn/book.ts';
import { Gate } from '../gate/registry.ts';
import { Invitations } from '../invitations/book.ts';
import { Exits } from '../leverage/exits.ts';
import { Pending } from '../leverage/pending.ts';
import { Positions } from '../leverage/positions.ts';
import type { Products } from '../leverage/product.ts';
import { Loans } from '../loans/book.ts';
import { Membership } from '../membership/book.ts';
import { Payments } from '../payments/book.ts';
import { EventLog } from '../record/event-log.ts';
import { Standings } from '../standing/book.ts';
import type { Calendar } from '../stock/calendar.ts';
import { Stocks } from '../stock/stock.ts';
import type { DefineSwap } from '../swaps/declare.ts';
import { Timed } from '../timed/book.ts';
import { AccountBook } from './account-book.ts';
import type { Actor } from './actor.ts';
import type { TradingMode } from './declare.ts';
import { Ledger } from './ledger.ts';
import type { Limits } from './limits.ts';
import { TimerHeap } from './timers.ts';

/** How much to set aside at the start, so that a busy venue never pays for growing while it trades. Untouched memory costs nothing. */
export interface Reserve {
  accounts: number;
  orders: number;
  levels: number;
  positions: number;
}
export const smallReserve: Reserve = { accounts: 16, orders: 64, levels: 64, positions: 16 };

export interface Attached {
  takeProfit: number;
  stopLoss: number;
}

/** Everything the engine knows, room by room. The data here keeps itself consistent; functions in the rooms decide. */
export class State {
  readonly venue: Venue;
  /** What differs between contracts and stocks. */
  readonly products: Products<State>;
  /** Changed by `setRules` only. */
  limits: Limits;
  /** Version of the rules; 0 before the first `setRules`. */
  rulesVersion = 0;
  readonly log = new EventLog();
  readonly assets = new Assets();
  readonly instruments = new Instruments();
  readonly accounts: AccountBook;
  readonly ledger: Ledger;
  readonly orders: Orders;
  readonly levels: Levels;
  /** Open contract and stock positions. */
  readonly positions: Positions;
  /** Timed contracts that are not over. */
  readonly timed = new Timed();
  /** What is exchanged at the house's desk, by instrument. */
  readonly swaps = new Map<number, DefineSwap>();
  /** Loans against coins. */
  readonly loans = new Loans();
  /** Sums over open opening orders. */
  readonly pending = new Pending();
  /** Closing orders by position. */
  readonly exits = new Exits();
  /** Take-profit and stop-loss that opening orders carry for the position they make, by order id. */
  readonly attached = new Map<number, Attached>();
  /** Sessions of exchanges, by calendar. */
  readonly calendars = new Map<number, Calendar>();
  /** What stocks keep that belongs to no single instrument. */
  readonly stocks: Stocks;
  /** Entries of `funding`, `heldReviews` and the lists of `stocks`. */
  readonly leftOver: LeftOver = { count: 0 };
  /** Money that earns interest. */
  readonly earn = new Earn(this.leftOver);
  /** Who invited whom, and the rebates of fees that are owed. */
  readonly invitations = new Invitations(this.leftOver);
  /** Coin markets (numbers) whose price has come for more loans than a command looks at. */
  readonly loansDue = new WorkList(this.leftOver);
  /** Levels, and what brings them. */
  readonly membership = new Membership();
  /** Contracts (slots) with a funding round under way. */
  readonly funding = new WorkList(this.leftOver);
  /** Changes of terms that are announced and wait for their time. */
  readonly changes = new Changes();
  readonly timers = new TimerHeap();
  finished: FinishedOrders;
  readonly sweep = new Sweep();
  readonly backing = new Backing();
  /** References of corporate actions that were applied. */
  readonly references = new Set<string>();
  /** Numbers under which house capital was booked. */
  readonly funded = new DenseSet();
  /** Who may send commands for an account, and with which keys. */
  readonly devices = new Devices();
  /** Operators, and what they have proposed. */
  readonly gate = new Gate();
  /** Who sent the command that is being carried out, and its id. */
  actor: Actor = { by: 'system', id: 0 };
  commandId: Uint8Array = new Uint8Array(16);
  /** What accounts may do and are known by. */
  readonly standing = new Standings();
  /** Money from and to the world outside. */
  readonly payments = new Payments();
  /** Feed names by number; 0 is "none yet". */
  readonly sources: string[] = [''];
  seq = 0;
  time = 0;
  mode: TradingMode = 'normal';
  nextOrder = 1;
  nextFill = 1;
  nextPosition = 1;
  nextSettlement = 1;
  nextFundingRound = 1;
  nextLiquidation = 1;
  nextSwap = 1;
  /** What was left over by the limits of one command: instruments with due triggers, contracts with due margins. */
  backlogs = 0;
  /** Instruments (slots) whose held orders are due for a review. */
  readonly heldReviews = new WorkList(this.leftOver);
  /** Triggers woken, and held orders looked at, by the current command. */
  woken = 0;
  heldLooks = 0;
  /** Margins looked at, and liquidation steps taken, by the current command. */
  marginChecks = 0;
  liquidationSteps = 0;
  /** Orders and positions of stocks that the current command has cancelled, expired or changed. */
  stockSteps = 0;
  /** Positions that paid or received funding by the current command. */
  fundingShares = 0;

  constructor(venue: Venue, limits: Limits, reserve: Reserve, products: Products<State>) {
    this.venue = venue;
    this.products = products;
    this.limits = limits;
    this.stocks = new Stocks(this.leftOver);
    this.accounts = new AccountBook(reserve.accounts);
    this.ledger = new Ledger(this.accounts, this.log);
    this.orders = new Orders(reserve.orders);
    this.levels = new Levels(reserve.levels);
    this.positions = new Positions(reserve.positions);
    this.finished = new FinishedOrders(limits.finishedOrders);
  }
}
