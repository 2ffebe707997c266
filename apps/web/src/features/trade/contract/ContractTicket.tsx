import { decimalAdd, decimalMultiply, decimalSign, decimalSubtract, formatAmount } from '@bourse/money';
import { MarginMode, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { hiddenAmount, Segmented, useUi } from '@bourse/ui';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { lastValue, useContractWallet, useTiers } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSlowMark, useSlowTick } from '../instrument/slow.ts';
import { contractDrafts, contractInput, contractSlips, isOpening, type PositionDraft, specifiedInput } from '../leverage/draft.ts';
import { KeyFigures } from '../leverage/KeyFigures.tsx';
import styles from '../leverage/leverage.module.css';
import { PositionForm } from '../leverage/PositionForm.tsx';
import { ContractResult } from '../leverage/PositionResult.tsx';
import { TermsSheet } from '../leverage/TermsSheet.tsx';
import { usePositionTicket } from '../leverage/usePositionTicket.ts';
import { useOpenPositions } from '../positions/positions.ts';
import { isPositive } from '../ticket/arithmetic.ts';
import { SideLabel } from '../ticket/SideLabel.tsx';
import type { TicketPanelProps } from '../ticket/TicketPanel.tsx';
import { useGate } from '../ticket/useGate.tsx';
import { ContractCosts } from './ContractCosts.tsx';
import { contractSentence } from './sentence.ts';

/** Decimals of the margin currency. */
const moneyScale = 6;

/** The ticket for a perpetual: the order, its terms, and the resulting position. */
export function ContractTicket({ instrument, dense, form, head, slip = false }: TicketPanelProps) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const { symbol } = instrument;
  const [kept, change] = (slip ? contractSlips : contractDrafts).use(symbol);
  const [terms, setTerms] = useState(false);
  const tick = useSlowTick(symbol);
  const mark = useSlowMark(symbol);
  const free = lastValue(useContractWallet())?.available;
  // Load the tiers early: the sheet of terms then opens complete, and nothing moves under a thumb.
  useTiers(symbol);
  const gate = useGate(instrument);
  const mine = useOpenPositions(2, symbol).find((position) => position.direction === kept.direction);
  const opening = isOpening(kept);
  // An open position keeps its mode and leverage; it can be closed only at a limit or at market.
  const draft: PositionDraft = {
    ...kept,
    ...(mine ? { leverage: mine.lever, marginMode: mine.marginMode } : { leverage: Math.min(kept.leverage, instrument.lever) }),
    ...(opening || kept.form !== 'stop' ? {} : { form: 'market' as const }),
  };
  const reference = mark?.mark ?? (tick && decimalSign(tick.pe) > 0 ? tick.pe : null);
  const ticket = usePositionTicket({
    ...{ slip, instrument, draft, change, mine, reference, free, wallet: 2 },
    measured: true,
    rules: { takerFee: instrument.takerFee, scale: moneyScale },
    preview: 'GET pay/order-contract/preview',
    product: 'contract',
    orderOf: (whole) => {
      const atMarket = draft.form === 'market';
      if (opening)
        return atMarket
          ? ['POST pay/order-contract/create', contractInput(draft, symbol)]
          : ['POST pay/order-contract/create-specify', specifiedInput(draft, symbol)];
      const part = { id: mine?.id ?? '0', ...(whole ? {} : { quantity: draft.quantity }) };
      if (atMarket) return ['POST pay/order-contract/complete', part];
      const { price, timeInForce } = draft;
      const postOnly = draft.postOnly && timeInForce === TimeInForce.gtc;
      return ['POST pay/order-contract/limit-complete', { ...part, price, timeInForce, postOnly }];
    },
  });
  const { update, price, preview } = ticket;
  const closesNothing = !opening && !mine;
  const value = price !== null && isPositive(draft.quantity) ? decimalMultiply(price, draft.quantity) : '0';
  const resultingValue = mine ? decimalAdd(value, decimalMultiply(mine.endPrice, mine.quantity)) : value;
  const sideOf = (long: boolean) => ({
    value: String(long ? PositionDirection.long : PositionDirection.short),
    tone: long === opening ? ('up' as const) : ('down' as const),
    label: (
      <SideLabel
        mark={long === opening ? '▲' : '▼'}
        text={t(long ? (opening ? 'trade.buyLong' : 'leverage.closeLong') : opening ? 'trade.sellShort' : 'leverage.closeShort')}
        hotkey={long ? 'B' : 'S'}
        dense={dense}
      />
    ),
  });
  const cost = opening && !preview.old ? preview.value : undefined;

  const sentenceOf = (written: PositionDraft) => contractSentence(t, written, instrument, locale);
  const chosenTerms = (
    <span className={styles.terms} data-roomy={!dense}>
      <button
        type="button"
        className={styles.term}
        aria-label={`${t('leverage.leverage')} ${draft.leverage}×`}
        onClick={() => setTerms(true)}
      >
        <span dir="ltr">{t('leverage.leverageValue', { leverage: draft.leverage })}</span>
      </button>
      <button type="button" className={styles.term} onClick={() => setTerms(true)}>
        {t(draft.marginMode === MarginMode.segmented ? 'leverage.isolated' : 'leverage.cross')}
      </button>
    </span>
  );

  return (
    <>
      <PositionForm
        {...{ instrument, dense, form, draft, ticket, gate, reference, slip }}
        referenceName={mark ? t('leverage.markShort') : t('trade.index')}
        wallet={{ id: 2, name: t('leverage.free'), free }}
        types={[{ value: 'stop', label: t('trade.stop') }]}
        share={{
          label: t(opening ? 'leverage.marginShare' : 'leverage.closeShare'),
          textOf: (percent) => t(opening ? 'leverage.marginShareText' : 'leverage.closeShareText', { percent }),
        }}
        mayStop
        head={
          <>
            <div className={styles.top}>
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
              {head ? createPortal(chosenTerms, head) : chosenTerms}
            </div>
            <Segmented
              label={t('trade.side')}
              value={String(draft.direction)}
              onChange={(next) => update({ direction: Number(next) as PositionDirection })}
              options={[sideOf(true), sideOf(false)]}
            />
            {closesNothing && <p className={styles.note}>{t('leverage.nothingOpen', { direction: draft.direction })}</p>}
          </>
        }
        costs={<ContractCosts {...{ draft, instrument, preview, mine, dense, price }} mark={mark?.mark ?? null} />}
        result={(accepted) => (
          <ContractResult
            {...{ accepted, draft, instrument }}
            sent={ticket.order.input}
            sentenceOf={sentenceOf}
            tradedText={({ action, direction }, figures) =>
              t(action === PositionAction.open ? 'leverage.resultOpened' : 'leverage.resultClosed', {
                ...figures,
                direction,
                asset: instrument.base,
                quote: instrument.quote,
              })
            }
          />
        )}
        figures={!dense && opening && <KeyFigures {...{ preview, instrument }} liquidates />}
        disabled={closesNothing}
        after={
          cost && free !== undefined
            ? t('leverage.freeAfter', {
                amount: amountsHidden
                  ? hiddenAmount
                  : formatAmount(decimalSubtract(decimalAdd(free, cost.funds?.amount ?? '0'), cost.cost), { locale, decimals: 2 }),
                asset: cost.asset,
              })
            : undefined
        }
        sentence={sentenceOf(draft)}
        sentenceOf={sentenceOf}
      />
      {terms && (
        <TermsSheet
          symbol={symbol}
          leverage={draft.leverage}
          marginMode={draft.marginMode}
          max={instrument.lever}
          value={resultingValue}
          fixed={mine !== undefined}
          onTake={update}
          onClose={() => setTerms(false)}
        />
      )}
    </>
  );
}
