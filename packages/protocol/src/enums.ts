/**
 * Every enumeration of the product specification, section 3, under one name each.
 * Values are what travels on the wire. Each is a frozen object plus the union of its values.
 */

type ValueOf<T> = T[keyof T];

/** History record type: the filter of statement pages. */
export const HistoryType = { add: 1, sub: 2, all: 3, swap: 4, transfer: 5 } as const;
export type HistoryType = ValueOf<typeof HistoryType>;

/** Boards of the market screen. */
export const MarketType = { coin: 1, contract: 2, stock: 3, collect: 4, fund: 5, ipo: 6, ieo: 7, ai: 8 } as const;
export type MarketType = ValueOf<typeof MarketType>;

/** What the chart and the terminal show. */
export const ChartKind = { coin: 1, contract: 2, stock: 3, favourites: 4, bulk: 5 } as const;
export type ChartKind = ValueOf<typeof ChartKind>;

export const StockType = { common: 1, ipo: 2, bulk: 3, ieo: 6, distribution: 7 } as const;
export type StockType = ValueOf<typeof StockType>;

export const OrderSide = { buy: 0, sell: 1 } as const;
export type OrderSide = ValueOf<typeof OrderSide>;

/** How an order names its price. Stop-limit and take-profit rest outside the book until triggered, then act as limit or market. */
export const OrderPriceType = { market: 1, limit: 2, stopLimit: 3, stopMarket: 4, takeProfitLimit: 5, takeProfitMarket: 6 } as const;
export type OrderPriceType = ValueOf<typeof OrderPriceType>;

export const TimeInForce = { gtc: 1, ioc: 2, fok: 3 } as const;
export type TimeInForce = ValueOf<typeof TimeInForce>;

/** Life of an order. Terminal: filled, cancelled, rejected, expired. */
export const OrderStatus = { untriggered: 0, open: 1, partlyFilled: 2, filled: 3, cancelled: 4, rejected: 5, expired: 6 } as const;
export type OrderStatus = ValueOf<typeof OrderStatus>;

export const PositionDirection = { long: 1, short: 2 } as const;
export type PositionDirection = ValueOf<typeof PositionDirection>;

export const MarginMode = { full: 1, segmented: 2 } as const;
export type MarginMode = ValueOf<typeof MarginMode>;

/** What an order does to a position. `close` never opens one. */
export const PositionAction = { open: 1, close: 2 } as const;
export type PositionAction = ValueOf<typeof PositionAction>;

/** Life of a timed contract: waiting for its first tick, running, and how it ended. Void: the stake is returned. */
export const TimedStatus = { waiting: 0, running: 1, won: 2, lost: 3, equal: 4, void: 5 } as const;
export type TimedStatus = ValueOf<typeof TimedStatus>;

/** Deposit, withdrawal and identity reviews. */
export const ReviewStatus = { cancelled: -2, notPassed: -1, underReview: 0, completed: 1, waiting: 2 } as const;
export type ReviewStatus = ValueOf<typeof ReviewStatus>;

export const PaymentMethod = { bankCard: 0, c2c: 3, virtualCurrency: 4 } as const;
export type PaymentMethod = ValueOf<typeof PaymentMethod>;

export const RechargeChannel = {
  bankCard: 0,
  cryptoCallback: 1,
  background: 2,
  c2cService: 3,
  cryptoScreenshot: 4,
  commonService: 5,
  thirdParty: 6,
  temporaryService: 7,
} as const;
export type RechargeChannel = ValueOf<typeof RechargeChannel>;

/** What a chat message holds; the last two are said by the system. */
export const MessageKind = { text: 'TEXT', image: 'IMAGE', order: 'ORDER', video: 'VIDEO', join: 'JOIN', finish: 'FINISH' } as const;
export type MessageKind = ValueOf<typeof MessageKind>;

/** The specification names them in this order; the numbers are ours. */
export const ChatGroupType = { common: 1, temporary: 2, c2c: 3, backgroundRecharge: 4, bankCard: 5, virtualCoin: 6 } as const;
export type ChatGroupType = ValueOf<typeof ChatGroupType>;

/** Documents that customers agree to or read. The specification names these; the codes are ours. */
export const PolicyCode = {
  privacy: 'privacyClause',
  service: 'serviceAgreement',
  realName: 'realName',
  aboutUs: 'aboutUs',
  rebate: 'rebateRules',
  dayTrade: 'dayTradeRules',
  etf: 'etfRules',
} as const;
export type PolicyCode = ValueOf<typeof PolicyCode>;

export const MessageStatus = { withdrawn: -1, normal: 1, edited: 2 } as const;
export type MessageStatus = ValueOf<typeof MessageStatus>;

export const SendStatus = { fail: -1, wait: 2, succeed: 3 } as const;
export type SendStatus = ValueOf<typeof SendStatus>;

export const GroupRole = { serviceDesignated: 0, owner: 1, admin: 2, member: 3 } as const;
export type GroupRole = ValueOf<typeof GroupRole>;

export const VerificationPurpose = { register: 1, resetPassword: 2, updateProfile: 3 } as const;
export type VerificationPurpose = ValueOf<typeof VerificationPurpose>;

export const LoginBy = { phone: 1, email: 2 } as const;
export type LoginBy = ValueOf<typeof LoginBy>;

/** Which venue a session belongs to. The specification names the kinds, the numbers are ours. */
export const LoginType = { real: 1, demo: 2, temporary: 3 } as const;
export type LoginType = ValueOf<typeof LoginType>;

export const ArticleType = { notice: 1, terms: 2, article: 3 } as const;
export type ArticleType = ValueOf<typeof ArticleType>;

export const BalanceType = { available: 1, frozen: 2 } as const;
export type BalanceType = ValueOf<typeof BalanceType>;

/** How a ledger line moved a balance: into available, out of available, available to frozen, frozen to available or out. */
export const BalanceDirection = { in: 1, out: 2, freeze: 3, release: 4 } as const;
export type BalanceDirection = ValueOf<typeof BalanceDirection>;

export const HomeTab = { malaysiaStock: 3, optional: 4, forex: 6, crypto: 7 } as const;
export type HomeTab = ValueOf<typeof HomeTab>;

export const FinanceType = { quantitative: 0, regular: 1 } as const;
export type FinanceType = ValueOf<typeof FinanceType>;

export const VipAuditStatus = { failed: -1, approved: 1 } as const;
export type VipAuditStatus = ValueOf<typeof VipAuditStatus>;

export const RealnameStatus = { unreal: 0, underReview: 1, real: 2 } as const;
export type RealnameStatus = ValueOf<typeof RealnameStatus>;

export const VersionUpdate = { none: 0, optional: 1, forced: 2 } as const;
export type VersionUpdate = ValueOf<typeof VersionUpdate>;

/** Candle intervals as the chart names them; the value is what travels. */
export const Interval = {
  m1: '1',
  m5: '5',
  m15: '15',
  m30: '30',
  h1: '60',
  h2: '2H',
  h4: '4H',
  d1: '1D',
  w1: '1W',
  mo1: '1M',
} as const;
export type Interval = ValueOf<typeof Interval>;

/** The colour of a rise: the specification's `upGreen` is the product's own, `upRed` its inverse. */
export const UpDownColor = { upGreen: 'upGreen', upRed: 'upRed' } as const;
export type UpDownColor = ValueOf<typeof UpDownColor>;

/** Wallets of a customer. `wealth` holds funds, quant plans and subscriptions. */
export const Wallet = { coin: 1, contract: 2, stock: 3, fast: 4, wealth: 5 } as const;
export type Wallet = ValueOf<typeof Wallet>;

/** Separate ledgers, books and journals. */
export const Venue = { real: 'real', demo: 'demo' } as const;
export type Venue = ValueOf<typeof Venue>;

export const InstrumentKind = { coin: 1, contract: 2, stock: 3 } as const;
export type InstrumentKind = ValueOf<typeof InstrumentKind>;

export const InstrumentStatus = { preOpen: 0, trading: 1, cancelOnly: 2, halted: 3, closed: 4 } as const;
export type InstrumentStatus = ValueOf<typeof InstrumentStatus>;

export const AssetKind = { fiat: 1, stablecoin: 2, coin: 3, share: 4 } as const;
export type AssetKind = ValueOf<typeof AssetKind>;

/** What announced changes are filtered by: the product that they concern, money in and out, or the whole exchange. */
export const changeProducts = ['spot', 'contract', 'stock', 'timed', 'money', 'exchange'] as const;
