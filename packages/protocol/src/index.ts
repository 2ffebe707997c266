export type { Fill, Order } from './calls/coin.ts';
export * from './calls/index.ts';
export type { Instrument, Listed, Row } from './calls/market.ts';
export type { Balance, StatementLine } from './calls/wallet.ts';
export * from './enums.ts';
export * from './errors/index.ts';
