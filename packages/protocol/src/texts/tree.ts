/**
 * The body of a text that the exchange publishes: a tree of declared nodes, in the JSON of ProseMirror. Markup of the web is neither stored nor sent, so nothing has to be
 * cleaned. `readTree` builds a new tree from what it knows, value by value; whatever it does not know is refused. Both sides read with it: a server before it stores and
 * before it answers, a face before it draws.
 */
export const treeBytes = 64 * 1024;
export const treeDepth = 8;
export const treeNodes = 2_000;

export type Mark = { type: 'strong' } | { type: 'em' } | { type: 'code' } | { type: 'link'; attrs: { href: string } };
export interface TextNode {
  type: 'text';
  text: string;
  marks?: Mark[];
}
export interface Heading {
  type: 'heading';
  attrs: { level: 2 | 3 | 4 };
  content: TextNode[];
}
export interface Paragraph {
  type: 'paragraph';
  content: TextNode[];
}
export interface ListItem {
  type: 'item';
  content: Block[];
}
export interface ListNode {
  type: 'list';
  attrs: { ordered: boolean };
  content: ListItem[];
}
export interface Quote {
  type: 'quote';
  content: Block[];
}
/** A picture that this exchange stores, with the words of whoever cannot see it. */
export interface Picture {
  type: 'picture';
  attrs: { src: string; alt: string };
}
/** The name and the price of an instrument as they are when somebody reads. */
export interface LiveInstrument {
  type: 'instrument';
  attrs: { symbol: string };
}
export type Block = Heading | Paragraph | ListNode | Quote | Picture | LiveInstrument;
export interface Tree {
  type: 'doc';
  content: Block[];
}

export const treeProblems = ['shape', 'unknown', 'text', 'link', 'picture', 'symbol', 'depth', 'nodes', 'bytes', 'empty'] as const;
export type TreeProblem = (typeof treeProblems)[number];
export type ReadTree = { tree: Tree; problem?: undefined } | { tree?: undefined; problem: TreeProblem };

class Unusable extends Error {
  readonly problem: TreeProblem;
  constructor(problem: TreeProblem) {
    super(problem);
    this.problem = problem;
  }
}
const refuse = (problem: TreeProblem): never => {
  throw new Unusable(problem);
};

/** Letters, digits, signs and spaces of any script, and the joiners that some need: nothing invisible, and nothing that turns the direction of what follows. */
const plain = /^(?:[\p{L}\p{M}\p{N}\p{P}\p{S} \u00a0\u202f]|\u200c|\u200d)+$/u;
export const isPlainLine = (text: string): boolean => plain.test(text);
const ownPicture = /^\/(?:files|v8)\/[A-Za-z0-9][A-Za-z0-9._/-]{0,150}$/;
export const isOwnPicture = (src: string): boolean => ownPicture.test(src) && !src.includes('..') && !src.includes('//');
const symbolLike = /^[A-Za-z0-9][A-Za-z0-9./_-]{0,23}$/;
/** A page of the app: one slash, then names. No second slash and no backslash can make it another host. */
const ownPage = /^\/(?:[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*)?(?:\?[A-Za-z0-9_.=&%+-]*)?(?:#[A-Za-z0-9_-]*)?$/;

/** A link as it is stored: a page of the app as it stands, or an https address with its host in the letters that a name server sees. */
export function linkOf(href: string): string | undefined {
  if (href.length > 500) return undefined;
  if (href.startsWith('/')) return ownPage.test(href) && !/(?:^|\/)\.\.?(?:\/|$|[?#])/.test(href) ? href : undefined;
  if (!/^https:\/\/[^\\\s]+$/i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  return /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(url.hostname) ? url.href : undefined;
}

type Fields = Readonly<Record<string, unknown>>;
/** The own fields of a plain object, exactly these; a field that is inherited does not count. */
function fieldsOf(value: unknown, needed: readonly string[], optional: readonly string[] = []): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('shape');
  for (const key of Object.keys(value)) if (!needed.includes(key) && !optional.includes(key)) refuse('unknown');
  for (const key of needed) if (!Object.hasOwn(value, key)) refuse('shape');
  return value as Fields;
}
const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);
const stringOf = (value: unknown, most: number): string =>
  typeof value === 'string' && value.length > 0 && value.length <= most ? value : refuse('text');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : refuse('shape'));
const typeOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'type')) return refuse('shape');
  const { type } = value as { type: unknown };
  return typeof type === 'string' ? type : refuse('shape');
};

function markOf(value: unknown): Mark {
  const type = typeOf(value);
  switch (type) {
    case 'strong':
    case 'em':
    case 'code':
      fieldsOf(value, ['type']);
      return { type };
    case 'link': {
      const { attrs } = fieldsOf(value, ['type', 'attrs']);
      const href = linkOf(stringOf(fieldsOf(attrs, ['href'])['href'], 500));
      return href === undefined ? refuse('link') : { type, attrs: { href } };
    }
    default:
      return refuse('unknown');
  }
}

class Reader {
  private nodes = 0;

  private count(depth: number): void {
    this.nodes += 1;
    if (this.nodes > treeNodes) refuse('nodes');
    if (depth > treeDepth) refuse('depth');
  }
  private texts(value: unknown, depth: number): TextNode[] {
    const read = listOf(value).map((one): TextNode => {
      this.count(depth);
      const fields = fieldsOf(one, ['type', 'text'], ['marks']);
      if (fields['type'] !== 'text') refuse('unknown');
      const text = stringOf(fields['text'], 10_000);
      if (!plain.test(text)) refuse('text');
      const marks = own(fields, 'marks');
      if (marks === undefined) return { type: 'text', text };
      const list = listOf(marks);
      if (list.length > 4) refuse('shape');
      const marksRead = list.map(markOf);
      if (new Set(marksRead.map(({ type }) => type)).size !== marksRead.length) refuse('shape');
      return { type: 'text', text, marks: marksRead };
    });
    return read.length === 0 ? refuse('empty') : read;
  }
  private block(value: unknown, depth: number): Block {
    this.count(depth);
    const type = typeOf(value);
    switch (type) {
      case 'heading': {
        const { attrs, content } = fieldsOf(value, ['type', 'attrs', 'content']);
        const { level } = fieldsOf(attrs, ['level']);
        if (level !== 2 && level !== 3 && level !== 4) return refuse('shape');
        return { type, attrs: { level }, content: this.texts(content, depth + 1) };
      }
      case 'paragraph':
        return { type, content: this.texts(fieldsOf(value, ['type', 'content'])['content'], depth + 1) };
      case 'list': {
        const { attrs, content } = fieldsOf(value, ['type', 'attrs', 'content']);
        const { ordered } = fieldsOf(attrs, ['ordered']);
        if (typeof ordered !== 'boolean') return refuse('shape');
        const items = listOf(content).map((one): ListItem => {
          this.count(depth + 1);
          const fields = fieldsOf(one, ['type', 'content']);
          if (fields['type'] !== 'item') refuse('unknown');
          return { type: 'item', content: this.blocks(fields['content'], depth + 2) };
        });
        return items.length === 0 ? refuse('empty') : { type, attrs: { ordered }, content: items };
      }
      case 'quote':
        return { type, content: this.blocks(fieldsOf(value, ['type', 'content'])['content'], depth + 1) };
      case 'picture': {
        const attrs = fieldsOf(fieldsOf(value, ['type', 'attrs'])['attrs'], ['src', 'alt']);
        const src = stringOf(attrs['src'], 160);
        const alt = stringOf(attrs['alt'], 300);
        if (!isOwnPicture(src)) refuse('picture');
        if (!plain.test(alt)) refuse('text');
        return { type, attrs: { src, alt } };
      }
      case 'instrument': {
        const symbol = stringOf(fieldsOf(fieldsOf(value, ['type', 'attrs'])['attrs'], ['symbol'])['symbol'], 24);
        return symbolLike.test(symbol) ? { type, attrs: { symbol } } : refuse('symbol');
      }
      default:
        return refuse('unknown');
    }
  }
  blocks(value: unknown, depth: number): Block[] {
    const read = listOf(value).map((one) => this.block(one, depth));
    return read.length === 0 ? refuse('empty') : read;
  }
}

/** The tree, built anew, or why it is none. It never throws, whatever it is given. */
export function readTree(value: unknown): ReadTree {
  try {
    const fields = fieldsOf(value, ['type', 'content']);
    if (fields['type'] !== 'doc') return { problem: 'unknown' };
    const tree: Tree = { type: 'doc', content: new Reader().blocks(fields['content'], 1) };
    return new TextEncoder().encode(JSON.stringify(tree)).length > treeBytes ? { problem: 'bytes' } : { tree };
  } catch (error) {
    // A getter or a proxy that throws is no tree either.
    return { problem: error instanceof Unusable ? error.problem : 'shape' };
  }
}

const childrenOf = (node: Tree | Block | ListItem): readonly (Block | ListItem | TextNode)[] => ('content' in node ? node.content : []);
function* walk(node: Tree | Block | ListItem): Generator<Block | ListItem | TextNode> {
  for (const child of childrenOf(node)) {
    yield child;
    if (child.type !== 'text') yield* walk(child);
  }
}

/** Other hosts that a tree links to. */
export function hostsOf(tree: Tree): string[] {
  const hosts = new Set<string>();
  for (const node of walk(tree))
    for (const mark of (node.type === 'text' && node.marks) || [])
      if (mark.type === 'link' && !mark.attrs.href.startsWith('/')) hosts.add(new URL(mark.attrs.href).hostname);
  return [...hosts].sort();
}

/** The words of a node without their marks. */
export const wordsIn = (node: Tree | Block | ListItem): string => {
  let text = '';
  for (const one of walk(node)) text += one.type === 'text' ? one.text : text === '' || text.endsWith(' ') ? '' : ' ';
  return text.trim();
};
