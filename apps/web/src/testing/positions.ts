import { decimalMultiply } from '@bourse/money';
import type { Settlement } from '@bourse/protocol';
import type { CallOutput } from '@bourse/protocol/calls';
import { server } from './server.ts';

/** Positions, their orders and the exchange's data about them; a test overrides the parts it needs. */

type Page = CallOutput<'GET pay/order-contract/page'>;
export type Position = NonNullable<Page['positions']>['list'][number];
export type PositionOrder = NonNullable<Page['orders']>['list'][number];
type Preview = CallOutput<'GET pay/order-contract/preview'>;
type Protection = CallOutput<'GET system/protection/get'>;
type ContractWallet = CallOutput<'GET pay/wallet/contract'>;

const at = Date.UTC(2026, 2, 2, 9);

export const position = (parts: Partial<Position> = {}): Position => ({
  ...{ id: '71', kind: 2, symbol: 'BTC-PERP', subscribeSymbol: 'BTC-PERP', instrumentId: 2, direction: 1, marginMode: 2, lever: 10 },
  ...{
    quantity: '0.150',
    closedQuantity: '0',
    endPrice: '67180',
    closePrice: null,
    markPrice: '68000',
    value: '10200',
    earnestMoney: '1007.7',
  },
  ...{ loan: '0', asset: 'USDT', plAmount: '123', plRatio: '12.2', realised: '0', fees: '5.04', funding: '0', liquidationPrice: '60810' },
  ...{
    marginRatio: '5',
    takeProfit: null,
    stopLoss: null,
    protections: [],
    nextFunding: null,
    fundingDue: null,
    openedAt: at,
    updatedAt: at,
  },
  ...{ status: 1, reason: '' },
  entryValue: decimalMultiply(parts.endPrice ?? '67180', parts.quantity ?? '0.150'),
  ...parts,
});

export const positionOrder = (parts: Partial<PositionOrder> = {}): PositionOrder => ({
  ...{ id: '81', kind: 2, symbol: 'BTC-PERP', instrumentId: 2, direction: 1, action: 1, marginMode: 2, lever: 10, positionId: null },
  ...{ priceType: 2, timeInForce: 1, postOnly: false, price: '66000', triggerPrice: null, quantity: '0.100', filledQuantity: '0' },
  ...{ filledAmount: '0', averagePrice: null, takeProfit: null, stopLoss: null, upperCircuit: false, waits: false, reserved: '663.3' },
  ...{ reservedAsset: 'USDT', status: 1, reason: '', createdAt: at, updatedAt: at },
  ...parts,
});

export const settled = (parts: Partial<Settlement> = {}): Settlement => ({
  ...{ seq: '9', index: 1, time: at, kind: 'positionFill', positionId: '71', orderId: '17', fillId: '41', symbol: 'BTC-PERP' },
  ...{ direction: 1, action: 2, role: 'taker', price: '69000', quantity: '0.15', amount: '0', fee: '0', asset: 'USDT' },
  receipt: { kind: 'positionFill', seq: '9', index: 1 },
  ...parts,
});

export const preview = (parts: Partial<Preview> = {}): Preview => ({
  ...{ refusal: null, price: '68000', value: '6800', margin: '680', fee: '3.4', cost: '683.4', resultingQuantity: '0.100' },
  ...{ resultingPrice: '68000', resultingMargin: '680', liquidationPrice: '61500', free: '5000', fundingRate: '0.01', nextFunding: null },
  ...{ asset: 'USDT', funds: null, fundsCost: null, payers: [] },
  ...parts,
});

export const protection = (parts: Partial<Protection> = {}): Protection => ({
  products: (['contract', 'timed', 'stock', 'stockMargin', 'loan'] as const).map((product) => ({ product, enabled: true, reason: '' })),
  suitability: { state: 'passed', asks: 'questions', answeredAt: at, againAt: null },
  lossLimit: { daily: null, used: '0', pending: null, pendingFrom: null, resetsAt: at },
  coolingOffUntil: null,
  selfExcludedUntil: null,
  ...parts,
});
/** Nobody has answered the questions of a real account, or confirmed the risks of a demo account. */
export const unanswered = (asks: Protection['suitability']['asks'] = 'questions'): Protection =>
  protection({
    products: protection().products.map((each) => ({ ...each, enabled: false, reason: 'suitability' })),
    suitability: { state: 'needed', asks, answeredAt: null, againAt: null },
  });

const wallet = (available: string): ContractWallet => ({
  ...{ asset: 'USDT', available, freeze: '0', walletBalance: available, earnestMoney: '0', orderMargin: '0', unrealizedProfitLoss: '0' },
  ...{ plAmount: '0', historyPlAmount: '0', netWorthBigDecimal: available, profit: '0', balance: available, marginRatio: '0' },
  ...{ occupyMargin: '0', riskRate: '0', maintenance: '0' },
});

export const placed = (_: unknown, commandId: string) =>
  ({ commandId, seq: '9', orderId: '17', status: 1, filledQuantity: '0', filledAmount: '0', repeated: false }) as const;

/** The only page of a list, unless `total` says that there are more. */
export const pageOf = <Row>(list: readonly Row[], total = list.length) => ({ list: [...list], total, pageNo: 1, pageSize: 100 });

/** Everything that the position tickets and tables read. */
export function openPositions(
  kind: 'contract' | 'stock',
  positions: readonly Position[] = [],
  orders: readonly PositionOrder[] = [],
): void {
  server.on(`GET pay/order-${kind}/page`, ({ view }) => {
    if (view === 'positions' || view === 'closed') return { positions: pageOf(view === 'closed' ? [] : positions) };
    return view === 'settlements' ? { settlements: pageOf([]) } : { orders: pageOf(orders) };
  });
  server.on('GET pay/order-contract/detail', { position: null, orders: [...orders], settlements: [] });
  server.on('GET pay/order-stock/detail', ({ id }) => ({
    ...(orders.find((each) => each.id === id) ?? positionOrder({ id })),
    settlements: [],
  }));
  server.on('GET system/protection/get', protection());
  server.on('GET pay/wallet/contract', wallet('5000'));
  server.on('GET pay/order-contract/position-level-map', [
    {
      ...{ symbol: 'BTC-PERP', asset: 'USDT', liquidationFeeRate: '0.5' },
      tiers: [
        { tier: 1, from: '0', to: '50000', maxLever: 100, maintenanceRate: '0.5' },
        { tier: 2, from: '50000', to: '250000', maxLever: 50, maintenanceRate: '1' },
      ],
    },
  ]);
  server.on('GET pay/order-contract/preview', preview());
  server.on('GET stock/order/preview', preview({ asset: 'USD', fundingRate: null }));
}
