import { type Block, readTree, type TextNode } from '@bourse/protocol/texts';
import type { ReactNode } from 'react';
import { emit } from '../../data/index.ts';
import { LivePrice } from './LivePrice.tsx';
import styles from './Texts.module.css';

/** Where a link of a text leads: a page of the app, or the page that names the other host first. */
export const placeOf = (href: string): string =>
  href.startsWith('/') ? href : `/third_party_web_pages?url=${encodeURIComponent(href)}`;

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

const marked = ({ text, marks = [] }: TextNode): ReactNode =>
  marks.reduceRight<ReactNode>(
    (inner, mark) =>
      mark.type === 'strong' ? (
        <strong>{inner}</strong>
      ) : mark.type === 'em' ? (
        <em>{inner}</em>
      ) : mark.type === 'code' ? (
        <code dir="ltr">{inner}</code>
      ) : (
        <Away href={mark.attrs.href}>{inner}</Away>
      ),
    text,
  );
// A text never changes in place: the place of a node is its identity.
const inline = (nodes: readonly TextNode[]) => nodes.map((node, index) => <span key={index}>{marked(node)}</span>);

/** The address of a heading within its page. */
export const anchorOf = (index: number) => `part-${index}`;

function One({ block, index }: { block: Block; index: number }) {
  switch (block.type) {
    case 'heading': {
      const Head = `h${block.attrs.level}` as 'h2' | 'h3' | 'h4';
      return <Head id={anchorOf(index)}>{inline(block.content)}</Head>;
    }
    case 'paragraph':
      return <p>{inline(block.content)}</p>;
    case 'quote':
      return <blockquote>{blocks(block.content)}</blockquote>;
    case 'picture':
      return <img src={block.attrs.src} alt={block.attrs.alt} loading="lazy" />;
    case 'instrument':
      return <LivePrice symbol={block.attrs.symbol} />;
    case 'list': {
      const items = block.content.map((item, at) => <li key={at}>{blocks(item.content)}</li>);
      return block.attrs.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}
const blocks = (list: readonly Block[]) => list.map((block, index) => <One key={index} block={block} index={index} />);

/** A text as React elements, in its own language and direction. What this page cannot read as a tree, it does not draw. */
export function TreeView({ body, language }: { body: unknown; language: string }) {
  const { tree } = readTree(body);
  return (
    <div className={styles.tree} lang={language} dir="auto">
      {tree && blocks(tree.content)}
    </div>
  );
}
