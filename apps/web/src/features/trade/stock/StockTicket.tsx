import { decimalAdd, decimalCompare, decimalDivide, decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { Segmented, Slider, useUi } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useBalances, useRead, useSignedIn, useStockSession, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { useSlowTick } from '../instrument/slow.ts';
import { positionProblems } from '../leverage/check.ts';
import { buys, hasLimitPrice, isLong, isOpening, type PositionDraft, stockDrafts, stockInput } from '../leverage/draft.ts';
import styles from '../leverage/leverage.module.css';
import { OrderFields } from '../leverage/OrderFields.tsx';
import { StopFields } from '../leverage/StopFields.tsx';
import { remedyOf, useSuitability } from '../leverage/Suitability.tsx';
import { mostToOpen, partOf } from '../leverage/sizing.ts';
import { TransferSheet } from '../leverage/TransferSheet.tsx';
import { previewInput, useOrderPrice } from '../leverage/useOrderPrice.ts';
import { usePositionForm } from '../leverage/usePositionForm.ts';
import { usePreview } from '../leverage/usePreview.ts';
import { WalletLine } from '../leverage/WalletLine.tsx';
import { useOpenPositions } from '../positions/positions.ts';
import { percentOf, stepDecimals } from '../ticket/arithmetic.ts';
import { GatedButton } from '../ticket/GatedButton.tsx';
import { SubmissionNote } from '../ticket/SubmissionNote.tsx';
import ticket from '../ticket/Ticket.module.css';
import type { TicketPanelProps } from '../ticket/TicketPanel.tsx';
import { useGate } from '../ticket/useGate.tsx';
import { useSubmission } from '../ticket/useSubmission.ts';
import { StockCosts } from './StockCosts.tsx';
import { partsOf, type StockSide, sideOf } from './sides.ts';

const leverChoices = [1, 2, 3, 4, 5, 10, 20];

/** The order for a share: paid in full or on margin, now or at the open. */
export function StockTicket({ instrument, dense, form }: TicketPanelProps) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const zone = useTimeZone();
  const { symbol } = instrument;
  const signedIn = useSignedIn();
  const [kept, change] = stockDrafts.use(symbol);
  const [transfer, setTransfer] = useState(false);
  const tick = useSlowTick(symbol);
  const session = lastValue(useStockSession(symbol));
  const balances = lastValue(useBalances());
  const closed = session !== undefined && !session.inSession;
  const opens = session?.open ?? instrument.nextOpen;
  const opensText = opens === null ? '–' : formatTime(opens, 'dateTime', zone);
  const gate = useGate(instrument, closed);
  const side = sideOf(kept);
  const opening = isOpening(kept);
  const positions = useOpenPositions(3, symbol);
  const mine = positions.find((position) => position.direction === (side === 'short' ? PositionDirection.short : PositionDirection.long));
  const highest = Math.min(session?.maxLever ?? 1, instrument.lever);
  const draft: PositionDraft = {
    ...kept,
    lever: mine ? mine.lever : Math.min(kept.lever, Math.max(1, highest)),
    ...(kept.form === 'upper' && side !== 'buy' ? { form: 'limit' as const } : {}),
    ...(!opening && kept.form === 'stop' ? { form: 'market' as const } : {}),
  };
  const reference = tick && decimalSign(tick.pe) > 0 ? tick.pe : null;
  const given = draft.form === 'upper' ? (session?.high ?? reference) : undefined;
  const { bid, ask, price } = useOrderPrice({ draft, tick, reference, given, change });

  const cash =
    balances === undefined
      ? undefined
      : (balances.find((balance) => balance.wallet === 3 && balance.asset === instrument.quote)?.available ?? '0');
  const scale = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 3_600_000 }))?.find(
    (asset) => asset.code === instrument.quote,
  )?.scale;
  const rules = {
    lot: instrument.lot,
    maxQuantity: instrument.maxQuantity,
    // Stamp duty is set aside with the fee.
    takerFee: decimalAdd(instrument.takerFee, decimalDivide(session?.stampDutyRate ?? '0', '100', 8)),
    scale: scale ?? 2,
  };
  const most = opening ? (cash === undefined ? null : mostToOpen(cash, price, draft.lever, rules)) : (mine?.quantity ?? null);
  const percent = most === null ? 0 : percentOf(draft.quantity, most);
  const found = positionProblems(
    draft,
    { ...instrument, reference: closed ? null : reference, bid, ask, open: opening ? null : (mine?.quantity ?? '0') },
    locale,
  );
  const preview = usePreview('GET stock/order/preview', signedIn ? previewInput(draft, instrument, price) : null);

  const { submission, send, again, forget } = useSubmission(
    `ticket ${symbol}`,
    () => {
      if (draft.form === 'upper') return ['POST stock/uc-order/create', { symbol, quantity: draft.quantity, lever: draft.lever }];
      if (opening) return ['POST stock/order/create', stockInput(draft, symbol)];
      const whole = mine !== undefined && decimalCompare(draft.quantity, mine.quantity) === 0;
      const part = { id: mine?.id ?? '0', ...(whole ? {} : { quantity: draft.quantity }) };
      const at = draft.form === 'market' ? {} : { price: draft.price, timeInForce: draft.timeInForce };
      return ['POST stock/order/complete', { ...part, ...at }];
    },
    () => change({ quantity: '' }),
  );
  const suitability = useSuitability(draft.lever > 1 || side === 'short' ? 'stockMargin' : 'stock', send);

  const { update, errorAt, submit, refusedField, warning } = usePositionForm({
    ...{ draft, change, found, preview, submission, forget },
    onReady: () => suitability.guard(opening),
  });

  const figure = (value: string) => formatAmount(trimZeros(value), { locale });
  const label = (mark: string, text: string, hotkey?: string) => (
    <span className={ticket.sideLabel}>
      <span aria-hidden>{mark}</span> {text}
      {dense && hotkey && (
        <kbd className={ticket.hotkey} aria-hidden>
          {hotkey}
        </kbd>
      )}
    </span>
  );
  const nothingHeld = !opening && !mine;
  const waitsBadly = closed && hasLimitPrice(draft) && draft.timeInForce !== TimeInForce.gtc;
  const what = {
    side,
    asset: instrument.base,
    quantity: draft.quantity === '' ? '' : formatAmount(draft.quantity, { locale, decimals: stepDecimals(instrument.lot) }),
  };
  const sentence =
    draft.quantity === ''
      ? t('leverage.submitBuyStockEmpty', what)
      : draft.form === 'upper'
        ? t('leverage.submitBuyStockUpper', what)
        : draft.form === 'market' || price === null
          ? t('leverage.submitBuyStockMarket', what)
          : t('leverage.submitBuyStock', { ...what, price: formatAmount(price, { locale, decimals: stepDecimals(instrument.tick) }) });
  return (
    <>
      <form
        ref={form}
        className={ticket.ticket}
        data-dense={dense}
        onSubmit={submit}
        noValidate
        aria-label={t('trade.ticketFor', { symbol })}
      >
        <Segmented
          label={t('leverage.stockSide')}
          value={side}
          onChange={(next: StockSide) => update({ ...partsOf(next), quantity: '' })}
          options={[
            { value: 'buy', tone: 'up', label: label('▲', t('leverage.buyStock'), 'B') },
            { value: 'sell', tone: 'down', label: label('▼', t('leverage.sellStock'), 'S') },
            ...(session?.shortable ? [{ value: 'short' as const, tone: 'down' as const, label: label('▼', t('leverage.sellShort')) }] : []),
          ]}
        />
        {nothingHeld && <p className={styles.note}>{t('leverage.noHolding')}</p>}
        {opening && highest > 1 && (
          <fieldset className={styles.presets} aria-label={t('leverage.lever')}>
            {leverChoices
              .filter((each) => each <= highest && (side !== 'short' || each > 1 || highest === 1))
              .map((each) => (
                <button
                  key={each}
                  type="button"
                  className={styles.preset}
                  data-dense={dense}
                  aria-pressed={each === draft.lever}
                  disabled={mine !== undefined}
                  onClick={() => update({ lever: each })}
                >
                  {each === 1 ? t('leverage.cash') : t('leverage.leverValue', { lever: each })}
                </button>
              ))}
          </fieldset>
        )}
        {opening && mine && highest > 1 && <p className={styles.hint}>{t('leverage.termsFixed')}</p>}
        <OrderFields
          {...{ draft, update, instrument, dense, errorAt, bid, ask }}
          last={reference}
          upper={side === 'buy' && session?.high !== undefined}
        />
        {draft.form === 'upper' && (
          <p className={styles.hint}>
            {session?.high && session.inSession
              ? t('leverage.upperWhy', { price: formatAmount(session.high, { locale, decimals: stepDecimals(instrument.tick) }) })
              : t('leverage.upperWhyClosed')}
          </p>
        )}
        {session?.low && session.high && hasLimitPrice(draft) && (
          <p className={styles.hint}>{t('leverage.dayRange', { low: figure(session.low), high: figure(session.high) })}</p>
        )}
        {opening && signedIn && (
          <WalletLine
            dense={dense}
            name={t('trade.available')}
            amount={cash}
            asset={instrument.quote}
            onTransfer={() => setTransfer(true)}
          />
        )}
        <Slider
          label={t(opening ? 'trade.sliderLabel' : 'leverage.closeShare')}
          value={percent}
          onChange={(next) =>
            most !== null && update({ quantity: next <= 0 ? '' : trimZeros(partOf(most, next, instrument.lot)) }, 'quantity')
          }
          text={t(opening ? 'trade.sliderText' : 'leverage.closeShareText', { percent })}
          disabled={most === null || decimalSign(most) <= 0}
          start="0"
          middle={t('leverage.lots', { lot: figure(instrument.lot) })}
          end={most === null || amountsHidden ? undefined : t('trade.most', { amount: figure(most) })}
        />
        {opening && draft.form !== 'upper' && (
          <StopFields
            {...{ instrument, dense, errorAt }}
            on={draft.stops}
            onSwitch={(stops) => update({ stops })}
            stops={draft}
            onChange={update}
            entry={price}
            quantity={draft.quantity}
            long={isLong(draft)}
          />
        )}
        <StockCosts {...{ draft, instrument, preview, mine, price, session, dense }} />
        {closed && (
          <p className={waitsBadly ? styles.warn : styles.note}>
            {waitsBadly ? t('leverage.queueOnlyGtc') : t('leverage.queued', { time: opensText })}
          </p>
        )}
        {warning !== null && (
          <p className={styles.warn} role="status">
            {warning}
          </p>
        )}
        <SubmissionNote
          {...{ submission }}
          orderPage={false}
          acceptedAs={closed ? t('leverage.queued', { time: opensText }) : undefined}
          onAgain={again}
          onForget={forget}
          asset={instrument.base}
          field={refusedField}
          remedy={remedyOf(submission, suitability.ask, t('leverage.protectionAnswer'), t('leverage.protectionGo'))}
        />
        <GatedButton {...{ gate, submission, dense }} disabled={nothingHeld || waitsBadly} kind={buys(draft) ? 'up' : 'down'}>
          {closed ? t('leverage.submitQueue', { text: sentence }) : sentence}
        </GatedButton>
      </form>
      {suitability.sheet}
      <TransferSheet open={transfer} onClose={() => setTransfer(false)} wallet={3} asset={instrument.quote} />
    </>
  );
}
