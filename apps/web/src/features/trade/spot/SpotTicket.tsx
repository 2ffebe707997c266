import { decimalSign } from '@bourse/money';
import { type ReactNode, useMemo } from 'react';
import { type Book, lastValue, useBalances, useBest, useBook, useRead, useSignedIn } from '../../../data/index.ts';
import { useSlowTick } from '../instrument/slow.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';
import type { TicketPanelProps } from '../ticket/TicketPanel.tsx';
import { useFirstPrice } from '../ticket/useFirstPrice.ts';
import { useGate } from '../ticket/useGate.tsx';
import { useSubmission } from '../ticket/useSubmission.ts';
import { orderInput } from './draft.ts';
import { coinDrafts, coinSlips, noSize } from './drafts.ts';
import type { TicketFacts } from './preview.ts';
import { SpotForm } from './SpotForm.tsx';

/** The ticket for a coin, with the prices and balances that it calculates with. */
export function SpotTicket({ instrument, dense, form, slip = false }: TicketPanelProps) {
  const { symbol, base, quote } = instrument;
  const drafts = slip ? coinSlips : coinDrafts;
  const [draft, change] = drafts.use(symbol);
  const tick = useSlowTick(symbol);
  const signedIn = useSignedIn();
  const balances = lastValue(useBalances());
  const assets = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 3_600_000 }));
  const order = useSubmission(
    `${slip ? 'slip' : 'ticket'} ${symbol}`,
    () => ['POST pay/order-coin/purchase-actual-commodities', orderInput(draft, symbol)],
    () => drafts.set(symbol, noSize),
  );
  const gate = useGate(instrument);
  const traded = (price: string | undefined) => (price !== undefined && decimalSign(price) > 0 ? price : null);
  const last = traded(tick?.pe);
  useFirstPrice(!slip && draft.price === '' && hasLimitPrice(draft) ? last : null, change);

  const { bid, ask } = useBest(symbol);
  const facts = useMemo((): TicketFacts => {
    const scaleOf = (code: string, standard: number) => assets?.find((asset) => asset.code === code)?.scale ?? standard;
    const held = (code: string) =>
      !signedIn || !balances ? null : (balances.find(({ asset, wallet }) => asset === code && wallet === 1)?.available ?? '0');
    return {
      ...instrument,
      baseScale: scaleOf(base, 8),
      quoteScale: scaleOf(quote, 6),
      ...{ bid, ask, last },
      bids: [],
      asks: [],
      baseAvailable: held(base),
      quoteAvailable: held(quote),
    };
  }, [instrument, base, quote, assets, balances, signedIn, bid, ask, last]);

  const ticket = (book: Book | undefined): ReactNode => (
    <SpotForm {...{ draft, change, gate, order, dense, form, slip }} facts={{ ...facts, bids: book?.bids ?? [], asks: book?.asks ?? [] }} />
  );
  // Only a market order is calculated from the book; a limit ticket need not follow every level.
  return draft.form === 'market' ? <WithBook symbol={symbol}>{ticket}</WithBook> : ticket(undefined);
}

function WithBook({ symbol, children }: { symbol: string; children: (book: Book | undefined) => ReactNode }) {
  return children(useBook(symbol));
}
