import type { NoticeContent } from '@bourse/words';

/** A due notice: its customer, its content and the time of its cause. */
export type Due = NoticeContent & {
  account: number;
  /** The key that makes it one notice, however often its cause is found. */
  subject: string;
  time: number;
};
