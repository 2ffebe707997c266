import { z } from 'zod';
import { call } from './define.ts';
import {
  assetCode,
  decimal,
  id,
  idList,
  nothing,
  oneOf,
  pageOf,
  paging,
  period,
  queryInt,
  queryOneOf,
  queryWallet,
  signedDecimal,
  time,
  wallet,
} from './shapes.ts';

/** The wallet of timed contracts: its balance, what is staked, and what has been won and lost so far. */
const fastWallet = z.strictObject({
  asset: assetCode,
  total: decimal,
  walletBalance: decimal,
  positionAmount: decimal,
  historyPlAmount: signedDecimal,
});

/** An asset in a wallet. `value` is in display money; null when the asset has no fresh rate (never a silent zero). */
export const balance = z.strictObject({
  wallet,
  asset: assetCode,
  name: z.string(),
  scale: z.number().int(),
  kind: oneOf(1, 2, 3, 4),
  available: decimal,
  frozen: decimal,
  total: decimal,
  price: decimal.nullable(),
  value: signedDecimal.nullable(),
  stale: z.boolean(),
});
export type Balance = z.output<typeof balance>;

/** Values are in USD, shown as the customer's display currency by the face. `missing` names assets without a rate. */
const valued = { total: signedDecimal, currency: z.literal('USD'), stale: z.boolean(), missing: z.array(assetCode) };
const walletTotal = { total: signedDecimal, totalAvailable: signedDecimal, totalFrozenAmount: signedDecimal };
const positions = z.strictObject({
  ...walletTotal,
  totalPositionValue: signedDecimal,
  totalProfitAndLoss: signedDecimal,
  plList: z.array(z.strictObject({ symbol: z.string(), plAmount: signedDecimal })),
});

/** Everything an account owns, in USD at the prices of now, and the same by wallet. */
const worth = z.strictObject({
  overview: z.strictObject(valued),
  coin: z.strictObject(walletTotal),
  contract: positions,
  stock: positions,
  fast: z.strictObject({ total: signedDecimal, walletBalance: signedDecimal, positionAmount: signedDecimal }),
  wealth: z.strictObject(walletTotal),
});
const contractWallet = z.strictObject({
  asset: assetCode,
  available: signedDecimal.describe('Free for orders and transfers: less the loss of full-margin positions'),
  freeze: decimal,
  walletBalance: decimal,
  earnestMoney: decimal.describe('Margin of positions'),
  orderMargin: decimal,
  unrealizedProfitLoss: signedDecimal,
  plAmount: signedDecimal,
  historyPlAmount: signedDecimal.describe('Realised since the account was opened, fees and funding included'),
  /** The account summary of the product specification, section 3. */
  netWorthBigDecimal: signedDecimal,
  profit: signedDecimal,
  balance: decimal,
  marginRatio: signedDecimal.nullable().describe('Maintenance ÷ equity of the full-margin account, percent; null: the equity is gone'),
  occupyMargin: decimal,
  riskRate: signedDecimal.nullable().describe('The same figure as marginRatio, as the summary names it'),
  maintenance: decimal,
});

/** How much of everything one asset is. */
const share = z.strictObject({
  asset: assetCode,
  name: z.string(),
  value: signedDecimal,
  ratio: signedDecimal.describe('Percent, two decimals'),
});

/** Every figure of an account, read at one sequence and at one set of prices, so that any two of them agree. */
const overview = worth.extend({
  coin: worth.shape.coin.extend({ walletList: z.array(balance) }),
  balances: z.array(balance).describe('Every non-empty balance of every wallet'),
  allocation: z.array(share),
  contractWallet: contractWallet.omit({ historyPlAmount: true }),
});

/**
 * Every balance of an account and every total made of them, at one sequence. Names of assets depend on the reader's language and are left out, as is
 * what only the histories know.
 */
export const accountWorth = z.strictObject({
  balances: z.array(balance.omit({ name: true })),
  totals: worth,
  allocation: z.array(share.omit({ name: true })),
  contract: contractWallet.omit({ historyPlAmount: true }),
  fast: fastWallet.omit({ historyPlAmount: true }),
  time,
  external: z.boolean().describe('Something came from outside or left since the last: today’s profit is to be read again'),
});
export type AccountWorth = z.output<typeof accountWorth>;

/** A statement line: why a balance changed, what it was after, and the event it came from. */
export const statementLine = z.strictObject({
  id,
  seq: id,
  time,
  wallet,
  asset: assetCode,
  direction: oneOf(1, 2, 3, 4).describe('1 in, 2 out, 3 freeze, 4 release'),
  flow: z.number().int().describe('Fund-flow business type code'),
  flowName: z.string(),
  amount: signedDecimal.describe('Change of available plus frozen; of available for freeze and release'),
  availableAfter: decimal,
  frozenAfter: decimal,
  orderId: id.nullable(),
  fillId: id.nullable(),
  symbol: z.string().nullable(),
});
export type StatementLine = z.output<typeof statementLine>;

const lineFilter = {
  wallet: queryWallet.optional(),
  asset: assetCode.optional(),
  type: queryOneOf(1, 2, 3, 4, 5).optional().describe('History record type: 1 add, 2 sub, 3 all, 4 swap, 5 transfer'),
  flow: z
    .string()
    .regex(/^[0-9]{1,5}$/)
    .optional(),
  ...period,
};
const linePage = { input: z.strictObject({ ...paging, ...lineFilter }), output: pageOf(statementLine) };
const listed = z.strictObject({ ids: idList(100) });
const pair = z.strictObject({ asset: assetCode, in: decimal, out: decimal, net: signedDecimal, value: signedDecimal.nullable() });

const linesByIds = call({
  area: 'wallet',
  summary: 'Statement lines by ids',
  audience: 'customer',
  idempotency: 'read',
  input: listed,
  output: z.array(statementLine),
});

export const wallets = {
  'GET pay/wallet/list-type': call({
    area: 'wallet',
    summary: 'The wallets, what each may hold, and where it can transfer to',
    audience: 'visitor',
    idempotency: 'read',
    input: nothing,
    output: z.array(
      z.strictObject({
        wallet,
        key: z.enum(['coin', 'contract', 'stock', 'fast', 'wealth']),
        enabled: z.boolean(),
        assets: z.array(assetCode),
        transferTo: z.array(wallet),
      }),
    ),
  }),
  'GET pay/wallet/list-fund': call({
    area: 'wallet',
    summary: 'Every non-empty balance of every wallet',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ wallet: queryWallet.optional() }),
    output: z.array(balance),
  }),
  'GET pay/wallet/fiat': call({
    area: 'wallet',
    summary: 'Fiat balances, empty ones too',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: z.array(balance),
  }),
  'GET pay/wallet/fund': call({
    area: 'wallet',
    summary: 'One wallet: totals and balances',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ wallet: queryWallet.default(1) }),
    output: z.strictObject({ ...valued, ...walletTotal, list: z.array(balance) }),
  }),
  'GET pay/wallet/coin-funds': call({
    area: 'wallet',
    summary: 'The coin wallet: every asset it may hold',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: z.array(balance),
  }),
  'GET pay/wallet/get-by-coin': call({
    area: 'wallet',
    summary: 'One asset in one wallet',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ coin: assetCode, wallet: queryWallet.default(1) }),
    output: balance,
    errors: ['assetUnknown'],
  }),
  'GET pay/wallet/overview': call({
    area: 'wallet',
    summary: 'Funds overview: everything and each wallet',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: overview,
  }),
  'GET pay/wallet/stats': call({
    area: 'wallet',
    summary: 'Total and today’s profit',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: z.strictObject({ ...valued, dayPl: signedDecimal, dayPlRatio: signedDecimal.describe('Percent') }),
  }),
  'GET pay/wallet/statistic': call({
    area: 'wallet',
    summary: 'Total, today’s profit and the share of each asset',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: z.strictObject({
      ...valued,
      dayPl: signedDecimal,
      dayPlRatio: signedDecimal,
      allocation: z.array(share),
    }),
  }),
  'GET pay/wallet/home-stat': call({
    area: 'wallet',
    summary: 'Total, change since 00:00 UTC and the equity curve since then',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: z.strictObject({
      ...valued,
      since: time,
      startTotal: signedDecimal,
      dayPl: signedDecimal,
      dayPlRatio: signedDecimal,
      curve: z.array(z.strictObject({ t: time, v: signedDecimal })),
    }),
  }),
  'GET pay/wallet/statistic-detail': call({
    area: 'wallet',
    summary: 'Equity by UTC day',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ days: queryInt(1, 366).default(30) }),
    output: z.array(
      z.strictObject({ day: z.string().describe('YYYY-MM-DD'), total: signedDecimal, pl: signedDecimal, deposits: signedDecimal }),
    ),
  }),
  'GET pay/wallet/contract': call({
    area: 'wallet',
    summary: 'The contract wallet: balance, margin, what is free, unrealised and realised profit',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: contractWallet,
  }),
  'GET pay/wallet/quick-contract': call({
    area: 'wallet',
    summary: 'The fast wallet: balance, staked, and the house’s terms',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: fastWallet,
  }),
  'GET pay/wallet/fast': call({
    area: 'wallet',
    summary: 'The fast wallet (as quick-contract, by its other name)',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: fastWallet,
  }),
  'POST pay/wallet/any-transfer': call({
    area: 'wallet',
    summary: 'Move an asset between wallets',
    audience: 'customer',
    weight: 2,
    idempotency: 'command',
    input: z.strictObject({ from: wallet, to: wallet, asset: assetCode, amount: decimal }),
    example: { from: 1, to: 2, asset: 'USDT', amount: '1' },
    output: z.strictObject({ seq: id, commandId: z.uuid() }),
    sends: ['transfer'],
    errors: ['amountScale'],
  }),
  'POST pay/wallet/demo-top-up': call({
    area: 'wallet',
    summary: 'Top a demo account up to 100,000 USDT, once a UTC day',
    audience: 'customer',
    weight: 5,
    idempotency: 'command',
    input: nothing,
    output: z.strictObject({ seq: id, asset: assetCode, amount: decimal }),
    sends: ['grantDemo'],
  }),
  'GET pay/funds-flow/page': call({
    area: 'wallet',
    summary: 'Statement lines of every wallet, newest first',
    audience: 'customer',
    idempotency: 'read',
    ...linePage,
  }),
  'GET pay/funds-flow/page0': call({
    area: 'wallet',
    summary: 'Statement lines that changed what is owned (no freezes and releases)',
    audience: 'customer',
    idempotency: 'read',
    ...linePage,
  }),
  'GET pay/funds-flow/page3': call({
    area: 'wallet',
    summary: 'Statement lines of transfers between wallets',
    audience: 'customer',
    idempotency: 'read',
    ...linePage,
  }),
  'GET pay/funds-flow/detail': call({
    area: 'wallet',
    summary: 'One statement line',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ id }),
    output: statementLine,
    errors: ['notFound'],
  }),
  'GET pay/funds-flow/detail-list': linesByIds,
  'GET pay/funds-flow/transfer-detail': call({
    area: 'wallet',
    summary: 'Both sides of a transfer',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ id }),
    output: z.strictObject({
      id,
      seq: id,
      time,
      asset: assetCode,
      amount: decimal,
      from: wallet,
      to: wallet,
      lines: z.array(statementLine),
    }),
    errors: ['notFound'],
  }),
  'GET pay/funds-flow/get-statistics': call({
    area: 'wallet',
    summary: 'In, out and net by asset over a period',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ wallet: queryWallet.optional(), ...period }),
    output: z.array(pair),
  }),
  'GET pay/funds-flow/get-pie-chart-statistics': call({
    area: 'wallet',
    summary: 'In and out by business area over a period, in USD',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ wallet: queryWallet.optional(), ...period }),
    output: z.array(z.strictObject({ area: z.string(), in: decimal, out: decimal, inRatio: signedDecimal, outRatio: signedDecimal })),
  }),
  'GET pay/order-history/all': linesByIds,
  'GET pay/order-history/add': call({
    area: 'wallet',
    summary: 'Of these ids, the lines that added',
    audience: 'customer',
    idempotency: 'read',
    input: listed,
    output: z.array(statementLine),
  }),
  'GET pay/order-history/sub': call({
    area: 'wallet',
    summary: 'Of these ids, the lines that took away',
    audience: 'customer',
    idempotency: 'read',
    input: listed,
    output: z.array(statementLine),
  }),
};
