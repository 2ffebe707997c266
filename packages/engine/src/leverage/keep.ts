import { count, list, serial, struct } from '../define/field.ts';
import { section } from '../define/section.ts';

/** Take-profit and stop-loss that opening orders carry for the position they make, by order. */
export const attachedSection = section(
  5,
  'attached',
  { orders: list(struct({ order: serial(), takeProfit: count(), stopLoss: count() })) },
  {
    save: (s) => ({ orders: [...s.attached].sort(([a], [b]) => a - b).map(([order, stops]) => ({ order, ...stops })) }),
    load(s, { orders }) {
      for (const { order, ...stops } of orders) s.attached.set(order, stops);
    },
  },
);
