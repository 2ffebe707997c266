import { type BatchItem, type Command, type EngineReader, House, type Outcome } from '@bourse/engine';
import { OrderPriceType, OrderSide, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { Wishes } from './customer.ts';
import { announcement, leverageCommand, leverageQuotes, nobodyQuotes } from './leverage-actors.ts';
import type { Random } from './random.ts';
import { coin, middleTicks, spot, usdt } from './stage.ts';

const limit = (account: number, side: OrderSide, priceTicks: number, lots: number, random: Random): Command => ({
  kind: 'placeOrder',
  account,
  instrument: spot,
  side,
  type: OrderPriceType.limit,
  tif: random.pick([TimeInForce.gtc, TimeInForce.gtc, TimeInForce.gtc, TimeInForce.ioc, TimeInForce.fok]),
  priceTicks,
  triggerTicks: 0,
  lots,
  quoteAmount: 0,
  postOnly: random.chance(0.1),
});

/** A customer who trades, and knows their orders and positions. `index` tells the current one. */
export class Trader implements Wishes {
  readonly paceMs = 1_500;
  private readonly account: number;
  private readonly index: () => number;
  private readonly orders: number[] = [];
  private positions: readonly number[] = [];
  /** What they were quoted when they last looked; some of it is too old by the time they swap. */
  private quotes: readonly Command[] = [];
  /** What they could do with money that earns. */
  private savings: readonly Command[] = [];
  /** What they could do about loans. */
  private wishes: readonly Command[] = [];

  private levels: readonly Command[] = [];

  constructor(account: number, index: () => number) {
    this.account = account;
    this.index = index;
  }

  next(random: Random): Command {
    const { account } = this;
    if (this.quotes.length > 0 && random.chance(0.04)) return random.pick(this.quotes);
    if (this.savings.length > 0 && random.chance(0.04)) return random.pick(this.savings);
    if (this.wishes.length > 0 && random.chance(0.06)) return random.pick(this.wishes);
    if (this.levels.length > 0 && random.chance(0.004)) return random.pick(this.levels);
    if (random.chance(0.5)) return leverageCommand(random, account, this.positions, this.index());
    return spotCommand(random, account, this.orders.slice(-20));
  }

  hear(_command: Command, outcome: Outcome): void {
    if (!outcome.ok) return;
    if (outcome.result.kind === 'order') this.orders.push(outcome.result.order);
    if (outcome.result.kind === 'batch') for (const item of outcome.result.items) this.hear(_command, item);
    if (this.orders.length > 100) this.orders.splice(0, 50);
  }

  look(engine: EngineReader): void {
    const { account } = this;
    this.positions = engine.positions(account).map(({ position }) => position);
    this.savings = [
      ...engine.earnProducts().flatMap(({ rules: { product }, version }): Command[] => {
        const terms = { product, version, renew: product % 2 === 0 };
        return [3_000_000, 700_000_001].map((amount) => ({ kind: 'subscribeEarn', account, amount, ...terms }));
      }),
      ...engine.earnHoldings(account).flatMap(({ holding, principal, days }): Command[] => [
        { kind: 'redeemEarn', account, holding, amount: days > 0 ? principal : Math.ceil(principal / 2) },
        { kind: 'extractEarn', account, holding },
      ]),
    ];
    const collateral = 20_000;
    const most = engine.previewLoan(1, collateral, 1)?.most ?? 0;
    this.wishes = [
      ...[most, Math.floor(most / 2)].map(
        (amount): Command => ({ kind: 'borrow', account, product: 1, version: 1, collateral, amount: Math.max(1, amount) }),
      ),
      ...engine.loans(account).flatMap(({ loan, debt, free }): Command[] => [
        { kind: 'repayLoan', account, loan, amount: Math.max(1, Math.ceil(debt / 3)) },
        { kind: 'repayLoan', account, loan, amount: debt + 1 },
        { kind: 'changeCollateral', account, loan, add: free === 0, amount: Math.max(1, free) },
        { kind: 'cancelLoan', account, loan },
      ]),
    ];
    const version = engine.levels()?.version ?? 0;
    this.levels = [
      ...[1, 2].map((level): Command => ({ kind: 'buyLevel', account, wallet: Wallet.coin, level, version })),
      { kind: 'applyPlus', account, wallet: Wallet.coin, version },
    ];
    this.quotes = [
      [usdt, coin, 50_000_000n],
      [usdt, coin, 7_000_000_001n],
      [coin, usdt, 900_001n],
    ].flatMap(([from, to, amount]): Command[] => {
      const quote = engine.swapQuote(Number(from), Number(to), BigInt(amount!));
      if (!quote.ok) return [];
      const minReceive = ((quote.deal.gross - quote.deal.fee) * 999n) / 1000n;
      const terms = { from: Number(from), to: Number(to), amount: BigInt(amount!), minReceive, quotedAt: engine.time };
      return [{ kind: 'swap', account, wallet: Wallet.coin, ...terms }];
    });
  }
}

function spotCommand(random: Random, account: number, orders: readonly number[]): Command {
  const what = random.fraction();
  const side = random.pick([OrderSide.buy, OrderSide.sell]);
  const priceTicks = middleTicks[spot] + random.between(-60, 60);
  if (what < 0.55) return limit(account, side, priceTicks, random.between(1, 50), random);
  if (what < 0.7) {
    const order = orders.length > 0 && random.chance(0.9) ? random.pick(orders) : random.between(1, 1_000);
    return { kind: 'cancelOrder', account, order };
  }
  if (what < 0.8) {
    const [from, to] = random.pick([
      [Wallet.coin, Wallet.contract],
      [Wallet.contract, Wallet.coin],
      [Wallet.coin, Wallet.wealth],
      [Wallet.wealth, Wallet.coin],
    ] as const);
    return { kind: 'transfer', account, from, to, asset: usdt, amount: BigInt(random.between(1, 400_000_000)) };
  }
  if (what < 0.88) {
    const items = Array.from({ length: random.between(1, 6) }, (): BatchItem => {
      const { account: _account, ...item } = limit(
        account,
        side,
        priceTicks + random.between(-3, 3),
        random.between(1, 9),
        random,
      ) as Command & {
        kind: 'placeOrder';
      };
      return item;
    });
    return { kind: 'orderBatch', account, items };
  }
  if (what < 0.92) return { kind: 'cancelAllOrders', account, instrument: 0 };
  if (what < 0.96) return { kind: 'cancelAllAfter', account, timeoutMs: random.pick([0, 5_000, 20_000]) };
  const type = random.pick([OrderPriceType.stopLimit, OrderPriceType.takeProfitLimit, OrderPriceType.stopMarket]);
  const order = limit(account, side, type === OrderPriceType.stopMarket ? 0 : priceTicks, random.between(1, 20), random);
  return {
    ...(order as Command & { kind: 'placeOrder' }),
    type,
    triggerTicks: middleTicks[spot] + random.between(-40, 40),
    tif: TimeInForce.gtc,
    postOnly: false,
  };
}

/** What the house does in between, around the current index. */
export function houseCommands(random: Random, round: number, index: number): Command[] {
  const reference = middleTicks[spot] + random.between(-30, 30);
  const quote = (side: OrderSide, away: number): Command => ({
    ...(limit(House.marketMaker, side, reference + away, random.between(20, 200), random) as Command & { kind: 'placeOrder' }),
    tif: TimeInForce.gtc,
    postOnly: false,
  });
  return [
    ...(round % 3 === 0 ? [{ kind: 'cancelAllOrders', account: House.marketMaker, instrument: 0 } as const] : []),
    quote(OrderSide.buy, -random.between(1, 20)),
    quote(OrderSide.sell, random.between(1, 20)),
    ...(round % 25 < 4 ? nobodyQuotes : leverageQuotes(random, index)),
    ...(random.chance(0.05) ? [announcement(random, round)] : []),
    ...(round % 7 === 0
      ? [
          {
            kind: 'fundHouse',
            account: House.marketMaker,
            wallet: Wallet.coin,
            asset: usdt,
            amount: 1_000_000n,
            number: 1000 + round,
          } as const,
        ]
      : []),
  ];
}
