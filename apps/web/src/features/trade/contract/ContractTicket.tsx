import { decimalAdd, decimalCompare, decimalMultiply, decimalSign, decimalSubtract, formatAmount, trimZeros } from '@bourse/money';
import { MarginMode, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { hiddenAmount, Segmented, Slider, useUi } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useContractWallet, useSignedIn, useTiers } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSlowMark, useSlowTick } from '../instrument/slow.ts';
import { positionProblems } from '../leverage/check.ts';
import { buys, contractDrafts, contractInput, isLong, isOpening, type PositionDraft, specifiedInput } from '../leverage/draft.ts';
import styles from '../leverage/leverage.module.css';
import { OrderFields } from '../leverage/OrderFields.tsx';
import { StopFields } from '../leverage/StopFields.tsx';
import { remedyOf, useSuitability } from '../leverage/Suitability.tsx';
import { mostToOpen, partOf } from '../leverage/sizing.ts';
import { TermsSheet } from '../leverage/TermsSheet.tsx';
import { TransferSheet } from '../leverage/TransferSheet.tsx';
import { previewInput, useOrderPrice } from '../leverage/useOrderPrice.ts';
import { usePositionForm } from '../leverage/usePositionForm.ts';
import { usePreview } from '../leverage/usePreview.ts';
import { WalletLine } from '../leverage/WalletLine.tsx';
import { useOpenPositions } from '../positions/positions.ts';
import { isPositive, percentOf } from '../ticket/arithmetic.ts';
import { GatedButton } from '../ticket/GatedButton.tsx';
import { SubmissionNote } from '../ticket/SubmissionNote.tsx';
import ticket from '../ticket/Ticket.module.css';
import type { TicketPanelProps } from '../ticket/TicketPanel.tsx';
import { useGate } from '../ticket/useGate.tsx';
import { useSubmission } from '../ticket/useSubmission.ts';
import { ContractCosts } from './ContractCosts.tsx';
import { contractSentence } from './sentence.ts';

/** Digits of the money that margins are in. */
const moneyScale = 6;

/** The order for a perpetual: what it opens or closes, on what terms, and what the whole position comes to. */
export function ContractTicket({ instrument, dense, form }: TicketPanelProps) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const { symbol } = instrument;
  const signedIn = useSignedIn();
  const [kept, change] = contractDrafts.use(symbol);
  const [sheet, setSheet] = useState<'terms' | 'transfer' | null>(null);
  const tick = useSlowTick(symbol);
  const mark = useSlowMark(symbol);
  const wallet = lastValue(useContractWallet());
  // The sheet of terms shows them at once: nothing moves there under a thumb.
  useTiers(symbol);
  const gate = useGate(instrument);
  const positions = useOpenPositions(2, symbol);
  const mine = positions.find((position) => position.direction === kept.direction);
  const opening = isOpening(kept);
  // Mode and leverage of an open position are the position's; a position is closed at a limit or at market.
  const draft: PositionDraft = {
    ...kept,
    ...(mine ? { lever: mine.lever, marginMode: mine.marginMode } : { lever: Math.min(kept.lever, instrument.lever) }),
    ...(opening || kept.form !== 'stop' ? {} : { form: 'market' as const }),
  };
  const reference = mark?.mark ?? (tick && decimalSign(tick.pe) > 0 ? tick.pe : null);
  const { bid, ask, price } = useOrderPrice({ draft, tick, reference, change });
  const free = wallet?.available;
  const rules = { lot: instrument.lot, maxQuantity: instrument.maxQuantity, takerFee: instrument.takerFee, scale: moneyScale };
  const most = opening ? (free === undefined ? null : mostToOpen(free, price, draft.lever, rules)) : (mine?.quantity ?? null);
  const percent = most === null ? 0 : percentOf(draft.quantity, most);
  const found = positionProblems(draft, { ...instrument, reference, bid, ask, open: opening ? null : (mine?.quantity ?? '0') }, locale);
  const whole = !opening && mine !== undefined && isPositive(draft.quantity) && decimalCompare(draft.quantity, mine.quantity) === 0;

  const asked = signedIn ? previewInput(draft, instrument, price) : null;
  const preview = usePreview('GET pay/order-contract/preview', asked && { ...asked, marginMode: draft.marginMode });

  const { submission, send, again, forget } = useSubmission(
    `ticket ${symbol}`,
    () => {
      if (opening)
        return draft.form === 'market'
          ? ['POST pay/order-contract/create', contractInput(draft, symbol)]
          : ['POST pay/order-contract/create-specify', specifiedInput(draft, symbol)];
      const part = { id: mine?.id ?? '0', ...(whole ? {} : { quantity: draft.quantity }) };
      if (draft.form === 'market') return ['POST pay/order-contract/complete', part];
      const { price, timeInForce } = draft;
      const postOnly = draft.postOnly && timeInForce === TimeInForce.gtc;
      return ['POST pay/order-contract/limit-complete', { ...part, price, timeInForce, postOnly }];
    },
    () => change({ quantity: '' }),
  );
  const suitability = useSuitability('contract', send);

  const { update, errorAt, submit, refusedField, warning } = usePositionForm({
    ...{ draft, change, found, preview, submission, forget },
    onReady: () => suitability.guard(opening),
  });

  const figure = (value: string) => formatAmount(trimZeros(value), { locale });
  const side = (direction: PositionDirection, mark_: string, hotkey: string) => ({
    value: String(direction),
    tone: (direction === PositionDirection.long) === opening ? ('up' as const) : ('down' as const),
    label: (
      <span className={ticket.sideLabel}>
        <span aria-hidden>{mark_}</span>{' '}
        {t(
          direction === PositionDirection.long
            ? opening
              ? 'trade.buyLong'
              : 'leverage.closeLong'
            : opening
              ? 'trade.sellShort'
              : 'leverage.closeShort',
        )}
        {dense && (
          <kbd className={ticket.hotkey} aria-hidden>
            {hotkey}
          </kbd>
        )}
      </span>
    ),
  });
  const value = price !== null && isPositive(draft.quantity) ? decimalMultiply(price, draft.quantity) : '0';
  const resultingValue = mine ? decimalAdd(value, decimalMultiply(mine.endPrice, mine.quantity)) : value;
  const closesNothing = !opening && !mine;

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
        <div className={styles.top} data-roomy={!dense}>
          <Segmented
            small={dense}
            label={t('leverage.action')}
            value={String(draft.action)}
            onChange={(next) => update({ action: Number(next) as PositionAction, quantity: '' })}
            options={[
              { value: String(PositionAction.open), label: t('leverage.actionOpen') },
              { value: String(PositionAction.close), label: t('leverage.actionClose') },
            ]}
          />
          <span className={styles.terms}>
            <button
              type="button"
              className={styles.term}
              aria-label={`${t('leverage.lever')} ${draft.lever}×`}
              onClick={() => setSheet('terms')}
            >
              <span dir="ltr">{t('leverage.leverValue', { lever: draft.lever })}</span>
            </button>
            <button type="button" className={styles.term} onClick={() => setSheet('terms')}>
              {t(draft.marginMode === MarginMode.segmented ? 'leverage.isolated' : 'leverage.cross')}
            </button>
          </span>
        </div>
        <Segmented
          label={t('trade.side')}
          value={String(draft.direction)}
          onChange={(next) => update({ direction: Number(next) as PositionDirection })}
          options={[side(PositionDirection.long, opening ? '▲' : '▼', 'B'), side(PositionDirection.short, opening ? '▼' : '▲', 'S')]}
        />
        {closesNothing && <p className={styles.note}>{t('leverage.nothingOpen', { direction: draft.direction })}</p>}
        <OrderFields {...{ draft, update, instrument, dense, errorAt, bid, ask, last: reference }} marked={mark !== undefined} />
        {opening && signedIn && (
          <WalletLine
            dense={dense}
            name={t('leverage.free')}
            amount={free}
            asset={instrument.quote}
            onTransfer={() => setSheet('transfer')}
          />
        )}
        <Slider
          label={t(opening ? 'leverage.marginShare' : 'leverage.closeShare')}
          value={percent}
          onChange={(next) =>
            most !== null && update({ quantity: next <= 0 ? '' : trimZeros(partOf(most, next, instrument.lot)) }, 'quantity')
          }
          text={t(opening ? 'leverage.marginShareText' : 'leverage.closeShareText', { percent })}
          disabled={most === null || decimalSign(most) <= 0}
          start="0"
          middle={most === null ? undefined : t(opening ? 'leverage.marginShareText' : 'leverage.closeShareText', { percent })}
          end={most === null || amountsHidden ? undefined : t('trade.most', { amount: figure(most) })}
        />
        {opening && (
          <StopFields
            {...{ instrument, dense }}
            on={draft.stops}
            onSwitch={(stops) => update({ stops })}
            stops={draft}
            onChange={update}
            errorAt={errorAt}
            entry={price}
            quantity={draft.quantity}
            long={isLong(draft)}
          />
        )}
        <ContractCosts {...{ draft, instrument, preview, mine, dense, price }} mark={mark?.mark ?? null} />
        {warning !== null && (
          <p className={styles.warn} role="status">
            {warning}
          </p>
        )}
        <SubmissionNote
          {...{ submission }}
          orderPage={false}
          onAgain={again}
          onForget={forget}
          asset={instrument.base}
          field={refusedField}
          remedy={remedyOf(submission, suitability.ask, t('leverage.protectionAnswer'), t('leverage.protectionGo'))}
        />
        <GatedButton
          {...{ gate, submission, dense }}
          disabled={closesNothing}
          kind={buys(draft) ? 'up' : 'down'}
          after={
            opening && preview.value && !preview.old && free !== undefined
              ? t('leverage.freeAfter', {
                  amount: amountsHidden ? hiddenAmount : formatAmount(decimalSubtract(free, preview.value.cost), { locale, decimals: 2 }),
                  asset: preview.value.asset,
                })
              : undefined
          }
        >
          {contractSentence(t, draft, instrument, locale)}
        </GatedButton>
      </form>
      {suitability.sheet}
      {sheet === 'terms' && (
        <TermsSheet
          symbol={symbol}
          lever={draft.lever}
          marginMode={draft.marginMode}
          most={instrument.lever}
          value={resultingValue}
          fixed={mine !== undefined}
          onTake={(terms) => update(terms)}
          onClose={() => setSheet(null)}
        />
      )}
      <TransferSheet open={sheet === 'transfer'} onClose={() => setSheet(null)} wallet={2} asset={instrument.quote} />
    </>
  );
}
