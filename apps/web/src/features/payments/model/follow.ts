import { useEffect } from 'react';
import { type CallName, cache, on } from '../../../data/index.ts';

/** Reads these answers again when a notice about them comes: `deposit.credited` concerns all of `deposit.`. */
export function useFollowNotices(about: 'deposit.' | 'withdrawal.', ...reads: CallName[]): void {
  const names = reads.join(',');
  useEffect(
    () =>
      on('notice', ({ kind }) => {
        if (kind.startsWith(about)) for (const name of names.split(',')) void cache.invalidate(name as CallName);
      }),
    [about, names],
  );
}
