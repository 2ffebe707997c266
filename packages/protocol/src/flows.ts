/**
 * Fund-flow business types: why a ledger line exists. Each area owns a band of a thousand codes, so a code alone tells its area;
 * codes are stored in the journal's views and in statements for ever and are never reused. `packages/words` has their names.
 */
const bands = {
  recharge: {
    rechargeBankCard: 1000,
    rechargeCryptoCallback: 1001,
    rechargeBackground: 1002,
    rechargeC2cService: 1003,
    rechargeCryptoScreenshot: 1004,
    rechargeCommonService: 1005,
    rechargeThirdParty: 1006,
    rechargeTemporaryService: 1007,
    rechargeFee: 1008,
    rechargeReversal: 1009,
  },
  withdrawal: {
    withdrawalFreeze: 2000,
    withdrawalBankCard: 2001,
    withdrawalC2c: 2002,
    withdrawalCrypto: 2003,
    withdrawalFee: 2004,
    withdrawalCancelled: 2005,
    withdrawalNotPassed: 2006,
    withdrawalReturned: 2007,
    withdrawalNotSent: 2008,
  },
  transfer: {
    transferOut: 3000,
    transferIn: 3001,
    transferEscrow: 3002,
    transferEscrowReturn: 3003,
    internalTransferOut: 3004,
    internalTransferIn: 3005,
  },
  spot: {
    spotOrderFreeze: 4000,
    spotOrderRelease: 4001,
    spotBuyPay: 4002,
    spotBuyReceive: 4003,
    spotSellDeliver: 4004,
    spotSellReceive: 4005,
    spotTakerFee: 4006,
    spotMakerFee: 4007,
    spotFeeIncome: 4008,
    spotAmendFreeze: 4009,
    spotAmendRelease: 4010,
  },
  contract: {
    contractOrderFreeze: 5000,
    contractOrderRelease: 5001,
    contractOpenLong: 5002,
    contractOpenShort: 5003,
    contractCloseLong: 5004,
    contractCloseShort: 5005,
    contractMarginLock: 5006,
    contractMarginRelease: 5007,
    contractMarginAdd: 5008,
    contractMarginTake: 5009,
    contractProfit: 5010,
    contractLoss: 5011,
    contractTakerFee: 5012,
    contractMakerFee: 5013,
    contractFeeIncome: 5014,
    contractFundingPaid: 5015,
    contractFundingReceived: 5016,
    contractForcedLiquidation: 5017,
    contractLiquidationFee: 5018,
    contractInsurancePays: 5019,
    contractInsuranceReceives: 5020,
    contractAutoDeleveraged: 5021,
    contractReverseClose: 5022,
    contractReverseOpen: 5023,
    contractTakeProfit: 5024,
    contractStopLoss: 5025,
  },
  fast: {
    fastStake: 6000,
    fastWin: 6001,
    fastLose: 6002,
    fastDraw: 6003,
    fastVoid: 6004,
    fastHouseStake: 6005,
    fastHousePayout: 6006,
  },
  stock: {
    stockOrderFreeze: 7000,
    stockOrderRelease: 7001,
    stockBuyPay: 7002,
    stockBuyReceive: 7003,
    stockSellDeliver: 7004,
    stockSellReceive: 7005,
    stockFee: 7006,
    stockFeeIncome: 7007,
    stockStampDuty: 7008,
    stockMarginLock: 7009,
    stockMarginRelease: 7010,
    stockMarginInterest: 7011,
    stockForcedLiquidation: 7012,
    stockShortBorrow: 7013,
    stockShortReturn: 7014,
    stockBorrowFee: 7015,
    stockDividend: 7016,
    stockDividendOwed: 7017,
    stockSplit: 7018,
    stockUpperCircuitFreeze: 7019,
    stockUpperCircuitRelease: 7020,
    stockDayTradeFee: 7021,
  },
  ipo: {
    ipoSubscribe: 8000,
    ipoDeposit: 8001,
    ipoOutstanding: 8002,
    ipoAllot: 8003,
    ipoRefund: 8004,
    ipoLapse: 8005,
    ipoDeliver: 8006,
    ipoFee: 8007,
  },
  ieo: {
    ieoSubscribe: 9000,
    ieoAllot: 9001,
    ieoRefund: 9002,
    ieoDeliver: 9003,
    ieoUnlock: 9004,
    ieoFee: 9005,
  },
  ration: {
    rationSubscribe: 10000,
    rationAllot: 10001,
    rationRefund: 10002,
    rationDeliver: 10003,
    rationFee: 10004,
  },
  bulk: {
    bulkBuy: 11000,
    bulkSell: 11001,
    bulkDeliver: 11002,
    bulkUnlock: 11003,
    bulkRefund: 11004,
    bulkFee: 11005,
  },
  fund: {
    fundSubscribe: 12000,
    fundRedeem: 12001,
    fundInterest: 12002,
    fundExtract: 12003,
    fundEarlyPenalty: 12004,
    fundRefund: 12005,
    fundReserve: 12006,
  },
  quant: {
    quantInvest: 13000,
    quantReturn: 13001,
    quantProfit: 13002,
    quantLoss: 13003,
    quantFee: 13004,
    quantEarlySettlement: 13005,
    quantRansom: 13006,
    etfBuy: 13007,
    etfSell: 13008,
    etfRebalance: 13009,
  },
  loan: {
    loanCollateralLock: 14000,
    loanCollateralRelease: 14001,
    loanPayout: 14002,
    loanRepay: 14003,
    loanInterest: 14004,
    loanForcedLiquidation: 14005,
    loanLiquidationFee: 14006,
    loanShortfall: 14007,
  },
  flashExchange: {
    flashExchangePay: 15000,
    flashExchangeReceive: 15001,
    flashExchangeFee: 15002,
    flashExchangeHousePay: 15003,
    flashExchangeHouseReceive: 15004,
  },
  vip: {
    vipPurchase: 16000,
    vipRefund: 16001,
    plusPurchase: 16002,
    plusRefund: 16003,
    betaFeeRefund: 16004,
    betaRefusal: 16005,
  },
  rebate: {
    rebateFirstLevel: 17000,
    rebateSecondLevel: 17001,
    rebateFriendDiscount: 17002,
    rebateVip: 17003,
    rebateHousePays: 17004,
  },
  bonus: {
    bonusGrant: 18000,
    bonusLoss: 18001,
    bonusProfit: 18002,
    bonusSendBack: 18003,
    bonusExpire: 18004,
    experienceFundGrant: 18005,
    experienceFundReturn: 18006,
  },
  copy: {
    copyBudget: 19000,
    copyReturn: 19001,
    copyProfitShare: 19002,
    leadProfitShare: 19003,
    copyStop: 19004,
  },
  adjustment: {
    adjustmentIn: 20000,
    adjustmentOut: 20001,
    adjustmentFreeze: 20002,
    adjustmentRelease: 20003,
    adjustmentReversal: 20004,
  },
  demo: {
    demoGrant: 21000,
    demoReset: 21001,
  },
  house: {
    houseFunding: 22000,
    houseWithdrawal: 22001,
    houseInsuranceFunding: 22002,
    houseYieldFunding: 22003,
    houseMakerFunding: 22004,
    houseRoundingResidue: 22005,
    houseSweep: 22006,
    houseCustodyLoss: 22007,
  },
} as const;

type Bands = typeof bands;
export type FlowArea = keyof Bands;
type KeysOfUnion<T> = T extends T ? keyof T : never;
export type FlowName = KeysOfUnion<Bands[FlowArea]>;
export interface Flow {
  readonly code: number;
  readonly area: FlowArea;
}

/** Every fund-flow business type by name. */
export const flows: Readonly<Record<FlowName, Flow>> = Object.freeze(
  Object.fromEntries(
    Object.entries(bands).flatMap(([area, names]) =>
      Object.entries(names).map(([name, code]) => [name, Object.freeze({ code, area: area as FlowArea })]),
    ),
  ),
) as Readonly<Record<FlowName, Flow>>;

const nameByCode = new Map<number, FlowName>(Object.entries(flows).map(([name, flow]) => [flow.code, name as FlowName]));

/** The name of a code, or undefined for a code this version does not know. */
export const flowByCode = (code: number): FlowName | undefined => nameByCode.get(code);

/** Areas through which value enters or leaves an account from outside. These flows are not profit. */
const externalAreas: readonly FlowArea[] = ['recharge', 'withdrawal', 'demo', 'bonus', 'adjustment'];

/** Money that was lent and is owed back, and collateral that was sold for a debt. */
const lent: readonly FlowName[] = ['loanPayout', 'loanRepay', 'loanForcedLiquidation'];

/** Whether a flow brings value in from outside or takes it out, and is no profit and no loss. */
export const isExternal = (name: FlowName): boolean => externalAreas.includes(flows[name].area) || lent.includes(name);

/** Areas in the order of their bands. */
export const flowAreas: readonly FlowArea[] = Object.freeze(Object.keys(bands) as FlowArea[]);
