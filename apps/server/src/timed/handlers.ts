import { TimedStatus } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { resultAs } from '../calls/answers.ts';
import { amountText, percentOfPpm, toAmount } from '../calls/figures.ts';
import type { Handlers, SignedInContext } from '../calls/handlers.ts';
import { caughtUp, idNumber, instrumentBySymbol, instrumentOf, nearlyLive, readNow, submit, type TradingPorts } from '../calls/trading.ts';
import type { AssetInfo, InstrumentInfo } from '../market/port.ts';
import { mayOpen } from '../orders/may-open.ts';
import { latestOf } from '../projections/happenings.ts';
import { assetOf } from '../wallets/balances.ts';
import { type TimedFacts, timedPage } from './timed-rows.ts';
import { secondsOf, timedView } from './timed-view.ts';

type Names =
  | 'POST pay/order-contract-quick/buy'
  | 'GET pay/order-contract-quick/offers'
  | 'GET pay/order-contract-quick/page'
  | 'GET pay/order-contract-quick/detail';

/** The instruments that sell timed contracts, and the asset of the stakes. */
export function timedAsset(ports: TradingPorts, instrument: InstrumentInfo): AssetInfo | undefined {
  return instrument.timed ? ports.market.catalogue.assetById(instrument.timed.asset) : undefined;
}

const viewOf = (ports: TradingPorts, timed: TimedFacts) => timedView(timed, instrumentOf(ports, timed), assetOf(ports, timed.asset));

async function running(ports: TradingPorts, context: SignedInContext) {
  const { account } = context.session;
  const { seq, value } = await readNow(ports, context, (engine) => engine.timed(account));
  return { seq, list: value.filter(({ status }) => status < TimedStatus.won).sort((a, b) => b.timed - a.timed) };
}

export const timedHandlers = (ports: TradingPorts): Handlers<Names> => ({
  'POST pay/order-contract-quick/buy': async ({ symbol, direction, durationS, stake }, context) => {
    const instrument = instrumentBySymbol(ports, symbol);
    const asset = timedAsset(ports, instrument);
    if (!asset) throw new Refusal('timedDurationUnknown');
    const units = toAmount(asset, stake);
    if (units > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal('timedStakeTooLarge', { max: maxStakeOf(instrument, asset) });
    await mayOpen(ports, context, 'timed');
    const { account } = context.session;
    const order = { instrument: instrument.id, direction, durationMs: durationS * 1_000, stake: Number(units) };
    const applied = await submit(ports, context, { kind: 'placeTimed', account, ...order });
    const bought = resultAs(applied, 'timed');
    return {
      commandId: context.commandId,
      seq: String(applied.seq),
      repeated: applied.repeated,
      id: String(bought.timed),
      payout: amountText(asset, BigInt(bought.payout)),
    };
  },

  'GET pay/order-contract-quick/offers': async (_input, { session }) => {
    const venue = ports.venues[session?.venue ?? 'real'];
    const { value: books } = await venue.read((engine) =>
      ports.market.catalogue.instruments.flatMap((instrument) => {
        const asset = timedAsset(ports, instrument);
        const book = asset && engine.timedBook(instrument.id);
        return asset && book && book.offers.length > 0 ? [{ instrument, asset, book }] : [];
      }),
    );
    return books.map(({ instrument, asset, book }) => ({
      symbol: instrument.symbol,
      asset: asset.code,
      minStake: amountText(asset, BigInt(book.minStake)),
      maxStake: amountText(asset, BigInt(book.maxStake)),
      offers: book.offers.map(({ durationMs, payoutPpm }) => ({ durationS: secondsOf(durationMs), payoutRate: percentOfPpm(payoutPpm) })),
    }));
  },

  'GET pay/order-contract-quick/page': async ({ pageNo, pageSize, state, symbol, from, to }, context) => {
    const instrument = symbol === undefined ? undefined : instrumentBySymbol(ports, symbol).id;
    const offset = (pageNo - 1) * pageSize;
    if (state === 'open') {
      const { list } = await running(ports, context);
      const wanted = list.filter(
        (one) =>
          (instrument === undefined || one.instrument === instrument) &&
          (from === undefined || one.placedAt >= from) &&
          (to === undefined || one.placedAt < to),
      );
      return { list: wanted.slice(offset, offset + pageSize).map((one) => viewOf(ports, one)), total: wanted.length, pageNo, pageSize };
    }
    if (state === 'all') await nearlyLive(ports, context);
    else await caughtUp(ports, context);
    const { venue, account } = context.session;
    const filter = { venue, account, instrument, finishedOnly: state === 'finished', from, to };
    const { list, total } = await timedPage(ports.database, filter, pageSize, offset);
    return { list: list.map((one) => viewOf(ports, one)), total, pageNo, pageSize };
  },

  'GET pay/order-contract-quick/detail': async ({ id }, context) => {
    await nearlyLive(ports, context);
    const { venue, account } = context.session;
    const timed = await latestOf(ports.database, venue, account, 'timed', idNumber(id) ?? 0);
    if (!timed) throw new Refusal('timedUnknown');
    return viewOf(ports, timed);
  },
});

const maxStakeOf = ({ timed }: InstrumentInfo, asset: AssetInfo) => amountText(asset, BigInt(timed?.maxStake ?? 0));
