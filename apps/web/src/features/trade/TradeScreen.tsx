import { ChartKind, OrderSide } from '@bourse/protocol/enums';
import { Button, ErrorState, Skeleton, SkeletonRows } from '@bourse/ui';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { lastValue, readOnce, seedTicks, useFavourites, useInstruments, useOpening } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { openPalette } from '../../shell/palette-state.ts';
import { useWide } from '../../shell/use-wide.ts';
import { sendForCandles } from './chart/first-candles.ts';
import { requestEarly } from './early.ts';
import { addressedPlace, instrumentOf, usePlace } from './place.ts';

const terminal = () => import('./terminal/Terminal.tsx').then(({ Terminal }) => ({ default: Terminal }));
const phone = () => import('./phone/PhoneTrade.tsx').then(({ PhoneTrade }) => ({ default: PhoneTrade }));
const Terminal = lazy(terminal);
const PhoneTrade = lazy(phone);
const BulkOffers = lazy(() => import('./instrument/BulkOffers.tsx').then(({ BulkOffers }) => ({ default: BulkOffers })));
const ReceiptSheet = lazy(() => import('../receipt/ReceiptSheet.tsx').then(({ ReceiptSheet }) => ({ default: ReceiptSheet })));
const terminalFromPx = 640;

// Load this window's layout and the chart in parallel with this file, not after it.
void (matchMedia(`(min-width: ${terminalFromPx}px)`).matches ? terminal() : phone()).catch(() => {});
void import('./chart/engine.ts').catch(() => {});
// So do the instruments and, where the address says of what, the candles.
void readOnce('GET pay/symbol/instruments', {}, undefined, requestEarly).catch(() => {});
if (/^\/(?:order|chart)$/.test(location.pathname)) {
  const { symbol, interval } = addressedPlace();
  if (symbol !== '') {
    sendForCandles(symbol, interval);
    // And its row, which the page shows until the socket tells newer ones.
    void readOnce('GET pay/symbol/get-currency', { symbol }, undefined, requestEarly).then(
      ({ row }) => seedTicks([row]),
      () => {},
    );
  }
}

/** `/order`: on a phone a tab, from 640 px on the terminal. */
export const OrderScreen = () => <TradeScreen back={false} />;
/** `/chart` shows the same as `/order`; on a phone it is a page of its own with a back button. */
export const ChartScreen = () => <TradeScreen back />;

function TradeScreen({ back }: { back: boolean }) {
  const t = useT();
  const [place, go] = usePlace();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const wide = useWide(terminalFromPx);
  const [receipt, setReceipt] = useState<string | null>(null);
  const instruments = useInstruments();
  const list = lastValue(instruments);
  const favourites = lastValue(useFavourites());
  const instrument = list && instrumentOf(list, place, search['symbol'] !== undefined, favourites);
  useOpening(instrument);
  const side =
    search['side'] === 'sell' || search['side'] === '1'
      ? OrderSide.sell
      : search['side'] === 'buy' || search['side'] === '0'
        ? OrderSide.buy
        : undefined;
  const price = typeof search['price'] === 'string' && /^[0-9]+(\.[0-9]+)?$/.test(search['price']) ? search['price'] : undefined;

  // A link can fill in the ticket: /order?symbol=…&side=buy&price=…
  const symbol = instrument?.symbol;
  const kind = instrument?.kind;
  useEffect(() => {
    if (symbol === undefined || (side === undefined && price === undefined)) return;
    const target = { symbol, kind: kind ?? 1 };
    void import('./ticket/turn.ts').then(({ priceTicket, turnTicket }) => {
      if (side !== undefined) turnTicket(target, side);
      if (price !== undefined) priceTicket(target, price);
    });
  }, [symbol, kind, side, price]);

  if (!list && instruments.state === 'failed')
    return (
      <ErrorState title={t('common.loadFailed')} onRetry={instruments.retry}>
        {t('common.loadFailedWhy', { reason: instruments.error.message })}
      </ErrorState>
    );
  if (!list) return <Bones wide={wide} />;
  if (place.kind === ChartKind.bulk && search['symbol'] === undefined)
    return (
      <Suspense fallback={<Bones wide={wide} />}>
        <BulkOffers go={go} />
      </Suspense>
    );
  if (!instrument)
    return (
      <>
        <h1 className="visually-hidden">{t('trade.title')}</h1>
        <ErrorState
          title={t('trade.unknownInstrument')}
          action={
            <>
              <Button onClick={() => go({ symbol: list[0]?.symbol ?? 'BTC/USDT', kind: list[0]?.kind ?? 1 })}>{list[0]?.symbol}</Button>
              <Button kind="outline" onClick={openPalette}>
                {t('trade.chooseAnother')}
              </Button>
            </>
          }
        >
          {t('trade.unknownInstrumentWhy', { symbol: place.symbol })}
        </ErrorState>
      </>
    );
  // An address without a kind lists the instruments of the same kind.
  const shown = search['kind'] === undefined ? { ...place, kind: instrument.kind } : place;
  return (
    <Suspense fallback={<Bones wide={wide} />}>
      {wide ? (
        <Terminal {...{ instrument, go }} place={shown} onReceipt={setReceipt} />
      ) : (
        <PhoneTrade {...{ instrument, go, back }} place={shown} startSide={side} onReceipt={setReceipt} />
      )}
      {receipt !== null && (
        <Suspense>
          <ReceiptSheet fillId={receipt} onClose={() => setReceipt(null)} />
        </Suspense>
      )}
    </Suspense>
  );
}

const rule = 'var(--rule) solid var(--line)';
/** The screen until the instruments' rules arrive: everything is in its final place. It has no style sheet of its own to wait for. */
function Bones({ wide }: { wide: boolean }) {
  const t = useT();
  return (
    <div
      style={{
        background: 'var(--surface)',
        display: 'flex',
        flexDirection: 'column',
        blockSize: wide ? 'calc(100dvh - var(--bar-top))' : undefined,
      }}
      role="status"
      aria-label={t('common.loading')}
    >
      <h1 className="visually-hidden">{t('trade.title')}</h1>
      <div style={{ display: 'flex', alignItems: 'center', gap: 'var(--s-4)', blockSize: 56, paddingInline: 'var(--gutter)' }}>
        <Skeleton width={120} height={22} />
        <Skeleton width={150} height={26} />
      </div>
      <div style={{ flex: 1, minBlockSize: 344, borderBlock: rule }} />
      <SkeletonRows rows={wide ? 3 : 6} height={28} />
    </div>
  );
}
