import { readTree } from '@bourse/protocol/texts';
import { TextTree } from '@bourse/ui';
import type { ReactNode } from 'react';
import { emit } from '../../data/index.ts';
import { LivePrice } from './LivePrice.tsx';
import styles from './Texts.module.css';

/** Where a link of a text leads: a page of the app, or the page that names the other host first. */
export const placeOf = (href: string): string => (href.startsWith('/') ? href : `/third_party_web_pages?url=${encodeURIComponent(href)}`);

function Away({ href, children }: { href: string; children: ReactNode }) {
  const to = placeOf(href);
  return (
    <a
      href={to}
      className={styles.link}
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

/** A text in its own language and direction. What this page cannot read as a tree, it does not draw. */
export function TreeView({ body, language }: { body: unknown; language: string }) {
  const { tree } = readTree(body);
  return (
    tree && (
      <TextTree
        tree={tree}
        language={language}
        className={styles.body}
        link={(href, words) => <Away href={href}>{words}</Away>}
        instrument={(symbol) => <LivePrice symbol={symbol} />}
      />
    )
  );
}
