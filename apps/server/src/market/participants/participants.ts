import type { Command } from '@bourse/engine';
import { OrderPriceType, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Board, Live } from '../board.ts';
import { lotBaseUnits } from '../catalogue/catalogue.ts';
import type { PublicBooks } from '../house/books.ts';
import type { Catalogue, InstrumentInfo } from '../port.ts';
import { participantFor, perGroup } from './accounts.ts';
import { type Chance, normal, secretChance, uneven } from './chance.ts';
import { available, orderOf, type Wish, walletOf } from './orders.ts';

/** Mean time between two trades of the most traded instrument of a kind, and of one that is traded little. */
const [busyMs, idleMs] = [60_000, 240_000];
/** The first trade of each instrument comes within this time, so that a new exchange has a tape soon. */
const firstMs = 30_000;
const shortestMs = 1_200;
/** The mean value of a trade, as a part of a level of the house's quotes. */
const usualPart = 0.03;
/** A participant looks after its money at most once in this time. */
const provideMs = 60_000;
/** Below this, in whole units of its currency, a participant asks for the daily demo grant, as every demo account may. */
const little = 20_000n;

interface Member {
  live: Live;
  meanMs: number;
  dueAt: number;
}

interface Tools {
  catalogue: Catalogue;
  board: Board;
  books: PublicBooks;
  clock: Clock;
  log: Log;
  /** Default: drawn from a new key of its own. */
  chance?: Chance;
}

/**
 * Simulated participants of the house, so that a demo exchange has trades when nobody else is there. They are ordinary demo accounts that live on the daily
 * demo grant and send ordinary orders, which take what stands in the book at once or not at all. They know the public book and their own holdings, and
 * draw time, side and size by chance from a secret of their own; they have no access to prices that are yet to come. Their trades are marked.
 */
export class Participants {
  private readonly port: EnginePort;
  private readonly tools: Tools;
  private readonly chance: Chance;
  private readonly members: Member[];
  private readonly providedAt = new Map<number, number>();
  private cancel: (() => void) | null = null;
  private failing = false;
  readonly counts = { commands: 0, trades: 0, refused: 0 };

  /** Only the demo venue has them, and only where the price is simulated or replayed. */
  constructor(port: EnginePort, tools: Tools) {
    if (port.venue !== 'demo') throw new RangeError('simulated participants trade in the demo venue only');
    this.port = port;
    this.tools = tools;
    this.chance = tools.chance ?? secretChance();
    const traded = tools.board.all.filter(({ instrument }) => instrument.tradable && instrument.source.feed !== 'live');
    this.members = traded.map((live) => ({ live, meanMs: meanOf(live, traded), dueAt: Number.POSITIVE_INFINITY }));
  }

  /** Whether they trade this instrument. */
  trade({ id }: InstrumentInfo): boolean {
    return this.members.some(({ live }) => live.instrument.id === id);
  }

  start(): void {
    const now = this.tools.clock.now();
    for (const member of this.members) member.dueAt = now + Math.round(this.chance.uniform() * firstMs);
    this.arm();
  }
  stop(): void {
    this.cancel?.();
    this.cancel = null;
  }

  private arm(): void {
    const { clock } = this.tools;
    const soonest = Math.min(...this.members.map(({ dueAt }) => dueAt));
    if (!Number.isFinite(soonest)) return;
    this.cancel = clock.after(Math.max(0, soonest - clock.now()), () => {
      const { cancel } = this;
      void this.round().finally(() => {
        if (this.cancel === cancel && cancel !== null) this.arm();
      });
    });
  }

  /** Trades what is due. Chance decides first, whatever the market looks like. Public for simulations that control the clock. */
  async round(): Promise<void> {
    const now = this.tools.clock.now();
    for (const member of this.members) {
      if (member.dueAt > now) continue;
      const { chance } = this;
      const usual = member.live.instrument.quotedLevel * usualPart;
      const wish = { side: chance.uniform(), value: usual * uneven(chance, 1) };
      const account = participantFor(member.live.instrument, Math.floor(chance.uniform() * perGroup));
      const gap = member.meanMs * -Math.log(1 - chance.uniform()) * Math.exp(0.7 * normal(chance) - 0.245);
      member.dueAt = now + Math.max(shortestMs, Math.round(gap));
      try {
        await this.tradeOnce(member.live, account, wish);
        this.failing = false;
      } catch (error) {
        // The journal is away. Log it once, not at each trade.
        if (!this.failing) this.tools.log.warn({ err: error }, 'the simulated participants could not trade; they try again');
        this.failing = true;
      }
    }
  }

  private async tradeOnce(live: Live, account: number, wish: Wish): Promise<void> {
    const { board, books } = this.tools;
    const { instrument } = live;
    const best = books.best(instrument.id);
    if (this.port.state !== 'running' || board.cancelOnly || !board.isOpen(live) || board.isStale(live)) return;
    if (!best || best.bid === 0 || best.ask === 0) return;
    await this.provide(account, instrument);
    const { value: holdings } = await this.port.read((engine) => ({
      balances: engine.balances(account),
      positions: instrument.kind === 1 ? [] : engine.positions(account),
    }));
    const command = orderOf(account, instrument, best, wish, holdings);
    if (command && (await this.send(account, command))) this.counts.trades += 1;
  }

  /** Opens the account, asks for the day's demo grant when little is left, and brings the money to where the instrument is paid from. */
  private async provide(account: number, instrument: InstrumentInfo): Promise<void> {
    const now = this.tools.clock.now();
    if (now - (this.providedAt.get(account) ?? Number.NEGATIVE_INFINITY) < provideMs) return;
    this.providedAt.set(account, now);
    const { catalogue } = this.tools;
    const usdt = catalogue.assetByCode('USDT');
    if (!usdt) return;
    const read = async () => (await this.port.read((engine) => (engine.hasAccount(account) ? engine.balances(account) : undefined))).value;
    let balances = await read();
    if (!balances) await this.send(account, { kind: 'openAccount', account, feeClass: 0 });
    const wallet = walletOf(instrument);
    const money = instrument.kind === 1 ? usdt : instrument.quote;
    const coins = available(balances ?? [], Wallet.coin, usdt.id) / 10n ** BigInt(usdt.scale);
    const left = available(balances ?? [], wallet, money.id) / 10n ** BigInt(money.scale);
    if (left < little && coins < little) {
      await this.send(account, { kind: 'grantDemo', account });
      balances = await read();
    }
    if (wallet === Wallet.coin || !balances) return;
    const own = available(balances, Wallet.coin, money.id);
    if (own > 0n) await this.send(account, { kind: 'transfer', account, from: Wallet.coin, to: wallet, asset: money.id, amount: own });
    else if (left < little) {
      const exchange = this.buyMoney(account, money.code, available(balances, Wallet.coin, usdt.id));
      if (!exchange || !(await this.send(account, exchange))) return;
      // It is brought on with the next trade.
      this.providedAt.delete(account);
    }
  }

  /** Buys a stock's currency with USDT on the pair of the two. */
  private buyMoney(account: number, code: string, usdtUnits: bigint): Command | undefined {
    const pair = this.tools.catalogue.instrumentBySymbol(`${code}/USDT`);
    const best = pair && this.tools.books.best(pair.id);
    if (!pair || !best || best.ask === 0) return undefined;
    const priceTicks = Math.ceil(best.ask * 1.001);
    const affordable = Math.floor((0.9 * Number(usdtUnits)) / (priceTicks * pair.quoteUnitsPerTickLot));
    const lots = Math.min(pair.maxLots, affordable);
    if (lots < pair.minLots || lotBaseUnits(pair) === 0n) return undefined;
    return {
      ...{ kind: 'placeOrder', account, instrument: pair.id, side: 0, type: OrderPriceType.limit, tif: TimeInForce.ioc, priceTicks },
      ...{ triggerTicks: 0, lots, quoteAmount: 0, postOnly: false },
    };
  }

  private async send(account: number, command: Command): Promise<boolean> {
    const { outcome } = await this.port.submit({ account: command.kind === 'openAccount' ? 0 : account, command });
    this.counts.commands += 1;
    if (!outcome.ok) this.counts.refused += 1;
    return outcome.ok;
  }
}

/** The larger the house's quotes of an instrument beside the largest of its kind, the more often it is traded. */
function meanOf({ instrument }: Live, all: readonly Live[]): number {
  const rivals = all.filter(({ instrument: other }) => other.kind === instrument.kind && other.quote.id === instrument.quote.id);
  const share = instrument.quotedLevel / Math.max(...rivals.map((one) => one.instrument.quotedLevel));
  return Math.min(idleMs, busyMs / share);
}
