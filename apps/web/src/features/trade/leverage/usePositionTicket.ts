import { decimalCompare, trimZeros } from '@bourse/money';
import type { OrderFunds, Position } from '@bourse/protocol';
import { useUi } from '@bourse/ui';
import { useEffect, useState } from 'react';
import { type Instrument, useBest, useSignedIn } from '../../../data/index.ts';
import { isMultiple, isPositive } from '../ticket/arithmetic.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';
import { useFirstPrice } from '../ticket/useFirstPrice.ts';
import { type Order, useSubmission } from '../ticket/useSubmission.ts';
import { useTicketForm } from '../ticket/useTicketForm.ts';
import { hasPassed, type PositionField, positionFieldOf, positionProblems } from './check.ts';
import { buys, isOpening, type PositionDraft } from './draft.ts';
import { covers, type PayingWallet, useBuyingPower } from './funds.tsx';
import { type Product, useSuitability } from './Suitability.tsx';
import { type LotRules, maxToOpen, partOf } from './sizing.ts';
import { type PreviewCall, usePreview } from './usePreview.ts';

type Parts = {
  instrument: Instrument;
  /** The draft to send, with the terms of the open position if there is one. */
  draft: PositionDraft;
  change: (part: Partial<PositionDraft>) => void;
  /** The open position that the order adds to or closes. */
  mine: Position | undefined;
  /** The current price, if there is one. */
  reference: string | null;
  /** Whether to check triggers and price bands now. A closed market has no price to check against. */
  measured: boolean;
  /** The price that the exchange sets for an order without a written price. */
  given?: string | null | undefined;
  /** The wallet that margins the position, and its free money; undefined while unknown. */
  wallet: 2 | 3;
  free: string | undefined;
  /** The amount that one lot reserves. */
  rules: Pick<LotRules, 'takerFee' | 'scale'>;
  preview: PreviewCall;
  product: Product;
  /** The order was written as a sentence. */
  slip?: boolean | undefined;
  /** The call that places the order, and its body. */
  orderOf: (whole: boolean) => Order;
};

/** The order for a position: its prices, its size, the exchange's preview, and how it is sent. Contracts and stocks share it. */
export function usePositionTicket(parts: Parts) {
  const { instrument, draft, change, mine, reference, measured, given, free, product } = parts;
  const power = useBuyingPower(instrument, parts.wallet, free);
  const [payer, setPayer] = useState<PayingWallet>();
  const { locale } = useUi();
  const signedIn = useSignedIn();
  const opening = isOpening(draft);
  useFirstPrice(!parts.slip && draft.price === '' && hasLimitPrice(draft) ? reference : null, change);
  const { bid, ask } = useBest(instrument.symbol);
  const price = given !== undefined ? given : priceOf(draft, (buys(draft) ? ask : bid) ?? reference);

  const { lot, maxQuantity } = instrument;
  const max = !opening
    ? (mine?.quantity ?? null)
    : power === undefined
      ? null
      : maxToOpen(power, price, draft.leverage, { lot, maxQuantity, ...parts.rules });
  const open = opening ? null : (mine?.quantity ?? '0');
  const found = positionProblems(draft, { ...instrument, reference: measured ? reference : null, bid, ask, open }, locale);
  const preview = usePreview(parts.preview, signedIn ? previewInput(parts.preview, draft, instrument, price, payer) : null);

  // Closing everything names no quantity: the close then includes what fills meanwhile.
  const whole = mine !== undefined && isPositive(draft.quantity) && decimalCompare(draft.quantity, mine.quantity) === 0;
  const order = useSubmission(
    `${parts.slip ? 'slip' : 'ticket'} ${instrument.symbol}`,
    () => withFunds(parts.orderOf(whole), opening && !preview.old ? preview.value?.funds : null),
    () => change({ quantity: '', stops: false, takeProfit: '', stopLoss: '' }),
  );
  const cost = opening && !preview.old ? preview.value : undefined;
  const holds = cost === undefined || covers(cost);
  const suitability = useSuitability(product, order.send);
  const form = useTicketForm<PositionDraft, PositionField>({
    given: draft,
    foreseen: preview.old ? null : preview.value?.refusal,
    fieldOf: positionFieldOf,
    submission: order.submission,
    forget: order.forget,
    onReady: () => suitability.guard(opening),
    ...{ change, found },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer newer than the refusal can end it
  useEffect(() => {
    if (order.submission.state === 'rejected' && hasPassed(order.submission.name, preview.value)) order.forget();
  }, [preview.value]);

  const takeShare = (percent: number) => {
    if (max !== null) form.update({ quantity: percent <= 0 ? '' : trimZeros(partOf(max, percent, lot)) }, 'quantity');
  };
  /** The quantity that the free margin can open, offered when it does not cover the order. */
  const affordable = holds ? undefined : (max ?? undefined);
  /** What the exchange says the order costs is known, and belongs to it. */
  const previewed = preview.value !== undefined && !preview.old;
  return {
    ...form,
    previewed,
    bid,
    ask,
    price,
    max,
    power,
    preview,
    order,
    suitability,
    takeShare,
    opening,
    signedIn,
    holds,
    affordable,
    setPayer,
  };
}
export type PositionTicket = ReturnType<typeof usePositionTicket>;

/** The price used in calculations: the written one, otherwise the current one. */
function priceOf(draft: PositionDraft, now: string | null): string | null {
  const written = hasLimitPrice(draft) ? draft.price : draft.form === 'stop' ? draft.trigger : null;
  return written === null ? now : isPositive(written) ? written : null;
}

/** An order with the money that comes along. */
const withFunds = ([name, input]: Order, funds: OrderFunds | null | undefined): Order =>
  (funds ? [name, { ...input, funds }] : [name, input]) as Order;

/** The preview's input; null until the draft could be an order. */
function previewInput(
  call: PreviewCall,
  draft: PositionDraft,
  { symbol, lot, tick }: Instrument,
  price: string | null,
  payFrom?: PayingWallet,
) {
  if (!isPositive(draft.quantity) || !isMultiple(draft.quantity, lot) || price === null || !isMultiple(price, tick)) return null;
  const { direction, action, leverage, marginMode, quantity } = draft;
  return {
    ...{ symbol, direction, action, lever: leverage, quantity },
    ...(draft.form === 'market' ? {} : { price }),
    ...(payFrom ? { payFrom } : {}),
    ...(call === 'GET pay/order-contract/preview' ? { marginMode } : {}),
  };
}
