import type { TimedBookView } from '../api.ts';
import type { State } from '../core/state.ts';

export function timedBookView(s: State, instrument: number): TimedBookView | undefined {
  const book = s.timed.books.get(instrument);
  if (book === undefined) return undefined;
  const { exposureLimit, minStake, maxStake, offers } = book.rules;
  return { instrument, owedUp: book.owedUp, owedDown: book.owedDown, exposureLimit, minStake, maxStake, offers };
}
