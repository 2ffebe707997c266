import { type BatchItem, type Command, firstCustomer, House } from '@bourse/engine';
import { AssetKind, InstrumentKind, InstrumentStatus, OrderPriceType, OrderSide, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { Random } from './random.ts';

export const usdt = 1;
export const coin = 2;
const instrument = 1;
const middleTicks = 5_000;

/** What the operator does first. Repeating it does no harm. */
export const opening = (customers: number): Command[] => [
  { kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin },
  { kind: 'defineAsset', asset: coin, code: 'ABC', scale: 4, assetKind: AssetKind.coin },
  {
    kind: 'defineInstrument',
    instrument,
    symbol: 'ABC/USDT',
    instrumentKind: InstrumentKind.coin,
    baseAsset: coin,
    quoteAsset: usdt,
    lotUnits: 100n,
    quoteUnitsPerTickLot: 10,
    minLots: 1,
    maxLots: 100_000,
    minNotional: 1,
    bandBps: 2_000,
    takerFeePpm: [1_000],
    makerFeePpm: [200],
    status: InstrumentStatus.trading,
  },
  { kind: 'openAccount', account: House.marketMaker, feeClass: 0 },
  { kind: 'fundHouse', account: House.marketMaker, wallet: Wallet.coin, asset: usdt, amount: 10n ** 12n, reference: 'opening usdt' },
  { kind: 'fundHouse', account: House.marketMaker, wallet: Wallet.coin, asset: coin, amount: 10n ** 12n, reference: 'opening coin' },
  ...Array.from({ length: customers }, (_, index): Command => ({ kind: 'openAccount', account: firstCustomer + index, feeClass: 0 })),
  ...Array.from({ length: customers }, (_, index): Command => ({ kind: 'grantDemo', account: firstCustomer + index })),
];

const limit = (account: number, side: OrderSide, priceTicks: number, lots: number, random: Random): Command => ({
  kind: 'placeOrder',
  account,
  instrument,
  side,
  type: OrderPriceType.limit,
  tif: random.pick([TimeInForce.gtc, TimeInForce.gtc, TimeInForce.gtc, TimeInForce.ioc, TimeInForce.fok]),
  priceTicks,
  triggerTicks: 0,
  lots,
  quoteAmount: 0,
  postOnly: random.chance(0.1),
});

/** Something a customer might do. `orders` are ids of orders they have placed. */
export function customerCommand(random: Random, account: number, orders: readonly number[]): Command {
  const what = random.fraction();
  const side = random.pick([OrderSide.buy, OrderSide.sell]);
  const priceTicks = middleTicks + random.between(-60, 60);
  if (what < 0.55) return limit(account, side, priceTicks, random.between(1, 50), random);
  if (what < 0.7) {
    const order = orders.length > 0 && random.chance(0.9) ? random.pick(orders) : random.between(1, 1_000);
    return { kind: 'cancelOrder', account, order };
  }
  if (what < 0.8) {
    const [from, to] = random.pick([
      [Wallet.coin, Wallet.contract],
      [Wallet.contract, Wallet.coin],
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
  return {
    ...(limit(account, side, priceTicks, random.between(1, 20), random) as Command & { kind: 'placeOrder' }),
    type: random.pick([OrderPriceType.stopLimit, OrderPriceType.takeProfitLimit]),
    triggerTicks: middleTicks + random.between(-40, 40),
    tif: TimeInForce.gtc,
    postOnly: false,
  };
}

/** What the house and the feed do between times. */
export function houseCommands(random: Random, now: number, round: number): Command[] {
  const reference = middleTicks + random.between(-30, 30);
  const quote = (side: OrderSide, away: number): Command => ({
    ...(limit(House.marketMaker, side, reference + away, random.between(20, 200), random) as Command & { kind: 'placeOrder' }),
    tif: TimeInForce.gtc,
    postOnly: false,
  });
  return [
    { kind: 'feedTicks', source: 'simulated', items: [{ instrument, priceTicks: reference, time: now }] },
    ...(round % 5 === 0 ? [{ kind: 'cancelAllOrders', account: House.marketMaker, instrument: 0 } as const] : []),
    quote(OrderSide.buy, -random.between(1, 20)),
    quote(OrderSide.sell, random.between(1, 20)),
    ...(round % 7 === 0
      ? [
          {
            kind: 'fundHouse',
            account: House.marketMaker,
            wallet: Wallet.coin,
            asset: usdt,
            amount: 1_000_000n,
            reference: `round ${round}`,
          } as const,
        ]
      : []),
  ];
}
