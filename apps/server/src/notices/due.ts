import type { NoticeContent } from '@bourse/words';

/** Of a broadcast only its number is stored; its text stands once, and comes with the notice when that is read. */
type Told = { readonly kind: 'broadcast'; readonly params: { readonly broadcast: string } };

/** A due notice: its customer, its content and the time of its cause. */
export type Due = (NoticeContent | Told) & {
  account: number;
  /** The key that makes it one notice, however often its cause is found. */
  subject: string;
  time: number;
};
