import { decimalSign } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Button, EmptyState } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import {
  type Book,
  call,
  type Instrument,
  lastValue,
  refreshFunds,
  useBalances,
  useBook,
  useNow,
  useOfflineSince,
  useRead,
  useSignedIn,
  useTimeZone,
} from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { type Translate, useT } from '../../../i18n/index.ts';
import { clearSize, offerPrice, useDraft, useEnterDemo, useSlowTick } from '../model/desk.ts';
import { type Closed, closedBecause } from '../model/gate.ts';
import { hasLimitPrice, orderInput } from './draft.ts';
import type { TicketFacts } from './preview.ts';
import type { TicketGate } from './SendButton.tsx';
import { type Desk, follow, type Submission, submit } from './submission.ts';
import { Ticket } from './Ticket.tsx';

const pendingKey = (symbol: string) => `trade.pending.${symbol}`;
const desk = (input: () => Parameters<typeof call<'POST pay/order-coin/purchase-actual-commodities'>>[1]): Desk => ({
  place: (commandId) => call('POST pay/order-coin/purchase-actual-commodities', input(), { commandId, noMsg: true }),
  outcome: (commandId) => call('GET pay/order-coin/outcome', { commandId }, { noMsg: true }),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

type Props = { instrument: Instrument; dense?: boolean | undefined; form?: RefObject<HTMLFormElement | null> | undefined };

/** The ticket with everything it lives on. An instrument that is not traded yet gets a sentence, not a form that leads nowhere. */
export function TicketPanel({ instrument, dense = false, form }: Props) {
  const t = useT();
  if (instrument.kind !== InstrumentKind.coin)
    return (
      <EmptyState
        compact
        title={t('trade.laterTitle')}
        action={
          <Link to="/order" search={{ symbol: 'BTC/USDT', kind: '1' } as never}>
            <Button kind="outline" size="small" tabIndex={-1}>
              {t('trade.laterSpot')}
            </Button>
          </Link>
        }
      >
        {t(instrument.kind === InstrumentKind.contract ? 'trade.laterContract' : 'trade.laterStock')}
      </EmptyState>
    );
  return <SpotTicket key={instrument.symbol} {...{ instrument, dense, form }} />;
}

function SpotTicket({ instrument, dense, form }: Props & { dense: boolean }) {
  const { symbol } = instrument;
  const [draft, change] = useDraft(symbol);
  const tick = useSlowTick(symbol);
  const signedIn = useSignedIn();
  const balances = lastValue(useBalances());
  const assets = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 3_600_000 }));
  const [submission, setSubmission] = useState<Submission>({ state: 'idle' });
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

  const hear = (next: Submission) => {
    setSubmission(next);
    if (next.state === 'sent') sessionStorage.setItem(pendingKey(symbol), next.commandId);
    if (next.state === 'accepted' || next.state === 'rejected' || next.state === 'idle') sessionStorage.removeItem(pendingKey(symbol));
    if (next.state === 'accepted') {
      clearSize(symbol);
      refreshFunds();
    }
  };
  const send = (commandId: string) =>
    void submit(
      desk(() => orderInput(draft, symbol)),
      commandId,
      hear,
    );
  // A reload in between loses the answer, not the order: it is asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the ticket of this instrument opens
  useEffect(() => {
    const pending = signedIn ? sessionStorage.getItem(pendingKey(symbol)) : null;
    let here = true;
    if (pending)
      void follow(
        desk(() => orderInput(draft, symbol)),
        pending,
        hear,
        () => here,
      );
    return () => {
      here = false;
    };
  }, []);

  const ticket = (book: Book | undefined): ReactNode => (
    <Ticket
      {...{ draft, change, gate, submission, dense, form }}
      facts={{ ...facts, bids: book?.bids ?? [], asks: book?.asks ?? [] }}
      onSend={() => send(crypto.randomUUID())}
      onAgain={() => submission.state === 'missing' && send(submission.commandId)}
      onForget={() => hear({ state: 'idle' })}
    />
  );
  // Only an order at market is worked out from the book; a limit ticket need not hear every level move.
  return draft.form === 'market' ? <WithBook symbol={symbol}>{ticket}</WithBook> : ticket(undefined);
}

function WithBook({ symbol, children }: { symbol: string; children: (book: Book | undefined) => ReactNode }) {
  return children(useBook(symbol));
}

export function useGate(instrument: Instrument): TicketGate {
  const t = useT();
  const signedIn = useSignedIn();
  const offline = useOfflineSince() > 0;
  const now = useNow();
  const zone = useTimeZone();
  const tick = useSlowTick(instrument.symbol, 1_000);
  const { enter, busy } = useEnterDemo();
  const closed = closedBecause(instrument, tick, { signedIn, offline, now });
  if (!closed) return { open: true };
  const why = sentenceOf(t, closed, instrument.symbol, zone);
  if (closed.why !== 'visitor') return { open: false, why };
  return {
    open: false,
    why,
    visitor: {
      onDemo: () => void enter(),
      busy,
      signIn: (className) => (
        <Link to="/login" className={className}>
          {t('common.signIn')}
        </Link>
      ),
    },
  };
}

function sentenceOf(t: Translate, closed: Closed, symbol: string, zone: string): string {
  switch (closed.why) {
    case 'visitor':
      return t('trade.gateVisitor');
    case 'offline':
      return t('trade.gateOffline');
    case 'cancelOnly':
      return t('trade.gateCancelOnly', { symbol });
    case 'halted':
      return t('trade.gateHalted', { symbol });
    case 'closed':
      return closed.opensAt === null
        ? t('trade.gateClosedOpen', { symbol })
        : t('trade.gateClosed', { symbol, time: formatTime(closed.opensAt, 'dateTime', zone) });
    case 'waiting':
      return t('trade.gateWaiting');
    case 'stale':
      return t('trade.gateStale', { age: closed.ageS });
  }
}
