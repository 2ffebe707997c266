import type { EarnHoldingEvent, EarnHoldingView, EarnProductView } from '@bourse/engine';
import { dayMs } from '@bourse/engine';
import type { EarnHolding, EarnProduct } from '@bourse/protocol';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { resultAs, resultOf } from '../calls/answers.ts';
import { amountText, percentOfPpm, toAmount } from '../calls/figures.ts';
import type { Handlers, SignedInContext } from '../calls/handlers.ts';
import { idNumber, nearlyLive, readNow, submit, type TradingPorts } from '../calls/trading.ts';
import type { AssetInfo } from '../market/port.ts';
import { happeningsWhere, latestOf, pageOf } from '../projections/happenings.ts';
import type { Applied } from '../sequencer/port.ts';
import { assetOf } from '../wallets/balances.ts';
import { draftStore, type Wish } from './drafts.ts';

type Names =
  | `GET pay/foundation-config/${'page' | 'get'}`
  | 'POST pay/foundation-log/create'
  | `POST pay/foundation-order/${'create' | 'pay' | 'redeem' | 'extract' | 'renew'}`
  | `GET pay/foundation-order/${'status-page' | 'page' | 'get'}`;

const shownRates = 30;
const shownPayments = 200;
const maxUnits = BigInt(Number.MAX_SAFE_INTEGER);

const termsOf = ({ code }: AssetInfo, { days, yearlyPpm, earlyPpm }: { days: number; yearlyPpm: number; earlyPpm: number }) => ({
  asset: code,
  days,
  rate: percentOfPpm(yearlyPpm),
  earlyPart: percentOfPpm(earlyPpm),
});

/** Money that earns interest. The engine has everything about it but what a customer looked at before buying. */
export const earnHandlers = (ports: TradingPorts): Handlers<Names> => {
  const drafts = draftStore(ports.database, ports.clock);
  const productsOf = async (venue: Venue) => (await ports.venues[venue].read((engine) => engine.earnProducts())).value;

  /** Visitors see what a practice account can do where real accounts can do nothing. */
  const offered = async (session: { venue: Venue } | null): Promise<{ venue: Venue; views: EarnProductView[] }> => {
    const venue = session?.venue ?? 'real';
    const views = await productsOf(venue);
    return session || views.some(({ open }) => open) ? { venue, views } : { venue: 'demo', views: await productsOf('demo') };
  };

  const named = (views: readonly EarnProductView[], id: string): EarnProductView => {
    const view = views.find(({ rules }) => rules.product === idNumber(id));
    if (!view) throw new Refusal('earnProductUnknown');
    return view;
  };
  const productNamed = async (venue: Venue, id: string): Promise<{ view: EarnProductView; asset: AssetInfo }> => {
    const view = named(await productsOf(venue), id);
    return { view, asset: assetOf(ports, view.rules.asset) };
  };

  const productRow = ({ rules, version, principal, todayPpm, nextPpm, open }: EarnProductView): EarnProduct => {
    const asset = assetOf(ports, rules.asset);
    const text = (units: number) => amountText(asset, BigInt(units));
    return {
      ...{ id: String(rules.product), version, ...termsOf(asset, rules) },
      ...{ todayRate: percentOfPpm(todayPpm), nextRate: percentOfPpm(nextPpm) },
      ...{ min: text(rules.minPrincipal), max: text(rules.maxPrincipal), left: text(Math.max(0, rules.capacity - principal)), open },
    };
  };

  /** `earned` is known of holdings that are not over; the others have been paid. */
  const holdingRow = (one: EarnHoldingEvent | EarnHoldingView, live?: EarnHoldingView): EarnHolding => {
    const asset = assetOf(ports, one.asset);
    const text = (units: number) => amountText(asset, BigInt(units));
    const told = 'holdingState' in one ? one : undefined;
    return {
      ...{ id: String(one.holding), productId: String(one.product), version: one.version, ...termsOf(asset, one) },
      ...{ deposited: text(one.deposited), principal: text(one.principal), earned: text(live?.earned ?? 0), paid: text(one.paid) },
      ...{ openedAt: one.openedAt, firstDay: one.firstDay * dayMs, endsAt: one.endDay === 0 ? null : one.endDay * dayMs },
      ...{ renew: one.renew, state: told?.holdingState ?? 'earning', renewedBy: told?.renewedBy ? String(told.renewedBy) : null },
    };
  };

  const liveHoldings = async (context: SignedInContext) =>
    (await readNow(ports, context, (engine) => engine.earnHoldings(context.session.account))).value.reverse();

  const ownRows = async (context: SignedInContext, page: { pageNo: number; pageSize: number }, where: string) => {
    await nearlyLive(ports, context);
    const { venue, account: owner } = context.session;
    const live = new Map((await liveHoldings(context)).map((one) => [one.holding, one]));
    const of = { table: 'latest', venue, owner, kinds: ['earnHolding'], where, values: [] } as const;
    const { list, total } = await pageOf(ports.database, of, page.pageSize, (page.pageNo - 1) * page.pageSize);
    return { list: list.map((one) => holdingRow(one, live.get(one.holding))), total, ...page };
  };

  /** Checks a wish against the terms that hold now. */
  const readWish = async (venue: Venue, { productId, version, amount, renew }: Wish) => {
    const { view, asset } = await productNamed(venue, productId);
    if (view.version !== version) throw new Refusal('termsChanged');
    const { minPrincipal, maxPrincipal } = view.rules;
    const text = (units: number) => `${amountText(asset, BigInt(units))} ${asset.code}`;
    const units = toAmount(asset, amount);
    if (units < BigInt(minPrincipal)) throw new Refusal('earnTooSmall', { min: text(minPrincipal) });
    if (units > BigInt(maxPrincipal)) throw new Refusal('earnTooLarge', { max: text(maxPrincipal) });
    return { view, asset, units, wish: { productId, version, amount: amountText(asset, units), renew } };
  };

  const sentOf = (context: SignedInContext, applied: Applied, id: string) => ({
    commandId: context.commandId,
    seq: String(applied.seq),
    repeated: applied.repeated,
    id,
  });

  /** Redeeming and extracting answer with the interest that was paid. */
  const takenOut = async (context: SignedInContext, applied: Applied, id: string) => {
    const { interest, holding } = resultAs(applied, 'holding');
    await nearlyLive(ports, context, applied.seq);
    const { venue, account } = context.session;
    const told = await latestOf(ports.database, venue, account, 'earnHolding', holding);
    const asset = told ? assetOf(ports, told.asset) : await assetOfHolding(context, holding);
    return { ...sentOf(context, applied, id), interest: amountText(asset, BigInt(interest)) };
  };

  const assetOfHolding = async (context: SignedInContext, id: number): Promise<AssetInfo> => {
    const own = (await liveHoldings(context)).find(({ holding }) => holding === id);
    if (!own) throw new Refusal('holdingUnknown');
    return assetOf(ports, own.asset);
  };

  return {
    'GET pay/foundation-config/page': async ({ pageNo, pageSize }, { session }) => {
      const { views } = await offered(session);
      const sold = views.filter(({ rules, principal }) => rules.capacity > 0 || principal > 0);
      return { list: sold.slice((pageNo - 1) * pageSize, pageNo * pageSize).map(productRow), total: sold.length, pageNo, pageSize };
    },

    'GET pay/foundation-config/get': async ({ id }, { session }) => {
      const { venue, views } = await offered(session);
      const view = named(views, id);
      const days = await happeningsWhere(
        ports.database,
        venue,
        ['earnDay'],
        `key = $3 ORDER BY seq DESC, event_index DESC LIMIT ${shownRates}`,
        [view.rules.product],
      );
      return {
        product: productRow(view),
        rates: days.map(({ event }) => ({ day: event.day * dayMs, rate: percentOfPpm(event.todayPpm) })),
      };
    },

    'POST pay/foundation-log/create': async ({ productId, version }, { session }) => {
      const { view } = await productNamed(session.venue, productId);
      if (view.version !== version) throw new Refusal('termsChanged');
      return { readAt: await drafts.read(session, view.rules.product, version) };
    },

    'POST pay/foundation-order/create': async (input, { session }) => {
      const { view, asset, units, wish } = await readWish(session.venue, input);
      const { days, yearlyPpm } = view.rules;
      const firstDay = (Math.floor(ports.clock.now() / dayMs) + 1) * dayMs;
      const { id, expiresAt } = await drafts.keep(session, wish);
      const year = 365n * 1_000_000n;
      return {
        ...{ id, ...wish, asset: asset.code },
        interest: days === 0 ? null : amountText(asset, (units * BigInt(yearlyPpm * days)) / year),
        ...{ firstDay, endsAt: days === 0 ? null : firstDay + days * dayMs, expiresAt },
      };
    },

    'POST pay/foundation-order/pay': async ({ id, ...wish }, context) => {
      const { session } = context;
      const { asset } = await productNamed(session.venue, wish.productId);
      const units = toAmount(asset, wish.amount);
      if (units > maxUnits) throw new Refusal('amountInvalid');
      const product = idNumber(wish.productId) ?? 0;
      const { account } = session;
      // A command that was carried out is answered again, however old its draft is by then, and if a newer one has taken its place.
      await drafts.check(session, id, { ...wish, amount: amountText(asset, units) }, context.commandId).catch(async (error) => {
        if ((await ports.venues[session.venue].outcomeOf(account, context.commandId)) === undefined) throw error;
      });
      const terms = { product, version: wish.version, amount: Number(units), renew: wish.renew };
      const applied = await submit(ports, context, { kind: 'subscribeEarn', account, ...terms });
      if (!applied.outcome.ok) await drafts.free(id, context.commandId);
      return sentOf(context, applied, String(resultAs(applied, 'holding').holding));
    },

    'POST pay/foundation-order/redeem': async ({ id, amount }, context) => {
      const { venue, account } = context.session;
      const holding = idNumber(id) ?? 0;
      await nearlyLive(ports, context);
      const told = await latestOf(ports.database, venue, account, 'earnHolding', holding);
      const asset = told ? assetOf(ports, told.asset) : await assetOfHolding(context, holding);
      const units = toAmount(asset, amount);
      if (units > maxUnits) throw new Refusal('amountInvalid');
      return takenOut(context, await submit(ports, context, { kind: 'redeemEarn', account, holding, amount: Number(units) }), id);
    },

    'POST pay/foundation-order/extract': async ({ id }, context) => {
      const { account } = context.session;
      return takenOut(context, await submit(ports, context, { kind: 'extractEarn', account, holding: idNumber(id) ?? 0 }), id);
    },

    'POST pay/foundation-order/renew': async ({ id, renew }, context) => {
      const { account } = context.session;
      const applied = await submit(ports, context, { kind: 'renewEarn', account, holding: idNumber(id) ?? 0, renew });
      resultOf(applied);
      return sentOf(context, applied, id);
    },

    'GET pay/foundation-order/status-page': async ({ status, pageNo, pageSize }, context) => {
      if (status === 'ended') return ownRows(context, { pageNo, pageSize }, `event->>'holdingState' <> 'earning'`);
      const live = await liveHoldings(context);
      const list = live.slice((pageNo - 1) * pageSize, pageNo * pageSize).map((one) => holdingRow(one, one));
      return { list, total: live.length, pageNo, pageSize };
    },

    'GET pay/foundation-order/page': ({ pageNo, pageSize }, context) => ownRows(context, { pageNo, pageSize }, 'TRUE'),

    'GET pay/foundation-order/get': async ({ id }, context) => {
      await nearlyLive(ports, context);
      const { venue, account } = context.session;
      const holding = idNumber(id) ?? 0;
      const [live, told] = await Promise.all([
        liveHoldings(context).then((all) => all.find((one) => one.holding === holding)),
        latestOf(ports.database, venue, account, 'earnHolding', holding),
      ]);
      const one = live ?? told;
      if (!one) throw new Refusal('holdingUnknown');
      const asset = assetOf(ports, one.asset);
      const paid = await happeningsWhere(
        ports.database,
        venue,
        ['earnInterest'],
        `owner = $3 AND event->>'holding' = $4 ORDER BY seq DESC, event_index DESC LIMIT ${shownPayments}`,
        [account, String(holding)],
      );
      return {
        holding: holdingRow(one, live),
        payments: paid.map(({ event: { kind, seq, index, time, interest, interestCause: cause } }) => ({
          time,
          interest: amountText(asset, BigInt(interest)),
          cause,
          receipt: { kind, seq: String(seq), index },
        })),
      };
    },
  };
};
