import { hiddenAmount } from '@bourse/ui';
import { inLanguage, readable as readableIn } from '@bourse/words/notice-text';
import { noticeKeys } from '@bourse/words/own';
import { activeLanguage, type PlainKey, tMaybe } from '../../i18n/index.ts';
import type { Notice } from '../events.ts';

/** A notice's figures as the rest of the app shows them. */
export const readable = (params: Notice['params'], locale: string, amountsHidden: boolean): Notice['params'] =>
  readableIn(params, locale, amountsHidden ? hiddenAmount : undefined);

/** The sentence of a notice in this language; undefined for a kind that this build does not know. */
export function sentenceOf({ kind, params }: Pick<Notice, 'kind' | 'params'>, locale: string, amountsHidden: boolean): string | undefined {
  const values = readable(inLanguage(params, activeLanguage()), locale, amountsHidden);
  const [shared, own] = noticeKeys(kind);
  return tMaybe(shared, values) ?? tMaybe(own, values);
}

/** The order, the timed contract, the movement of money, the loans or the chart that a notice is about: where it stands, and what a link to it says. */
export function subjectOf({
  kind,
  params: { no, symbol, what },
}: Pick<Notice, 'kind' | 'params'>): { label: PlainKey; to: string } | undefined {
  if (kind === 'alerts.reached' && symbol !== undefined) return { label: 'shell.trade', to: `/chart?symbol=${encodeURIComponent(symbol)}` };
  if (kind === 'texts.announced' || kind === 'texts.withdrawn')
    return { label: 'texts.read', to: `/text_preview?type=${what ?? 'service'}` };
  if (kind.startsWith('loans.')) return { label: 'loans.yours', to: '/funds/LOANS' };
  if (kind === 'earn.matured') return { label: 'earn.holdings', to: '/funds/regular' };
  if (no === undefined) return undefined;
  if (kind.startsWith('deposit.')) return { label: 'account.seeMovement', to: `/funds/top_up_order?id=${no}` };
  if (kind.startsWith('withdrawal.')) return { label: 'account.seeMovement', to: `/funds/withdraw/success?id=${no}` };
  if (kind.startsWith('case.')) return { label: 'feedback.title', to: '/mine/helpFeedback' };
  return { label: 'account.seeOrder', to: `/order/detail/${no}${kind === 'timed.settled' ? '?kind=timed' : ''}` };
}
