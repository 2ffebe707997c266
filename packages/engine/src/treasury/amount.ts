import { maxAmount } from '../base/exact.ts';

/** Whether a value is an amount that a command may move. */
export const isAmount = (value: bigint) => value > 0n && value < maxAmount;
