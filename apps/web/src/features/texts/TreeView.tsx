import { readTree } from '@bourse/protocol/texts';
import { TextTree } from '@bourse/ui';
import { GoLink } from './GoLink.tsx';
import { LivePrice } from './LivePrice.tsx';
import styles from './Texts.module.css';

/** Where a link of a text leads: a page of the app, or the page that names the other host first. */
export const placeOf = (href: string): string => (href.startsWith('/') ? href : `/third_party_web_pages?url=${encodeURIComponent(href)}`);

/** A text in its own language and direction. What this page cannot read as a tree, it does not draw. */
export function TreeView({ body, language }: { body: unknown; language: string }) {
  const { tree } = readTree(body);
  return (
    tree && (
      <TextTree
        tree={tree}
        language={language}
        className={styles.body}
        link={(href, words) => (
          <GoLink to={placeOf(href)} className={styles.link}>
            {words}
          </GoLink>
        )}
        instrument={(symbol) => <LivePrice symbol={symbol} />}
      />
    )
  );
}
