import type { NoticeContent } from '@bourse/protocol/notices';

/** A notice that is due: to whom, what, and since when. */
export type Due = NoticeContent & {
  account: number;
  /** What makes it one notice however often it is found. */
  subject: string;
  time: number;
};
