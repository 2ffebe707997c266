import { type Command, House } from '@bourse/engine';
import { MarginMode, OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import type { Random } from './random.ts';
import { contract, middleTicks, stock } from './stage.ts';

/** Customers' actions with leverage. Their prices are around the current index, which they see. */

type ContractOrder = Extract<Command, { kind: 'placeContractOrder' }>;

const contractOrder = (account: number, random: Random, index: number): ContractOrder => {
  const market = random.chance(0.4);
  return {
    kind: 'placeContractOrder',
    account,
    instrument: contract,
    direction: random.pick([PositionDirection.long, PositionDirection.short]),
    action: random.chance(0.75) ? PositionAction.open : PositionAction.close,
    type: market ? OrderPriceType.market : OrderPriceType.limit,
    tif: market ? TimeInForce.ioc : TimeInForce.gtc,
    priceTicks: market ? 0 : index + random.between(-60, 60),
    triggerTicks: 0,
    lots: random.pick([3, 20, 60, 150]),
    mode: account % 2 === 0 ? MarginMode.segmented : MarginMode.full,
    leverage: [10, 20, 50][account % 3]!,
    postOnly: false,
    takeProfitTicks: 0,
    stopLossTicks: 0,
  };
};

const stockOrder = (account: number, random: Random): Command => ({
  kind: 'placeStockOrder',
  account,
  instrument: stock,
  direction: random.chance(0.8) ? PositionDirection.long : PositionDirection.short,
  action: random.chance(0.6) ? PositionAction.open : PositionAction.close,
  type: OrderPriceType.limit,
  tif: random.pick([TimeInForce.gtc, TimeInForce.ioc]),
  priceTicks: middleTicks[stock] + random.between(-20, 20),
  triggerTicks: 0,
  lots: random.between(1, 40),
  leverage: account % 3 === 0 ? 1 : 5,
  postOnly: false,
  takeProfitTicks: 0,
  stopLossTicks: 0,
  upperCircuit: false,
});

/** `positions` are ids of their own positions. */
export function leverageCommand(random: Random, account: number, positions: readonly number[], index: number): Command {
  const what = random.fraction();
  const position = positions.length > 0 ? random.pick(positions) : random.between(1, 30);
  if (what < 0.45) return contractOrder(account, random, index);
  if (what < 0.65) {
    return {
      kind: 'placeTimed',
      account,
      instrument: contract,
      direction: random.pick([PositionDirection.long, PositionDirection.short]),
      durationMs: random.pick([10_000, 30_000]),
      stake: random.between(900_000, 60_000_000),
    };
  }
  if (what < 0.8) return stockOrder(account, random);
  if (what < 0.86) {
    const away = random.pick([1, -1]) * random.between(20, 300);
    return {
      kind: 'setPositionStops',
      account,
      position,
      lots: random.pick([0, 0, 1]),
      takeProfitTicks: index + away,
      stopLossTicks: index - away,
    };
  }
  if (what < 0.91) return { kind: 'changeMargin', account, position, add: random.chance(0.6), amount: random.between(1, 30_000_000) };
  if (what < 0.95) return { kind: 'reversePosition', account, position };
  if (what < 0.98) return { kind: 'closeAllPositions', account, instrument: random.pick([0, contract]) };
  return { kind: 'reverseAllPositions', account };
}

/** The house market maker on both sides of the contract and the share. */
export function leverageQuotes(random: Random, index: number): Command[] {
  const account = House.marketMaker;
  const shared = {
    account,
    action: PositionAction.open,
    type: OrderPriceType.limit,
    tif: TimeInForce.gtc,
    triggerTicks: 0,
    postOnly: false,
    takeProfitTicks: 0,
    stopLossTicks: 0,
  } as const;
  return ([PositionDirection.long, PositionDirection.short] as const).flatMap((direction): Command[] => {
    const away = direction === PositionDirection.long ? -random.between(1, 25) : random.between(1, 25);
    return [
      {
        ...shared,
        kind: 'placeContractOrder',
        instrument: contract,
        direction,
        priceTicks: index + away,
        lots: random.between(20, 200),
        mode: MarginMode.segmented,
        leverage: 3,
      },
      {
        ...shared,
        kind: 'placeStockOrder',
        instrument: stock,
        direction,
        priceTicks: middleTicks[stock] + Math.sign(away) * random.between(1, 10),
        lots: random.between(10, 60),
        leverage: direction === PositionDirection.long ? 1 : 5,
        upperCircuit: false,
      },
    ];
  });
}

/** The house withdraws its quotes, so stops that trigger may find no counterparty. */
export const nobodyQuotes: readonly Command[] = [contract, stock].map((instrument) => ({
  kind: 'cancelAllOrders',
  account: House.marketMaker,
  instrument,
}));

/** A split or a dividend of the share. It is refused except between two trading days. */
export const announcement = (random: Random, round: number): Command => {
  const splits = random.chance(0.4);
  return {
    kind: 'corporateAction',
    instrument: stock,
    action: splits ? 'split' : 'dividend',
    numerator: splits ? 3 : 1,
    denominator: splits ? 2 : 1 + (round % 3),
    amount: splits ? 0 : random.between(1, 200_000),
    source: 'simulated notice',
    reference: `announcement ${round}`,
  };
};
