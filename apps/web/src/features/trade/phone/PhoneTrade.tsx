import { formatAmount, trimZeros } from '@bourse/money';
import { type ChartKind, InstrumentKind, OrderSide } from '@bourse/protocol/enums';
import { Button, Chip, hiddenAmount, IconButton, IconChevronDown, IconChevronLeft, Sheet, SkeletonRows, Tabs, useUi } from '@bourse/ui';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { type Instrument, lastValue, useBalances, useRead, useSignedIn } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { DemoChip, FeedChip } from '../../../shell/labels.tsx';
import { StepSelect, TwoSidedBook, useStep } from '../book/BookPanel.tsx';
import { ParticipantsNote } from '../book/ParticipantsNote.tsx';
import { afterPaint } from '../chart/after-paint.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import { BigPrice, DayChange, DayFigure, SourceAge, Star } from '../instrument/Head.tsx';
import { SymbolName } from '../instrument/SymbolName.tsx';
import { lazyWithWords } from '../lazy.ts';
import type { Place } from '../place.ts';
import { useDraft } from '../spot/drafts.ts';
import { useOpenOrders } from '../spot/orders.ts';
import { useTicketSheet } from '../ticket/again.ts';
import { turnTicket } from '../ticket/turn.ts';
import styles from './PhoneTrade.module.css';

// Load what a tab or a button opens when it is opened; load the ticket while the person reads the page.
const DepthPanel = lazy(() => import('../book/DepthPanel.tsx').then(({ DepthPanel }) => ({ default: DepthPanel })));
const TapePanel = lazy(() => import('../book/TapePanel.tsx').then(({ TapePanel }) => ({ default: TapePanel })));
const InfoPanel = lazy(() => import('../instrument/InfoPanel.tsx').then(({ InfoPanel }) => ({ default: InfoPanel })));
const PhoneOrders = lazy(() => import('./PhoneOrders.tsx').then(({ PhoneOrders }) => ({ default: PhoneOrders })));
const InstrumentPicker = lazy(() =>
  import('../instrument/InstrumentPicker.tsx').then(({ InstrumentPicker }) => ({ default: InstrumentPicker })),
);
const PhonePositions = lazyWithWords(() => import('./PhonePositions.tsx').then((module) => module.PhonePositions));
const BarFunds = lazyWithWords(() => import('../leverage/BarFunds.tsx').then((module) => module.BarFunds));
const HeadFacts = lazyWithWords(() => import('../leverage/HeadFacts.tsx').then((module) => module.HeadFacts));
const loadTicket = () => import('../ticket/TicketPanel.tsx').then(({ TicketPanel }) => ({ default: TicketPanel }));
const TicketPanel = lazy(loadTicket);

type View = 'book' | 'trades' | 'depth' | 'orders' | 'info';
type Props = {
  instrument: Instrument;
  place: Place;
  go: (change: Partial<Place>) => void;
  onReceipt: (fillId: string) => void;
  /** A page of its own (the chart), not a tab. */
  back?: boolean | undefined;
  startSide?: OrderSide | undefined;
};

/** Trading with one hand: price, chart, book, and two buttons that are always visible. */
export function PhoneTrade({ instrument, place, go, onReceipt, back = false, startSide }: Props) {
  const t = useT();
  const [view, setView] = useState<View>('book');
  const [ticket, setTicket] = useTicketSheet(instrument.symbol, startSide !== undefined);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [step, setStep] = useStep(instrument);
  const open = useOpenOrders(instrument.symbol);
  const coin = instrument.kind === InstrumentKind.coin;
  const positions = useRead(
    instrument.kind === InstrumentKind.stock ? 'GET pay/order-stock/page' : 'GET pay/order-contract/page',
    { view: 'positions', pageSize: 100 },
    { needsSession: true, enabled: !coin, staleMs: 5_000 },
  );
  const mine = coin ? open.length : (lastValue(positions)?.positions?.list.length ?? 0);
  useEffect(() => {
    const wait = setTimeout(() => void loadTicket().catch(() => {}), 2_000);
    return () => clearTimeout(wait);
  }, []);
  const ticketFor = (side: OrderSide) => {
    turnTicket(instrument, side);
    setTicket(true);
  };
  return (
    <div className={styles.phone} data-tabs={!back}>
      <header className={styles.head}>
        {back && <Back />}
        <Name {...{ instrument, go }} kind={place.kind} />
        <FeedChip feed={instrument.source.feed} />
        {instrument.status !== 1 && <Chip>{t(`trade.state${instrument.status}`)}</Chip>}
        <DemoChip />
        <span className={styles.star}>
          <Star instrument={instrument} />
        </span>
      </header>
      <div className={styles.price}>
        <div>
          <div className={styles.big}>
            <BigPrice large instrument={instrument} />
          </div>
          <DayChange symbol={instrument.symbol} />
        </div>
        {coin ? (
          <dl>
            <dt>{t('trade.high')}</dt>
            <dd>
              <DayFigure instrument={instrument} which="high" />
            </dd>
            <dt>{t('trade.low')}</dt>
            <dd>
              <DayFigure instrument={instrument} which="low" />
            </dd>
            <dt>{t('trade.turnover')}</dt>
            <dd>
              <DayFigure instrument={instrument} which="turnover" />
            </dd>
          </dl>
        ) : (
          <Suspense fallback={<dl />}>
            <dl>
              <HeadFacts short instrument={instrument}>
                {({ name, value }) => (
                  <Fragment key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </Fragment>
                )}
              </HeadFacts>
            </dl>
          </Suspense>
        )}
      </div>
      <ChartPanel className={styles.chart} instrument={instrument} interval={place.interval} onInterval={(interval) => go({ interval })} />
      <div className={styles.tabs}>
        <Tabs
          label={t('trade.book')}
          panels="market"
          value={view}
          onChange={setView}
          options={[
            { value: 'book', label: t('trade.book') },
            { value: 'trades', label: t('trade.trades') },
            { value: 'depth', label: t('trade.depth') },
            {
              value: 'orders',
              label: t(coin ? 'trade.orders' : 'trade.positions'),
              count: mine > 0 ? mine : undefined,
            },
            { value: 'info', label: t('trade.info') },
          ]}
        />
        {view === 'book' && <StepSelect {...{ instrument, step }} onStep={setStep} />}
      </div>
      <div id={`market-${view}`} role="tabpanel" aria-labelledby={`market-${view}-tab`} className={styles.panel}>
        <Suspense fallback={<SkeletonRows rows={6} height={28} />}>
          {(view === 'book' || view === 'trades') && <ParticipantsNote instrument={instrument} />}
          {view === 'book' ? (
            <TwoSidedBook {...{ instrument, step }} rows={10} />
          ) : view === 'trades' ? (
            <TapePanel instrument={instrument} rows={30} onReceipt={onReceipt} />
          ) : view === 'depth' ? (
            <DepthPanel instrument={instrument} />
          ) : view === 'orders' ? (
            instrument.kind === InstrumentKind.coin ? (
              <PhoneOrders instrument={instrument} onReceipt={onReceipt} />
            ) : (
              <PhonePositions key={instrument.kind} instrument={instrument} />
            )
          ) : (
            <InfoPanel instrument={instrument} />
          )}
        </Suspense>
      </div>
      <TradeBar instrument={instrument} tabs={!back} onSide={ticketFor} />
      <Sheet
        open={ticket}
        onClose={() => setTicket(false)}
        title={instrument.symbol}
        head={
          <>
            <SheetPrice instrument={instrument} />
            <span ref={setHead} />
          </>
        }
      >
        <Suspense fallback={<SkeletonRows rows={6} height={56} />}>
          <TicketPanel instrument={instrument} head={head} />
        </Suspense>
      </Sheet>
    </div>
  );
}

/** The instrument's name opens the list of instruments. Its state is its own: the list opens and closes without the screen below it. */
function Name({ instrument, kind, go }: Pick<Props, 'instrument' | 'go'> & { kind: ChartKind }) {
  const t = useT();
  const [picking, setPicking] = useState(false);
  return (
    <h1>
      <button
        type="button"
        className={styles.name}
        aria-label={`${instrument.symbol}: ${t('trade.pick')}`}
        onClick={() => setPicking(true)}
      >
        <SymbolName symbol={instrument.symbol} />
        <IconChevronDown size={18} aria-hidden />
      </button>
      {picking && (
        <Suspense>
          <InstrumentPicker
            open={picking}
            onClose={() => setPicking(false)}
            chosen={instrument.symbol}
            startKind={kind}
            onChoose={(item) => {
              setPicking(false);
              // A press shows its effect first: the list closes, then the screen turns to the other instrument.
              afterPaint(() => go({ symbol: item.symbol, kind: item.kind }));
            }}
          />
        </Suspense>
      )}
    </h1>
  );
}

function Back() {
  const t = useT();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <IconButton
      label={t('common.back')}
      className={styles.back}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: '/market', replace: true }))}
    >
      <IconChevronLeft size={24} aria-hidden />
    </IconButton>
  );
}

/** The price stays visible above the ticket. */
function SheetPrice({ instrument }: { instrument: Instrument }) {
  return (
    <span className={styles.sheetPrice}>
      <BigPrice instrument={instrument} />
    </span>
  );
}

function TradeBar({ instrument, tabs, onSide }: { instrument: Instrument; tabs: boolean; onSide: (side: OrderSide) => void }) {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <div className={styles.bar} data-tabs={tabs}>
      <div className={styles.caption}>
        <SourceAge instrument={instrument} />
        {!signedIn ? null : instrument.kind === InstrumentKind.coin ? (
          <Available instrument={instrument} />
        ) : (
          <Suspense>
            <BarFunds instrument={instrument} />
          </Suspense>
        )}
      </div>
      <div className={styles.buttons}>
        <Button kind="up" size="large" wide onClick={() => onSide(OrderSide.buy)}>
          {t(instrument.kind === InstrumentKind.contract ? 'trade.buyLong' : 'trade.buy')}
        </Button>
        <Button kind="down" size="large" wide onClick={() => onSide(OrderSide.sell)}>
          {t(instrument.kind === InstrumentKind.contract ? 'trade.sellShort' : 'trade.sell')}
        </Button>
      </div>
    </div>
  );
}

function Available({ instrument }: { instrument: Instrument }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const [draft] = useDraft(instrument.symbol);
  const balances = lastValue(useBalances());
  if (!balances) return null;
  const asset = draft.side === OrderSide.buy ? instrument.quote : instrument.base;
  const amount = balances.find((balance) => balance.wallet === 1 && balance.asset === asset)?.available ?? '0';
  return (
    <span>{t('trade.availableOf', { amount: amountsHidden ? hiddenAmount : formatAmount(trimZeros(amount), { locale }), asset })}</span>
  );
}
