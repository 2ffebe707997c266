import type { ReactNode } from 'react';
import { emit } from '../../data/index.ts';

/** A link to a page of the app whose address, with its query, came from the server. */
export function GoLink({ to, className, children }: { to: string; className?: string | undefined; children: ReactNode }) {
  return (
    <a
      href={to}
      className={className}
      onClick={(event) => {
        // A new tab is the browser's own business.
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        emit('go', { to, replace: false });
      }}
    >
      {children}
    </a>
  );
}
