import { flowByCode, flows } from '@bourse/protocol/flows';

/** The sentence that explains a line: one rule for each way money moves, not one per code. */
export type RuleName =
  | 'transfer'
  | 'hold'
  | 'release'
  | 'buyPay'
  | 'buyReceive'
  | 'sellDeliver'
  | 'sellReceive'
  | 'fee'
  | 'demo'
  | 'marginIn'
  | 'marginBack'
  | 'result'
  | 'marginFee'
  | 'funding'
  | 'forced'
  | 'stake'
  | 'stakeEnd'
  | 'stockFee'
  | 'borrowed'
  | 'corporate'
  | 'other';

export const named: Partial<Record<string, RuleName>> = {
  spotOrderFreeze: 'hold',
  spotAmendFreeze: 'hold',
  spotOrderRelease: 'release',
  spotAmendRelease: 'release',
  spotBuyPay: 'buyPay',
  spotBuyReceive: 'buyReceive',
  spotSellDeliver: 'sellDeliver',
  spotSellReceive: 'sellReceive',
  spotTakerFee: 'fee',
  spotMakerFee: 'fee',
  demoGrant: 'demo',
  demoReset: 'demo',
  contractOrderFreeze: 'hold',
  contractOrderRelease: 'release',
  contractOpenLong: 'marginIn',
  contractOpenShort: 'marginIn',
  contractReverseOpen: 'marginIn',
  contractMarginLock: 'marginIn',
  contractMarginAdd: 'marginIn',
  contractCloseLong: 'marginBack',
  contractCloseShort: 'marginBack',
  contractReverseClose: 'marginBack',
  contractMarginRelease: 'marginBack',
  contractMarginTake: 'marginBack',
  contractTakeProfit: 'marginBack',
  contractStopLoss: 'marginBack',
  contractProfit: 'result',
  contractLoss: 'result',
  contractTakerFee: 'marginFee',
  contractMakerFee: 'marginFee',
  contractFundingPaid: 'funding',
  contractFundingReceived: 'funding',
  contractForcedLiquidation: 'forced',
  contractLiquidationFee: 'forced',
  contractInsurancePays: 'forced',
  contractAutoDeleveraged: 'forced',
  fastStake: 'stake',
  fastWin: 'stakeEnd',
  fastLose: 'stakeEnd',
  fastDraw: 'stakeEnd',
  fastVoid: 'stakeEnd',
  stockOrderFreeze: 'hold',
  stockUpperCircuitFreeze: 'hold',
  stockOrderRelease: 'release',
  stockUpperCircuitRelease: 'release',
  stockBuyPay: 'buyPay',
  stockBuyReceive: 'buyReceive',
  stockSellDeliver: 'sellDeliver',
  stockSellReceive: 'sellReceive',
  stockFee: 'stockFee',
  stockStampDuty: 'stockFee',
  stockMarginLock: 'marginIn',
  stockMarginRelease: 'marginBack',
  stockMarginInterest: 'borrowed',
  stockBorrowFee: 'borrowed',
  stockShortBorrow: 'borrowed',
  stockShortReturn: 'borrowed',
  stockForcedLiquidation: 'forced',
  stockDividend: 'corporate',
  stockDividendOwed: 'corporate',
  stockSplit: 'corporate',
};

export function ruleOf(code: number): RuleName {
  const name = flowByCode(code);
  if (!name) return 'other';
  return named[name] ?? (flows[name].area === 'transfer' ? 'transfer' : 'other');
}
