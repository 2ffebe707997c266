import type { SwapEvent } from '@bourse/engine';
import { formatUnits } from '@bourse/money';
import type { SwapRow } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import { resultAs } from '../calls/answers.ts';
import { amountText, percentOfPpm, toAmount } from '../calls/figures.ts';
import type { Handlers } from '../calls/handlers.ts';
import { idNumber, instrumentOf, nearlyLive, submit, type TradingPorts } from '../calls/trading.ts';
import { type AssetInfo, decidesMoney } from '../market/port.ts';
import { latestOf, pageOf } from '../projections/happenings.ts';
import { assetOf } from '../wallets/balances.ts';

type Names =
  | 'GET pay/flash-exchange/page'
  | 'GET pay/flash-exchange/quote'
  | 'POST pay/flash-exchange/create'
  | 'GET pay/flash-exchange/record'
  | 'GET pay/flash-exchange/detail';

const rateDigits = 12;

/** Why there may be no quote. */
const noQuote = [
  ...(['assetUnknown', 'swapNotOffered', 'instrumentHalted', 'instrumentClosed'] as const),
  ...(['priceStale', 'notionalTooSmall', 'notionalTooLarge'] as const),
];

/** Of one asset for one of another, at most so many significant digits, rounded down. */
export function rateText(paid: AssetInfo, amount: bigint, got: AssetInfo, received: bigint): string {
  const decimals = 18;
  const rate = (received * 10n ** BigInt(paid.scale + decimals)) / (amount * 10n ** BigInt(got.scale));
  const spare = BigInt(Math.max(0, String(rate).length - rateDigits));
  const [whole = '0', part = ''] = formatUnits(rate - (rate % 10n ** spare), decimals).split('.');
  const fraction = part.replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

export const swapHandlers = (ports: TradingPorts): Handlers<Names> => {
  const assetNamed = (code: string): AssetInfo => {
    const asset = ports.market.catalogue.assetByCode(code);
    if (!asset) throw new Refusal('assetUnknown');
    return asset;
  };

  const rowOf = (event: SwapEvent): SwapRow => {
    const [paid, got] = [assetOf(ports, event.from), assetOf(ports, event.asset)];
    const received = event.gross - event.fee;
    return {
      id: String(event.swap),
      time: event.time,
      wallet: event.wallet as SwapRow['wallet'],
      from: paid.code,
      to: got.code,
      rate: rateText(paid, event.amount, got, received),
      spread: percentOfPpm(event.spreadPpm),
      fee: amountText(got, event.fee),
      paid: amountText(paid, event.amount),
      received: amountText(got, received),
      minReceive: amountText(got, event.minReceive),
      receipt: { kind: event.kind, seq: String(event.seq), index: event.index },
    };
  };

  return {
    'GET pay/flash-exchange/page': async ({ pageNo, pageSize }, { session }) => {
      const venue = session?.venue ?? 'real';
      const { value } = await ports.venues[venue].read((engine) => engine.swapOffers());
      const offers = value.flatMap(({ open, rules: { instrument, spreadPpm, deskFeePpm, minValue, maxValue } }) => {
        const info = instrumentOf(ports, { instrument });
        if (maxValue === 0 || !decidesMoney(venue, info)) return [];
        const { base, quote, symbol } = info;
        const [spread, feeRate] = [percentOfPpm(spreadPpm), percentOfPpm(deskFeePpm)];
        const [min, max] = [amountText(quote, BigInt(minValue)), amountText(quote, BigInt(maxValue))];
        return [{ asset: base.code, money: quote.code, symbol, open, spread, feeRate, minValue: min, maxValue: max }];
      });
      return { list: offers.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: offers.length, pageNo, pageSize };
    },

    'GET pay/flash-exchange/quote': async ({ from, to, amount: text }, { session }) => {
      const [paid, got] = [assetNamed(from), assetNamed(to)];
      const amount = toAmount(paid, text);
      const { value: quote } = await ports.venues[session?.venue ?? 'real'].read((engine) => engine.swapQuote(paid.id, got.id, amount));
      if (!quote.ok) {
        const why = noQuote.find((one) => one === quote.error);
        if (why === undefined) throw new Error(`a quote is refused for ${quote.error}`);
        throw new Refusal(why, quote.detail);
      }
      const { gross, fee, spreadPpm, feePpm } = quote.deal;
      const quotedAt = ports.clock.now();
      return {
        from: paid.code,
        to: got.code,
        amount: amountText(paid, amount),
        receive: amountText(got, gross - fee),
        rate: rateText(paid, amount, got, gross - fee),
        spread: percentOfPpm(spreadPpm),
        fee: amountText(got, fee),
        feeRate: percentOfPpm(feePpm),
        quotedAt,
        validUntil: quotedAt + quote.validMs,
      };
    },

    'POST pay/flash-exchange/create': async ({ wallet, from, to, amount, minReceive, quotedAt }, context) => {
      const [paid, got] = [assetNamed(from), assetNamed(to)];
      const { account } = context.session;
      const figures = { amount: toAmount(paid, amount), minReceive: toAmount(got, minReceive), quotedAt };
      const applied = await submit(ports, context, { kind: 'swap', account, wallet, from: paid.id, to: got.id, ...figures });
      const { swap, received, fee } = resultAs(applied, 'swap');
      return {
        commandId: context.commandId,
        seq: String(applied.seq),
        repeated: applied.repeated,
        id: String(swap),
        receive: amountText(got, BigInt(received)),
        fee: amountText(got, BigInt(fee)),
      };
    },

    'GET pay/flash-exchange/record': async ({ pageNo, pageSize }, context) => {
      await nearlyLive(ports, context);
      const { venue, account: owner } = context.session;
      const of = { table: 'latest', venue, owner, kinds: ['swap'], where: 'TRUE', values: [] } as const;
      const { list, total } = await pageOf(ports.database, of, pageSize, (pageNo - 1) * pageSize);
      return { list: list.map(rowOf), total, pageNo, pageSize };
    },

    'GET pay/flash-exchange/detail': async ({ id }, context) => {
      await nearlyLive(ports, context);
      const { venue, account } = context.session;
      const swap = await latestOf(ports.database, venue, account, 'swap', idNumber(id) ?? 0);
      if (!swap) throw new Refusal('swapUnknown');
      return rowOf(swap);
    },
  };
};
