import { decimalCompare, decimalDivide, decimalRound, decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { OrderStatus } from '@bourse/protocol/enums';
import { type Fact, Facts, Fingerprint } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Translate, useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import type { DetailKind } from '../../history/kinds.ts';
import type { ReceiptSearch } from '../../receipt/address.ts';
import { ReceiptMark } from '../../receipt/ReceiptMark.tsx';
import { exactText, stepDecimals } from './arithmetic.ts';
import styles from './SubmissionNote.module.css';
import { Note } from './SubmissionNote.tsx';

/** What an order is or did, in words and figures. */
export interface Result {
  title: string;
  note?: string | undefined;
  facts: readonly Fact[];
  receipts: readonly { key: string; label: string; search: ReceiptSearch; hash?: string | undefined }[];
  order: { id: string; kind?: DetailKind | undefined };
  /** It ended without a trade. */
  empty: boolean;
}

/** The order that the ticket sent, as it is now: it follows the order until the ticket is used again. After a fill it is the receipt. */
export function ResultNote({ title, note, facts, receipts, order, empty }: Result) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  // A phone's ticket is longer than its sheet: the result comes into sight by itself.
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    void place.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const all: Fact[] = [
    ...facts,
    ...(receipts.length === 0
      ? []
      : [
          {
            key: 'receipts',
            name: t('trade.receipt'),
            value: (
              <ul>
                {receipts.slice(0, 5).map(({ key, label, search, hash }) => (
                  <li key={key}>
                    <Link to="/receipt" search={search} className={styles.mark} aria-label={label}>
                      {hash ? <Fingerprint hash={hash} size={18} /> : <ReceiptMark />}
                      {t('trade.receipt')}
                    </Link>
                  </li>
                ))}
              </ul>
            ),
          },
        ]),
  ];
  return (
    <div ref={place} className={styles.seen}>
      <Note tone={empty ? 'wait' : 'good'} title={title}>
        {note && `${note} `}
        <Link to="/order/detail/$id" params={{ id: order.id }} search={order.kind ? { kind: order.kind } : {}} className={styles.link}>
          {t('trade.seeOrder')}
        </Link>
        {all.length > 0 && (
          <div className={styles.result}>
            <Facts dense facts={all} />
          </div>
        )}
      </Note>
    </div>
  );
}

interface State {
  status: number | null;
  filledQuantity: string;
  filledAmount: string;
  /** Null: the average of the two. */
  averagePrice?: string | null | undefined;
  /** What was ordered; null when that is not a quantity, undefined while unknown. */
  quantity?: string | null | undefined;
  reason?: string | undefined;
  waits?: boolean | undefined;
}
export const hasTraded = ({ filledQuantity }: Pick<State, 'filledQuantity'>): boolean => decimalSign(filledQuantity || '0') > 0;

export const endedEmpty = (state: State): boolean => (state.status ?? 0) > OrderStatus.filled && !hasTraded(state);

/** Quantity, price and value of what has traded, as the result's sentence shows them. */
export function tradedFigures(t: Translate, state: State, { lot, tick }: { lot: string; tick: string }, locale: string) {
  const { filledQuantity, filledAmount, quantity } = state;
  const price = state.averagePrice ?? decimalDivide(filledAmount, filledQuantity, stepDecimals(tick) + 2);
  const cents = decimalCompare(filledAmount, '1') < 0 ? trimZeros(filledAmount) : decimalRound(filledAmount, 2, 'half');
  const part = exactText(trimZeros(filledQuantity), lot, locale);
  const partly = quantity != null && decimalCompare(filledQuantity, quantity) < 0;
  return {
    quantity: partly ? t('trade.resultPart', { part, whole: exactText(trimZeros(quantity), lot, locale) }) : part,
    price: exactText(trimZeros(price), tick, locale),
    amount: formatAmount(cents, { locale, decimals: Math.max(2, stepDecimals(cents)) }),
  };
}

/** What the order still does, or why it ended. */
export function restOf(t: Translate, state: State): string | undefined {
  switch (state.status) {
    case OrderStatus.untriggered:
      return t('trade.acceptedWaits');
    case OrderStatus.open:
      return t('trade.acceptedRests');
    case OrderStatus.partlyFilled:
      return t('trade.acceptedRestRests');
    case OrderStatus.filled:
      return undefined;
    case null:
      return undefined;
    default: {
      const ended = t(hasTraded(state) ? 'trade.acceptedRestEnded' : 'trade.acceptedNothing');
      return state.reason ? t('trade.acceptedReason', { ended, reason: reasonText(state.reason) }) : ended;
    }
  }
}
