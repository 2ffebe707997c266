import type { CardSubject } from './shapes.ts';

/** States in which the subject of a card has come to its end. An order is looked at again whatever its state says. */
export const cardEnds: Readonly<Record<CardSubject, readonly string[]>> = {
  recharge: ['credited', 'refused', 'expired', 'sentBack', 'reversed'],
  withdrawal: ['completed', 'notPassed', 'notSent', 'returned', 'cancelled'],
  order: [],
};
/** How often a card whose subject is still on its way is read again while somebody looks at it. */
export const cardLookMs = 10_000;
