import { decimalSign } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { type Book, type Instrument, lastValue, useBalances, useBook, useRead, useSignedIn } from '../../../data/index.ts';
import { useSlowTick } from '../instrument/slow.ts';
import { lazyWithWords } from '../lazy.ts';
import { hasLimitPrice, orderInput } from '../spot/draft.ts';
import { clearSize, offerPrice, useDraft } from '../spot/drafts.ts';
import type { TicketFacts } from '../spot/preview.ts';
import { Ticket } from '../spot/SpotTicket.tsx';
import { useGate } from './useGate.tsx';
import { useSubmission } from './useSubmission.ts';

export type TicketPanelProps = { instrument: Instrument; dense: boolean; form?: RefObject<HTMLFormElement | null> | undefined };

const ContractPanel = lazyWithWords(() => import('../contract/ContractPanel.tsx').then((module) => module.ContractPanel));
const StockTicket = lazyWithWords(() => import('../stock/StockTicket.tsx').then((module) => module.StockTicket));

/** The ticket with everything it lives on, by the kind of instrument. */
export function TicketPanel({ instrument, dense = false, form }: Omit<TicketPanelProps, 'dense'> & { dense?: boolean | undefined }) {
  const Kind =
    instrument.kind === InstrumentKind.contract ? ContractPanel : instrument.kind === InstrumentKind.stock ? StockTicket : SpotTicket;
  return <Kind key={instrument.symbol} {...{ instrument, dense, form }} />;
}

function SpotTicket({ instrument, dense, form }: TicketPanelProps) {
  const { symbol } = instrument;
  const [draft, change] = useDraft(symbol);
  const tick = useSlowTick(symbol);
  const signedIn = useSignedIn();
  const balances = lastValue(useBalances());
  const assets = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 3_600_000 }));
  const { submission, send, again, forget } = useSubmission(
    `ticket ${symbol}`,
    () => ['POST pay/order-coin/purchase-actual-commodities', orderInput(draft, symbol)],
    () => clearSize(symbol),
  );
  const gate = useGate(instrument);

  // A limit ticket opens at the price of the moment; what was typed before a reload stays.
  const last = tick && decimalSign(tick.pe) > 0 ? tick.pe : null;
  const empty = draft.price === '' && hasLimitPrice(draft);
  useEffect(() => {
    if (empty && last !== null && document.activeElement?.getAttribute('name') !== 'price') offerPrice(symbol, last);
  }, [empty, last, symbol]);

  const scaleOf = (code: string, standard: number) => assets?.find((asset) => asset.code === code)?.scale ?? standard;
  const held = (code: string) =>
    !signedIn
      ? null
      : balances === undefined
        ? null
        : (balances.find((balance) => balance.asset === code && balance.wallet === 1)?.available ?? '0');
  const facts: TicketFacts = {
    symbol,
    base: instrument.base,
    quote: instrument.quote,
    baseScale: scaleOf(instrument.base, 8),
    quoteScale: scaleOf(instrument.quote, 6),
    tick: instrument.tick,
    lot: instrument.lot,
    minQuantity: instrument.minQuantity,
    maxQuantity: instrument.maxQuantity,
    minNotional: instrument.minNotional,
    bandBps: instrument.bandBps,
    takerFee: instrument.takerFee,
    makerFee: instrument.makerFee,
    bid: tick && decimalSign(tick.b) > 0 ? tick.b : null,
    ask: tick && decimalSign(tick.a) > 0 ? tick.a : null,
    last,
    bids: [],
    asks: [],
    baseAvailable: held(instrument.base),
    quoteAvailable: held(instrument.quote),
  };

  const ticket = (book: Book | undefined): ReactNode => (
    <Ticket
      {...{ draft, change, gate, submission, dense, form }}
      facts={{ ...facts, bids: book?.bids ?? [], asks: book?.asks ?? [] }}
      onSend={send}
      onAgain={again}
      onForget={forget}
    />
  );
  // Only an order at market is worked out from the book; a limit ticket need not hear every level move.
  return draft.form === 'market' ? <WithBook symbol={symbol}>{ticket}</WithBook> : ticket(undefined);
}

function WithBook({ symbol, children }: { symbol: string; children: (book: Book | undefined) => ReactNode }) {
  return children(useBook(symbol));
}
