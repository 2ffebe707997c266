import { type Block, type ListItem, linkOf, type Mark, type TextNode, type Tree } from './tree.ts';

/**
 * How people write a tree: a paragraph a line, `## ` and `### ` before headings, `- ` and `1. ` before items of lists, `> ` before quotes, `**strong**`, `*em*`, `` `code` ``,
 * `[words](/page)`, `{{BTC/USDT}}` for a live instrument and `![words](/files/…)` for a picture. The texts that a new exchange starts with are written so, and the console's
 * editor takes it. It only makes trees; whether a tree is good is decided by `readTree`.
 */
const inline = /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*]+)\*|`(?<code>[^`]+)`|\[(?<words>[^\]]+)\]\((?<href>[^)\s]+)\)/gu;

const node = (text: string, ...marks: Mark[]): TextNode => (marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks });

export function textsFrom(line: string): TextNode[] {
  const made: TextNode[] = [];
  let at = 0;
  for (const match of line.matchAll(inline)) {
    if (match.index > at) made.push(node(line.slice(at, match.index)));
    const { strong, em, code, words = '', href = '' } = match.groups ?? {};
    if (strong !== undefined) made.push(node(strong, { type: 'strong' }));
    else if (em !== undefined) made.push(node(em, { type: 'em' }));
    else if (code !== undefined) made.push(node(code, { type: 'code' }));
    else made.push(node(words, { type: 'link', attrs: { href: linkOf(href) ?? href } }));
    at = match.index + match[0].length;
  }
  if (at < line.length) made.push(node(line.slice(at)));
  return made;
}

const item = (text: string): ListItem => ({ type: 'item', content: [{ type: 'paragraph', content: textsFrom(text) }] });

/** A tree from lines. Empty lines end a list or a quote. */
export function treeFrom(written: string): Tree {
  const content: Block[] = [];
  let gap = true;
  for (const raw of written.split('\n')) {
    const line = raw.trim();
    if (line === '') {
      gap = true;
      continue;
    }
    const last = gap ? undefined : content.at(-1);
    const [, marks = '', title = ''] = /^(#{2,4}) (.+)$/.exec(line) ?? [];
    const [, bullet] = /^- (.+)$/.exec(line) ?? [];
    const [, number] = /^\d{1,3}\. (.+)$/.exec(line) ?? [];
    const [, quoted] = /^> (.+)$/.exec(line) ?? [];
    const [, symbol] = /^\{\{(.+)\}\}$/.exec(line) ?? [];
    const [, alt, src] = /^!\[([^\]]+)\]\((\S+)\)$/.exec(line) ?? [];
    if (marks !== '') content.push({ type: 'heading', attrs: { level: marks.length as 2 | 3 | 4 }, content: textsFrom(title) });
    else if (symbol !== undefined) content.push({ type: 'instrument', attrs: { symbol } });
    else if (alt !== undefined && src !== undefined) content.push({ type: 'picture', attrs: { src, alt } });
    else if (quoted !== undefined) {
      const paragraph: Block = { type: 'paragraph', content: textsFrom(quoted) };
      if (last?.type === 'quote') last.content.push(paragraph);
      else content.push({ type: 'quote', content: [paragraph] });
    } else if (bullet !== undefined || number !== undefined) {
      const ordered = bullet === undefined;
      const one = item(bullet ?? number ?? '');
      if (last?.type === 'list' && last.attrs.ordered === ordered) last.content.push(one);
      else content.push({ type: 'list', attrs: { ordered }, content: [one] });
    } else content.push({ type: 'paragraph', content: textsFrom(line) });
    gap = false;
  }
  return { type: 'doc', content };
}

const said = (texts: readonly TextNode[]): string =>
  texts
    .map(({ text, marks = [] }) =>
      marks.reduceRight(
        (words, mark) =>
          mark.type === 'strong'
            ? `**${words}**`
            : mark.type === 'em'
              ? `*${words}*`
              : mark.type === 'code'
                ? `\`${words}\``
                : `[${words}](${mark.attrs.href})`,
        text,
      ),
    )
    .join('');

const linesOf = (block: Block): string[] => {
  switch (block.type) {
    case 'heading':
      return [`${'#'.repeat(block.attrs.level)} ${said(block.content)}`];
    case 'paragraph':
      return [said(block.content)];
    case 'quote':
      return block.content.flatMap((one) => linesOf(one).map((line) => `> ${line}`));
    case 'list':
      return block.content.map((one, index) => `${block.attrs.ordered ? `${index + 1}.` : '-'} ${one.content.flatMap(linesOf).join(' ')}`);
    case 'picture':
      return [`![${block.attrs.alt}](${block.attrs.src})`];
    default:
      return [`{{${block.attrs.symbol}}}`];
  }
};
/** The lines of a tree, a block after another: for the editor, and for what differs between two versions. */
export const writtenFrom = (tree: Tree): string => tree.content.map((block) => linesOf(block).join('\n')).join('\n\n');
