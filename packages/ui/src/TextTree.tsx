import { createElement as draw, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './TextTree.module.css';

/** The nodes of a text that the exchange publishes, as `readTree` of the protocol gives them. */
type Mark = { type: 'strong' | 'em' | 'code' } | { type: 'link'; attrs: { href: string } };
type TextNode = { type: 'text'; text: string; marks?: readonly Mark[] };
type Block =
  | { type: 'heading'; attrs: { level: 2 | 3 | 4 }; content: readonly TextNode[] }
  | { type: 'paragraph'; content: readonly TextNode[] }
  | { type: 'list'; attrs: { ordered: boolean }; content: readonly { type: 'item'; content: readonly Block[] }[] }
  | { type: 'quote'; content: readonly Block[] }
  | { type: 'picture'; attrs: { src: string; alt: string } }
  | { type: 'instrument'; attrs: { symbol: string } };

export type TextTreeProps = {
  tree: { type: 'doc'; content: readonly Block[] };
  /** Its own language, which decides its direction too. */
  language: string;
  link: (href: string, words: ReactNode) => ReactNode;
  instrument: (symbol: string) => ReactNode;
  className?: string | undefined;
};

/** The address of a heading within its page, by its place among the blocks. */
export const headingAnchor = (index: number): string => `part-${index}`;

/** A text as React elements: nothing of it is ever markup. A text does not change in place, so its nodes need no keys. */
export function TextTree({ tree, language, link, instrument, className }: TextTreeProps) {
  const marked = ({ text, marks = [] }: TextNode): ReactNode =>
    marks.reduceRight<ReactNode>(
      (words, mark) =>
        mark.type === 'link' ? link(mark.attrs.href, words) : draw(mark.type, mark.type === 'code' ? { dir: 'ltr' } : null, words),
      text,
    );
  const inline = (nodes: readonly TextNode[]) => nodes.map(marked);
  const block = (one: Block, index: number): ReactNode => {
    switch (one.type) {
      case 'heading':
        return draw(`h${one.attrs.level}`, { id: headingAnchor(index) }, ...inline(one.content));
      case 'paragraph':
        return draw('p', null, ...inline(one.content));
      case 'quote':
        return draw('blockquote', null, ...one.content.map(block));
      case 'list':
        return draw(one.attrs.ordered ? 'ol' : 'ul', null, ...one.content.map((item) => draw('li', null, ...item.content.map(block))));
      case 'picture':
        return draw('img', { src: one.attrs.src, alt: one.attrs.alt, loading: 'lazy' });
      case 'instrument':
        return instrument(one.attrs.symbol);
    }
  };
  return draw('div', { className: cx(styles.tree, className), lang: language, dir: 'auto' }, ...tree.content.map(block));
}
