import type { Command } from '@bourse/engine';
import type { CallArguments, CommandName, OrderFunds } from '@bourse/protocol';
import { InstrumentKind, OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { amountOf, type Before, lotsOf, type Terms, ticksOf } from './terms.ts';

/**
 * What each signed request asks the engine for, written a second time and apart from the handlers: from the journal alone, so that a server which puts
 * another command under a good signature is found.
 */

/** Stands for a value that the server chooses: digests and flags, of which the signed text says nothing. */
export const chosen = Symbol('chosen by the server');

/** The fields that a command must have. */
export type Asked = { readonly kind: Command['kind'] } & Readonly<Record<string, unknown>>;

/** Undefined: the request names something that was not there. Then the engine must have refused the command. */
export type Reading = readonly Asked[] | undefined;

type Readers = { readonly [Name in CommandName]: (input: CallArguments<Name>, before: Before) => Reading };

const marketTypes: readonly number[] = [OrderPriceType.market, OrderPriceType.stopMarket, OrderPriceType.takeProfitMarket];
const atMarket = { type: OrderPriceType.market, tif: TimeInForce.ioc, priceTicks: 0, triggerTicks: 0, postOnly: false };

type NewOrder = CallArguments<'POST pay/order-coin/purchase-actual-commodities'>;

function spotOrder(input: NewOrder, { definitions }: Before): Asked | undefined {
  const terms = definitions.instrument(input.symbol);
  if (!terms) return undefined;
  const market = marketTypes.includes(input.priceType);
  return {
    kind: 'placeOrder',
    instrument: terms.id,
    side: input.side,
    type: input.priceType,
    tif: market && input.timeInForce === TimeInForce.gtc ? TimeInForce.ioc : input.timeInForce,
    priceTicks: ticksOf(terms, input.price),
    triggerTicks: ticksOf(terms, input.triggerPrice),
    lots: lotsOf(terms, input.quantity),
    quoteAmount: input.amount === undefined ? 0 : Number(amountOf(terms.quoteScale, input.amount)),
    postOnly: input.postOnly,
  };
}

function amendment(
  { orderId, quantity, price }: { orderId: string; quantity?: string | undefined; price?: string | undefined },
  { definitions, engine }: Before,
): Asked | undefined {
  const order = Number(orderId);
  const terms = definitions.withId(engine.order(order)?.instrument);
  return terms && { kind: 'amendOrder', order, lots: lotsOf(terms, quantity), priceTicks: ticksOf(terms, price) };
}

const scalesOf = (definitions: Before['definitions'], instrument: number | undefined) => {
  const terms = definitions.withId(instrument);
  return terms && { base: terms.baseScale, quote: terms.quoteScale };
};
const one = (asked: Asked | undefined): Reading => asked && [asked];
const cancel = ({ id }: { id: string }): Reading => [{ kind: 'cancelOrder', order: Number(id) }];

interface Figures {
  quantity?: string | undefined;
  price?: string | undefined;
  triggerPrice?: string | undefined;
  takeProfit?: string | undefined;
  stopLoss?: string | undefined;
}
const figures = (terms: Terms, { quantity, takeProfit, stopLoss }: Figures) => ({
  lots: lotsOf(terms, quantity),
  takeProfitTicks: ticksOf(terms, takeProfit),
  stopLossTicks: ticksOf(terms, stopLoss),
});
const specified = (terms: Terms, input: Figures & { priceType: number; timeInForce: number; postOnly: boolean }) => ({
  type: input.priceType,
  tif: input.timeInForce,
  priceTicks: ticksOf(terms, input.price),
  triggerTicks: ticksOf(terms, input.triggerPrice),
  postOnly: input.postOnly,
  ...figures(terms, input),
});

function opening(
  kind: 'Contract' | 'Stock',
  terms: Terms,
  fields: object,
  funds: OrderFunds | undefined,
  { definitions }: Before,
): Reading {
  const order = { instrument: terms.id, action: PositionAction.open, ...fields };
  if (!funds) return [{ kind: `place${kind}Order`, ...order }];
  const paid = { payFrom: funds.from, payAmount: amountOf(terms.quoteScale, funds.amount) };
  const through = definitions.instrument(funds.buy?.symbol);
  if (funds.buy && !through) return undefined;
  const bought =
    funds.buy && through
      ? { payThrough: through.id, payLots: lotsOf(through, funds.buy.quantity), payTicks: ticksOf(through, funds.buy.price) }
      : { payThrough: 0, payLots: 0, payTicks: 0 };
  return [{ kind: `placeFunded${kind}Order`, ...order, ...paid, ...bought }];
}

/** The open position that a request names, with its instrument. */
function held(id: string, { definitions, engine }: Before) {
  const position = engine.position(Number(id));
  const terms = definitions.withId(position?.instrument);
  return position && terms && { position, terms };
}

function closing(kind: 'Contract' | 'Stock', id: string, fields: (terms: Terms) => object, before: Before): Reading {
  const found = held(id, before);
  if (!found) return undefined;
  const { direction, mode, leverage } = found.position;
  const rest = kind === 'Contract' ? { mode } : { upperCircuit: false };
  return [
    {
      kind: `place${kind}Order`,
      instrument: found.terms.id,
      direction,
      action: PositionAction.close,
      leverage,
      ...rest,
      ...fields(found.terms),
    },
  ];
}

function stops({ id, ...input }: Figures & { id: string }, before: Before): Reading {
  const found = held(id, before);
  return found && [{ kind: 'setPositionStops', position: Number(id), ...figures(found.terms, input) }];
}

export const readers: Readers = {
  'POST pay/order-coin/purchase-actual-commodities': (input, before) => one(spotOrder(input, before)),
  // The batch itself is compared item by item, because items that no command can hold are left out: see `link.ts`.
  'POST pay/order-coin/batch': ({ items }, before) =>
    items.flatMap((item) => {
      if (item.do === 'cancel') return [{ kind: 'cancelOrder' as const, order: Number(item.orderId) }];
      const asked = item.do === 'amend' ? amendment(item, before) : spotOrder(item, before);
      return asked ? [asked] : [];
    }),
  'POST pay/order-coin/amend': (input, before) => one(amendment(input, before)),
  'GET pay/order-coin/revoke/{id}': cancel,
  'POST pay/order-coin/cancel-all': ({ symbol }, { definitions }) => {
    const terms = definitions.instrument(symbol);
    if (symbol !== undefined && !terms) return undefined;
    return [{ kind: 'cancelAllOrders', instrument: terms?.id ?? 0 }];
  },
  'POST pay/order-coin/cancel-all-after': ({ timeoutMs }) => [{ kind: 'cancelAllAfter', timeoutMs }],

  'POST pay/order-contract/create': (input, before) => {
    const { symbol, direction, lever: leverage, marginMode: mode, funds } = input;
    const terms = before.definitions.instrument(symbol);
    return terms && opening('Contract', terms, { direction, mode, leverage, ...atMarket, ...figures(terms, input) }, funds, before);
  },
  'POST pay/order-contract/create-specify': (input, before) => {
    const { symbol, direction, lever: leverage, marginMode: mode, funds } = input;
    const terms = before.definitions.instrument(symbol);
    return terms && opening('Contract', terms, { direction, mode, leverage, ...specified(terms, input) }, funds, before);
  },
  'POST pay/order-contract/complete': ({ id, quantity }, before) =>
    closing('Contract', id, (terms) => ({ ...atMarket, ...figures(terms, { quantity }) }), before),
  'POST pay/order-contract/limit-complete': ({ id, ...input }, before) =>
    closing('Contract', id, (terms) => specified(terms, { ...input, priceType: OrderPriceType.limit }), before),
  'POST pay/order-contract/update-profit-loss': stops,
  'PUT pay/order-contract/close-one-click': ({ symbol }, { definitions }) => {
    const terms = definitions.instrument(symbol);
    if (symbol !== undefined && !terms) return undefined;
    return [{ kind: 'closeAllPositions', instrument: terms?.id ?? 0 }];
  },
  'POST pay/order-contract/margin': ({ id, direction, amount }, before) => {
    const found = held(id, before);
    if (!found) return undefined;
    return [
      { kind: 'changeMargin', position: Number(id), add: direction === 'add', amount: Number(amountOf(found.terms.quoteScale, amount)) },
    ];
  },
  'GET pay/order-contract/reverse': ({ id }) => [{ kind: 'reversePosition', position: Number(id) }],
  'GET pay/order-contract/reverse-all': () => [{ kind: 'reverseAllPositions' }],
  'GET pay/order-contract/revoke': cancel,

  'POST stock/order/create': (input, before) => {
    const { symbol, direction, lever: leverage, funds } = input;
    const terms = before.definitions.instrument(symbol);
    return terms && opening('Stock', terms, { direction, leverage, upperCircuit: false, ...specified(terms, input) }, funds, before);
  },
  'POST stock/order/complete': ({ id, price, quantity, timeInForce }, before) => {
    const priceType = price === undefined ? OrderPriceType.market : OrderPriceType.limit;
    return closing('Stock', id, (terms) => specified(terms, { priceType, price, quantity, timeInForce, postOnly: false }), before);
  },
  'POST stock/order/update-profit-loss': stops,
  'GET pay/order-stock/revoke': cancel,
  'POST stock/uc-order/create': ({ symbol, quantity, lever: leverage, funds }, before) => {
    const terms = before.definitions.instrument(symbol);
    if (!terms) return undefined;
    const order = specified(terms, { quantity, priceType: OrderPriceType.limit, timeInForce: TimeInForce.gtc, postOnly: false });
    return opening('Stock', terms, { direction: PositionDirection.long, leverage, upperCircuit: true, ...order }, funds, before);
  },

  'POST pay/order-contract-quick/buy': ({ symbol, direction, durationS, stake }, { definitions }) => {
    const terms = definitions.instrument(symbol);
    const scale = terms && definitions.stakeScale(terms.id);
    if (!terms || scale === undefined) return undefined;
    const rest = { durationMs: durationS * 1_000, stake: Number(amountOf(scale, stake)) };
    return [{ kind: 'placeTimed', instrument: terms.id, direction, ...rest }];
  },
  'POST pay/wallet/any-transfer': ({ from, to, asset: code, amount }, { definitions }) => {
    const asset = definitions.asset(code);
    return asset && [{ kind: 'transfer', from, to, asset: asset.asset, amount: amountOf(asset.scale, amount) }];
  },
  'POST pay/foundation-order/pay': ({ productId, version, amount, renew }, { definitions, engine }) => {
    const asset = engine.earnProducts().find(({ rules }) => rules.product === Number(productId))?.rules.asset;
    const scale = asset && definitions.assetScale(asset);
    if (scale === undefined) return undefined;
    return [{ kind: 'subscribeEarn', product: Number(productId), version, amount: Number(amountOf(scale, amount)), renew }];
  },
  'POST pay/foundation-order/redeem': ({ id, amount }, { definitions, engine }) => {
    const asset = engine.earnHolding(Number(id))?.asset;
    const scale = asset && definitions.assetScale(asset);
    return scale === undefined ? undefined : [{ kind: 'redeemEarn', holding: Number(id), amount: Number(amountOf(scale, amount)) }];
  },
  'POST pay/foundation-order/extract': ({ id }) => [{ kind: 'extractEarn', holding: Number(id) }],
  'POST pay/foundation-order/renew': ({ id, renew }) => [{ kind: 'renewEarn', holding: Number(id), renew }],
  'POST pay/loan': ({ productId, version, collateral, amount }, { definitions, engine }) => {
    const product = Number(productId);
    const scales = scalesOf(definitions, engine.loanProducts().find(({ rules }) => rules.product === product)?.rules.instrument);
    if (!scales) return undefined;
    const figures = { collateral: Number(amountOf(scales.base, collateral)), amount: Number(amountOf(scales.quote, amount)) };
    return [{ kind: 'borrow', product, version, ...figures }];
  },
  'POST pay/loan/repay': ({ id, amount }, { definitions, engine }) => {
    const scales = scalesOf(definitions, engine.loan(Number(id))?.instrument);
    return scales && [{ kind: 'repayLoan', loan: Number(id), amount: Number(amountOf(scales.quote, amount)) }];
  },
  'POST pay/loan/collateral': ({ id, add, amount }, { definitions, engine }) => {
    const scales = scalesOf(definitions, engine.loan(Number(id))?.instrument);
    return scales && [{ kind: 'changeCollateral', loan: Number(id), add, amount: Number(amountOf(scales.base, amount)) }];
  },
  'POST pay/loan/cancel': ({ id }) => [{ kind: 'cancelLoan', loan: Number(id) }],
  'POST pay/vip-purchase/buy': ({ wallet, level, version }) => [{ kind: 'buyLevel', wallet, level, version }],
  'POST system/sys-member-vip/apply-plus': ({ wallet, version }) => [{ kind: 'applyPlus', wallet, version }],
  'POST pay/flash-exchange/create': ({ wallet, from, to, amount, minReceive, quotedAt }, { definitions }) => {
    const [paid, got] = [definitions.asset(from), definitions.asset(to)];
    if (!paid || !got) return undefined;
    const rest = { amount: amountOf(paid.scale, amount), minReceive: amountOf(got.scale, minReceive), quotedAt };
    return [{ kind: 'swap', wallet, from: paid.asset, to: got.asset, ...rest }];
  },
  'POST pay/wallet/demo-top-up': () => [{ kind: 'grantDemo' }],

  'POST pay/withdrawal': ({ channel, amount, destinationId }, { engine, definitions }) => {
    const rail = engine
      .payments()
      .rails()
      .find((one) => one.rail === channel);
    const scale = rail && definitions.assetScale(rail.asset);
    return scale === undefined
      ? undefined
      : [
          {
            kind: 'requestPayout',
            rail: channel,
            destination: Number(destinationId),
            amount: Number(amountOf(scale, amount)),
            flags: chosen,
            factor: chosen,
            evidence: chosen,
          },
        ];
  },
  'PUT pay/withdrawal/cancel/{id}': ({ id }) => [{ kind: 'cancelPayout', payout: Number(id) }],
  // Who stands behind a digest is not in the journal.
  'POST pay/bank-card/create': ({ channel }) => [{ kind: 'addDestination', rail: channel, digest: chosen }],
  'POST pay/bank-card/remove': ({ id }) => [{ kind: 'dropDestination', destination: Number(id) }],
  'POST pay/virtual-wallet/create': ({ channel }) => [{ kind: 'addDestination', rail: channel, digest: chosen }],
  'POST pay/virtual-wallet/remove': ({ id }) => [{ kind: 'dropDestination', destination: Number(id) }],
};

/** Whether an instrument trades on spot. */
export const isSpot = ({ kind }: Terms): boolean => kind === InstrumentKind.coin;
