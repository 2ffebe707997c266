import { decimalAdd, decimalDivide, decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { Segmented, useUi } from '@bourse/ui';
import { lastValue, useBalances, useRead, useStockSession, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { useSlowTick } from '../instrument/slow.ts';
import { buys, isOpening, type PositionDraft, stockDrafts, stockInput, stockSlips } from '../leverage/draft.ts';
import { KeyFigures } from '../leverage/KeyFigures.tsx';
import styles from '../leverage/leverage.module.css';
import { PositionForm } from '../leverage/PositionForm.tsx';
import { StockResult } from '../leverage/PositionResult.tsx';
import { usePositionTicket } from '../leverage/usePositionTicket.ts';
import { useOpenPositions } from '../positions/positions.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';
import { SideLabel } from '../ticket/SideLabel.tsx';
import type { TicketPanelProps } from '../ticket/TicketPanel.tsx';
import { useGate } from '../ticket/useGate.tsx';
import { StockCosts } from './StockCosts.tsx';
import { stockSentence } from './sentence.ts';
import { partsOf, type StockSide, sideOf } from './sides.ts';

const leverageChoices = [1, 2, 3, 4, 5, 10, 20];

/** The ticket for a stock: paid in full or on margin, now or at the open. */
export function StockTicket({ instrument, dense, form, slip = false }: TicketPanelProps) {
  const t = useT();
  const { locale } = useUi();
  const zone = useTimeZone();
  const { symbol } = instrument;
  const [kept, change] = (slip ? stockSlips : stockDrafts).use(symbol);
  const tick = useSlowTick(symbol);
  const session = lastValue(useStockSession(symbol));
  const balances = lastValue(useBalances());
  const assets = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 3_600_000 }));
  const closed = session !== undefined && !session.inSession;
  const opens = session?.open ?? instrument.nextOpen;
  const opensText = opens === null ? '–' : formatTime(opens, 'dateTime', zone);
  const gate = useGate(instrument, closed);
  const side = sideOf(kept);
  const opening = isOpening(kept);
  const held = side === 'short' ? PositionDirection.short : PositionDirection.long;
  const mine = useOpenPositions(3, symbol).find((position) => position.direction === held);
  const highest = Math.min(session?.maxLever ?? 1, instrument.lever);
  const draft: PositionDraft = {
    ...kept,
    leverage: mine ? mine.lever : Math.min(kept.leverage, Math.max(1, highest)),
    ...(kept.form === 'upper' && side !== 'buy' ? { form: 'limit' as const } : {}),
    ...(!opening && kept.form === 'stop' ? { form: 'market' as const } : {}),
  };
  const reference = tick && decimalSign(tick.pe) > 0 ? tick.pe : null;
  const cash = balances && (balances.find(({ wallet, asset }) => wallet === 3 && asset === instrument.quote)?.available ?? '0');
  const ticket = usePositionTicket({
    ...{ slip, instrument, draft, change, mine, reference, wallet: 3 },
    measured: !closed,
    given: draft.form === 'upper' ? (session?.high ?? reference) : undefined,
    free: cash,
    rules: {
      // The reservation includes stamp duty with the fee.
      takerFee: decimalAdd(instrument.takerFee, decimalDivide(session?.stampDutyRate ?? '0', '100', 8)),
      scale: assets?.find((asset) => asset.code === instrument.quote)?.scale ?? 2,
    },
    preview: 'GET stock/order/preview',
    product: draft.leverage > 1 || side === 'short' ? 'stockMargin' : 'stock',
    orderOf: (whole) => {
      const { quantity, leverage, price, timeInForce } = draft;
      if (draft.form === 'upper') return ['POST stock/uc-order/create', { symbol, quantity, lever: leverage }];
      if (opening) return ['POST stock/order/create', stockInput(draft, symbol)];
      const part = { id: mine?.id ?? '0', ...(whole ? {} : { quantity }) };
      return ['POST stock/order/complete', draft.form === 'market' ? part : { ...part, price, timeInForce }];
    },
  });
  const { update, price, preview } = ticket;

  const figure = (value: string) => formatAmount(trimZeros(value), { locale });
  const label = (mark: '▲' | '▼', text: string, hotkey?: string) => <SideLabel {...{ mark, text, hotkey, dense }} />;
  const nothingHeld = !opening && !mine;
  const waitsBadly = closed && hasLimitPrice(draft) && draft.timeInForce !== TimeInForce.gtc;
  const queued = t('leverage.queued', { time: opensText });
  const sentenceOf = (written: PositionDraft) => stockSentence(t, written, instrument, locale);
  const sentence = sentenceOf(draft);
  return (
    <PositionForm
      {...{ instrument, dense, form, draft, ticket, gate, reference, slip }}
      referenceName={t('trade.index')}
      wallet={{ id: 3, name: t('trade.available'), free: cash }}
      types={[
        { value: 'stop', label: t('trade.stop') },
        ...(side === 'buy' && session?.high !== undefined ? [{ value: 'upper' as const, label: t('leverage.upper') }] : []),
      ]}
      share={{
        label: t(opening ? 'trade.sliderLabel' : 'leverage.closeShare'),
        textOf: (percent) => t(opening ? 'trade.sliderText' : 'leverage.closeShareText', { percent }),
        middle: t('leverage.lots', { lot: figure(instrument.lot) }),
      }}
      mayStop={draft.form !== 'upper'}
      head={
        <>
          <Segmented
            label={t('leverage.stockSide')}
            value={side}
            onChange={(next: StockSide) => update({ ...partsOf(next), quantity: '' })}
            options={[
              { value: 'buy', tone: 'up', label: label('▲', t('leverage.buyStock'), 'B') },
              { value: 'sell', tone: 'down', label: label('▼', t('leverage.sellStock'), 'S') },
              ...(session?.shortable
                ? [{ value: 'short' as const, tone: 'down' as const, label: label('▼', t('leverage.sellShort')) }]
                : []),
            ]}
          />
          {nothingHeld && <p className={styles.note}>{t('leverage.noHolding')}</p>}
          {opening && highest > 1 && (
            <fieldset className={styles.presets} aria-label={t('leverage.leverage')}>
              {leverageChoices
                .filter((each) => each <= highest && (side !== 'short' || each > 1 || highest === 1))
                .map((each) => (
                  <button
                    key={each}
                    type="button"
                    className={styles.preset}
                    data-dense={dense}
                    aria-pressed={each === draft.leverage}
                    disabled={mine !== undefined}
                    onClick={() => update({ leverage: each })}
                  >
                    {each === 1 ? t('leverage.cash') : t('leverage.leverageValue', { leverage: each })}
                  </button>
                ))}
            </fieldset>
          )}
          {opening && mine && highest > 1 && <p className={styles.hint}>{t('leverage.termsFixed')}</p>}
        </>
      }
      hints={
        <>
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
        </>
      }
      costs={<StockCosts {...{ draft, instrument, preview, mine, price, session, dense }} />}
      notice={closed && <p className={waitsBadly ? styles.warn : styles.note}>{waitsBadly ? t('leverage.queueOnlyGtc') : queued}</p>}
      result={(accepted) => (
        <StockResult
          {...{ accepted, draft, instrument }}
          sent={ticket.order.input}
          sentenceOf={sentenceOf}
          tradedText={(written, figures) =>
            t('trade.resultTraded', { ...figures, side: buys(written) ? 'buy' : 'sell', asset: instrument.base, quote: instrument.quote })
          }
          queued={closed ? queued : undefined}
        />
      )}
      figures={!dense && opening && <KeyFigures {...{ preview, instrument }} liquidates={draft.leverage > 1 || side === 'short'} />}
      disabled={nothingHeld || waitsBadly}
      sentenceOf={sentenceOf}
      sentence={closed ? t('leverage.submitQueue', { text: sentence }) : sentence}
    />
  );
}
