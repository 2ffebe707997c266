import { sayMaybe } from '@bourse/words';
import { nearestLanguage } from '@bourse/words/languages';
import { inLanguage, isolated, type NoticeParams, readable } from '@bourse/words/notice-text';
import { noticeKeys } from '@bourse/words/own';

/** Stands where an amount is not shown. */
const hiddenAmount = '······';

/**
 * The sentence of a notice in the customer's language: the one that the app shows. What people typed, such as a name, is a value and never read as a pattern;
 * it cannot turn the direction of its neighbours. Undefined for a kind without a sentence.
 */
export function noticeSentence(
  { kind, params }: { kind: string; params: NoticeParams },
  language: string,
  amounts: 'shown' | 'hidden' = 'shown',
): string | undefined {
  const nearest = nearestLanguage(language);
  const told = readable(inLanguage(params, nearest), nearest, amounts === 'hidden' ? hiddenAmount : undefined);
  const values = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, isolated(value)]));
  const [shared, own] = noticeKeys(kind);
  return sayMaybe(nearest, shared, values) ?? sayMaybe(nearest, own, values);
}

/** Where the app shows a notice. No token is in it: whoever opens it is signed in, or signs in. */
export const noticePath = (id: bigint | string): string => `/message/order_detail?id=${id}`;
