import type { LoanEvent, LoanProductView, LoanView } from '@bourse/engine';
import type { Loan, LoanHappened, LoanProduct } from '@bourse/protocol';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { resultAs } from '../calls/answers.ts';
import { amountText, percentOfPpm, priceText, toAmount } from '../calls/figures.ts';
import type { Handlers, SignedInContext } from '../calls/handlers.ts';
import { idNumber, nearlyLive, readNow, submit, type TradingPorts } from '../calls/trading.ts';
import type { AssetInfo, InstrumentInfo } from '../market/port.ts';
import { mayOpen } from '../orders/may-open.ts';
import { happeningsWhere, latestOf, pageOf } from '../projections/happenings.ts';
import type { EventNamed } from '../projections/kept.ts';
import type { Applied } from '../sequencer/port.ts';

type Names =
  | `GET pay/${'loan-data/info' | `loan/${'preview' | 'page' | 'detail'}`}`
  | 'POST pay/loan'
  | `POST pay/loan/${'repay' | 'collateral' | 'cancel'}`;
type Happening = EventNamed<'loanRepayment' | 'loanSale' | 'loanCall' | 'loanDecision'>;

const shownHappenings = 200;
const maxUnits = BigInt(Number.MAX_SAFE_INTEGER);
const yearHours = 8_760n * 1_000_000n;

/** An amount that the engine takes as a safe integer. */
function unitsOf(asset: AssetInfo, text: string): number {
  const units = toAmount(asset, text);
  if (units > maxUnits) throw new Refusal('amountInvalid');
  return Number(units);
}

type Terms = Pick<LoanView, 'yearlyPpm' | 'openPpm' | 'callPpm' | 'sellPpm' | 'saleFeePpm'>;

const termsOf = ({ symbol, base, quote }: InstrumentInfo, { yearlyPpm, openPpm, callPpm, sellPpm, saleFeePpm }: Terms) => ({
  ...{ symbol, collateralAsset: base.code, asset: quote.code, rate: percentOfPpm(yearlyPpm), openLevel: percentOfPpm(openPpm) },
  ...{ callLevel: percentOfPpm(callPpm), sellLevel: percentOfPpm(sellPpm), saleFee: percentOfPpm(saleFeePpm) },
});

type Figures = Pick<LoanView, 'debt' | 'value' | 'ltvPpm' | 'ticks' | 'callTicks' | 'sellTicks'>;

/** Without a price there is no value and no share. */
const figuresOf = (market: InstrumentInfo, { debt, value, ltvPpm, ticks, callTicks, sellTicks }: Figures) => ({
  ...{ debt: amountText(market.quote, BigInt(debt)), value: amountText(market.quote, BigInt(value)) },
  share: ticks === 0 || value === 0 ? null : percentOfPpm(ltvPpm),
  price: ticks === 0 ? null : priceText(market, ticks),
  ...{ callPrice: priceText(market, callTicks), sellPrice: priceText(market, sellTicks) },
});

function happenedOf({ base, quote, ...market }: InstrumentInfo, event: Happening): LoanHappened {
  const text = (units: number) => amountText(quote, BigInt(units));
  const { time, kind, seq, index } = event;
  const receipt = { kind, seq: String(seq), index };
  switch (event.kind) {
    case 'loanRepayment':
      return { kind: 'repayment', time, interest: text(event.interest), repaid: text(event.repaid), receipt };
    case 'loanSale':
      return {
        ...{ kind: 'sale', time, sold: amountText(base, BigInt(event.sold)), price: priceText({ base, quote, ...market }, event.ticks) },
        ...{ proceeds: text(event.proceeds), fee: text(event.fee), interest: text(event.interest), repaid: text(event.repaid) },
        ...{ returned: text(event.returned), insured: text(event.insured), receipt },
      };
    case 'loanCall':
      return { kind: 'call', time, share: percentOfPpm(event.ltvPpm), price: priceText({ base, quote, ...market }, event.ticks) };
    case 'loanDecision':
      return { kind: 'decision', time, decision: event.decision };
  }
}

/** Loans against coins. The engine has everything about those that are not over; the histories have the others. */
export const loanHandlers = (ports: TradingPorts): Handlers<Names> => {
  const productsOf = async (venue: Venue) => (await ports.venues[venue].read((engine) => engine.loanProducts())).value;

  /** Visitors see what a practice account can do where real accounts can do nothing. */
  const venueFor = async (session: { venue: Venue } | null): Promise<Venue> =>
    session?.venue ?? ((await productsOf('real')).some(({ left }) => left > 0) ? 'real' : 'demo');

  const marketOf = (instrument: number): InstrumentInfo => {
    const market = ports.market.catalogue.instrumentById(instrument);
    if (!market) throw new Refusal('instrumentUnknown');
    return market;
  };

  const marketOfProduct = async (venue: Venue, id: string): Promise<InstrumentInfo> => {
    const view = (await productsOf(venue)).find(({ rules }) => rules.product === idNumber(id));
    if (!view) throw new Refusal('loanProductUnknown');
    return marketOf(view.rules.instrument);
  };

  const productRow = ({ rules, version, left }: LoanProductView): LoanProduct => {
    const market = marketOf(rules.instrument);
    const text = (units: number) => amountText(market.quote, BigInt(units));
    return {
      ...{ id: String(rules.product), version, ...termsOf(market, rules) },
      ...{ min: text(rules.minLoan), max: text(rules.maxLoan), decideAbove: text(rules.decideAbove), left: text(left) },
    };
  };

  const loanRow = (one: LoanEvent, live?: LoanView): Loan => {
    const market = marketOf(one.instrument);
    const { base, quote } = market;
    const now = live ?? one;
    const text = (units: number) => amountText(quote, BigInt(units));
    const coins = (units: number) => amountText(base, BigInt(units));
    return {
      ...{ id: String(one.loan), productId: String(one.product), version: one.version, ...termsOf(market, one) },
      ...{ lent: text(one.lent), askedAt: one.askedAt, openedAt: now.openedAt === 0 ? null : now.openedAt },
      ...{ collateral: coins(now.collateral), principal: text(now.principal), interestPaid: text(now.interestPaid) },
      ...{ sold: coins(now.sold), called: now.called, state: one.loanState, changedAt: one.time },
      live: live && live.openedAt > 0 ? { ...figuresOf(market, live), free: coins(live.free) } : null,
    };
  };

  /** An own loan that is not over. */
  const liveLoan = async (context: SignedInContext, number: number): Promise<LoanView | undefined> => {
    const { value } = await readNow(ports, context, (engine) => engine.loan(number));
    return value?.account === context.session.account ? value : undefined;
  };

  /** The market of an own loan, over or not. */
  const marketOfLoan = async (context: SignedInContext, id: string): Promise<InstrumentInfo> => {
    const number = idNumber(id) ?? 0;
    const live = await liveLoan(context, number);
    if (live) return marketOf(live.instrument);
    await nearlyLive(ports, context);
    const { venue, account } = context.session;
    const told = await latestOf(ports.database, venue, account, 'loan', number);
    if (!told) throw new Refusal('loanUnknown');
    return marketOf(told.instrument);
  };

  const sentOf = (context: SignedInContext, applied: Applied, id: string) => ({
    ...{ commandId: context.commandId, seq: String(applied.seq), repeated: applied.repeated, id },
  });

  return {
    'GET pay/loan-data/info': async ({ pageNo, pageSize }, { session }) => {
      const rows = await productsOf(await venueFor(session));
      const offered = rows.filter(({ rules }) => rules.capacity > 0);
      return { list: offered.slice((pageNo - 1) * pageSize, pageNo * pageSize).map(productRow), total: offered.length, pageNo, pageSize };
    },

    'GET pay/loan/preview': async ({ productId, collateral, amount }, { session }) => {
      const product = idNumber(productId) ?? 0;
      const venue = await venueFor(session);
      const market = await marketOfProduct(venue, productId);
      const units = unitsOf(market.quote, amount);
      const coins = unitsOf(market.base, collateral);
      const { value } = await ports.venues[venue].read((engine) => ({
        preview: engine.previewLoan(product, coins, units),
        rules: engine.loanProducts().find(({ rules }) => rules.product === product)?.rules,
      }));
      const { preview, rules } = value;
      if (!preview || !rules) throw new Refusal('loanProductUnknown');
      const interest = (hours: bigint) => (BigInt(units) * BigInt(rules.yearlyPpm) * hours + yearHours - 1n) / yearHours;
      return {
        ...{ ...figuresOf(market, preview), most: amountText(market.quote, BigInt(preview.most)), waits: units > rules.decideAbove },
        ...{ hourly: amountText(market.quote, interest(1n)), daily: amountText(market.quote, interest(24n)) },
      };
    },

    'POST pay/loan': async ({ productId, version, collateral, amount }, context) => {
      const { venue, account } = context.session;
      const market = await marketOfProduct(venue, productId);
      const wish = { collateral: unitsOf(market.base, collateral), amount: unitsOf(market.quote, amount) };
      await mayOpen(ports, context, 'loan');
      const applied = await submit(ports, context, { kind: 'borrow', account, product: idNumber(productId) ?? 0, version, ...wish });
      const { loan, paid } = resultAs(applied, 'loan');
      return { ...sentOf(context, applied, String(loan)), paid: amountText(market.quote, BigInt(paid)) };
    },

    'POST pay/loan/repay': async ({ id, amount }, context) => {
      const market = await marketOfLoan(context, id);
      const { account } = context.session;
      const command = { kind: 'repayLoan', account, loan: idNumber(id) ?? 0, amount: unitsOf(market.quote, amount) } as const;
      const applied = await submit(ports, context, command);
      return { ...sentOf(context, applied, id), paid: amountText(market.quote, BigInt(resultAs(applied, 'loan').paid)) };
    },

    'POST pay/loan/collateral': async ({ id, add, amount }, context) => {
      const market = await marketOfLoan(context, id);
      const { account } = context.session;
      const command = { kind: 'changeCollateral', account, loan: idNumber(id) ?? 0, add, amount: unitsOf(market.base, amount) } as const;
      const applied = await submit(ports, context, command);
      resultAs(applied, 'loan');
      return sentOf(context, applied, id);
    },

    'POST pay/loan/cancel': async ({ id }, context) => {
      const { account } = context.session;
      const applied = await submit(ports, context, { kind: 'cancelLoan', account, loan: idNumber(id) ?? 0 });
      resultAs(applied, 'loan');
      return sentOf(context, applied, id);
    },

    'GET pay/loan/page': async ({ status, pageNo, pageSize }, context) => {
      await nearlyLive(ports, context);
      const { venue, account: owner } = context.session;
      const running = `event->>'loanState' IN ('waiting', 'open')`;
      const where = status === undefined ? 'TRUE' : status === 'running' ? running : `NOT ${running}`;
      const of = { table: 'latest', venue, owner, kinds: ['loan'], where, values: [] } as const;
      const { list, total } = await pageOf(ports.database, of, pageSize, (pageNo - 1) * pageSize);
      // Only what is shown is computed: an account may have hundreds.
      const { value: live } = await readNow(ports, context, (engine) => list.map(({ loan }) => engine.loan(loan)));
      return { list: list.map((one, at) => loanRow(one, live[at])), total, pageNo, pageSize };
    },

    'GET pay/loan/detail': async ({ id }, context) => {
      await nearlyLive(ports, context);
      const { venue, account } = context.session;
      const number = idNumber(id) ?? 0;
      const [live, told] = await Promise.all([liveLoan(context, number), latestOf(ports.database, venue, account, 'loan', number)]);
      if (!told) throw new Refusal('loanUnknown');
      const happened = await happeningsWhere(
        ports.database,
        venue,
        ['loanRepayment', 'loanSale', 'loanCall', 'loanDecision'],
        `owner = $3 AND key = $4 ORDER BY seq DESC, event_index DESC LIMIT ${shownHappenings}`,
        [account, number],
      );
      const market = marketOf(told.instrument);
      return { loan: loanRow(told, live), happened: happened.map(({ event }) => happenedOf(market, event)) };
    },
  };
};
