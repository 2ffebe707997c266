import type { Fill, Order } from '@bourse/protocol';

const at = Date.UTC(2026, 2, 2, 9);

export const order = (parts: Partial<Order> = {}): Order => ({
  ...{ id: '17', symbol: 'BTC/USDT', instrumentId: 1, side: 0, priceType: 2, timeInForce: 1, postOnly: false, price: '66000' },
  ...{ triggerPrice: null, quantity: '0.05', amount: null, filledQuantity: '0', filledAmount: '0', averagePrice: null, reserved: '3300' },
  ...{ reservedAsset: 'USDT', status: 1, reason: '', createdAt: at, updatedAt: at },
  ...parts,
});

export const fill = (parts: Partial<Fill> = {}): Fill => ({
  ...{ id: '41', orderId: '17', symbol: 'BTC/USDT', side: 0, role: 'taker', price: '68000', quantity: '0.05', amount: '3400' },
  ...{ fee: '0.00005', feeAsset: 'BTC', time: at, seq: '9', receiptHash: 'ab'.repeat(32) },
  ...parts,
});
