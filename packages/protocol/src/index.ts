export type { PriceAlert } from './calls/alerts.ts';
export type { Device } from './calls/devices.ts';
export type { EarnDraft, EarnHolding, EarnProduct } from './calls/earn.ts';
export * from './calls/index.ts';
export type {
  InviteCode,
  InvitedFriend,
  RankedInviter,
  RebateRow,
  RebateTotal,
} from './calls/invitations.ts';
export type { Loan, LoanHappened, LoanPreview, LoanProduct } from './calls/loans.ts';
export type { Instrument, Listed, Row } from './calls/market.ts';
export type { LevelApplication, LevelSource, MembershipRow, VipConfig, VipDetail, VipLevel } from './calls/membership.ts';
export { levelEvidenceAtMost, mostVipLevels } from './calls/membership.ts';
export {
  type OrderFunds,
  type Position,
  type PositionOrder,
  type Preview,
  positionSettlements,
  type ReceiptRef,
  type Settlement,
} from './calls/positions.ts';
export type { Protection } from './calls/protection.ts';
export type { FeedKind } from './calls/shapes.ts';
export type { Fill, Order } from './calls/spot.ts';
export type { DayTrade, UpperCircuitOrder } from './calls/stock.ts';
export type { SwapOffer, SwapQuote, SwapRow } from './calls/swaps.ts';
export type { TimedOrder } from './calls/timed.ts';
export type { AccountWorth, Balance, StatementLine } from './calls/wallets.ts';
export * from './enums.ts';
export * from './errors/index.ts';
export { rebateTerms } from './rebates.ts';
