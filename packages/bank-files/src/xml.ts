import { SaxesParser } from 'saxes';
import { BankFileProblem } from './problem.ts';
import { assertSize } from './statement.ts';

export interface Element {
  /** Without prefix. */
  name: string;
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly Element[];
  /** The text directly inside, trimmed. */
  text: string;
}

const mostDepth = 40;
const mostElements = 4_000_000;

type Open = { -readonly [Key in keyof Element]: Element[Key] } & { children: Element[] };

/** A document as a tree. Refused: document types, entities of its own, processing instructions, too much of anything, what is not well formed. */
export function readXml(text: string): Element {
  assertSize(text);
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: Open[] = [];
  let root: Element | undefined;
  let elements = 0;
  const refuse = (problem: 'doctype' | 'malformed' | 'tooLarge', message: string): never => {
    throw new BankFileProblem(problem, message);
  };
  parser.on('error', (error) => refuse('malformed', `The file is not well-formed XML: ${error.message.slice(0, 120)}`));
  parser.on('doctype', () => refuse('doctype', 'The file declares a document type. Statements have none.'));
  parser.on('processinginstruction', () => refuse('malformed', 'The file holds processing instructions.'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1;
    if (elements > mostElements || open.length >= mostDepth) refuse('tooLarge', 'The file holds too many elements, or too deep ones.');
    const values = Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value]));
    const element: Open = { name: local, namespace: uri, attributes: values, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const add = (part: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const element = open.pop()!;
    element.text = element.text.trim();
    if (open.length === 0) root = element;
  });
  parser.write(text).close();
  return root ?? refuse('malformed', 'The file is empty.');
}

export const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The first element at the end of a path of names. */
export function at(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let found = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}

/** The text of the first of the paths that is there, or empty. */
export const textAt = (element: Element | undefined, ...paths: readonly string[]): string => {
  for (const path of paths) {
    const found = at(element, ...path.split('/'));
    if (found !== undefined) return found.text;
  }
  return '';
};

export function needed(text: string, what: string): string {
  if (text === '') throw new BankFileProblem('malformed', `The file does not tell ${what}.`);
  return text;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text inside an element. Characters that XML cannot hold become spaces. */
export const escaped = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 cannot hold
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, ' ')
    .replace(/[&<>"']/g, (letter) => escapes[letter]!);

export type Node = readonly [name: string, content: string | readonly (Node | undefined)[], attributes?: Readonly<Record<string, string>>];

/** Elements as text. What is undefined is left out. */
export function xmlText([name, content, attributes = {}]: Node): string {
  const opened = `${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}`;
  const inside = typeof content === 'string' ? escaped(content) : content.map((node) => (node === undefined ? '' : xmlText(node))).join('');
  return `<${opened}>${inside}</${name}>`;
}

export const xmlDocument = (namespace: string, content: Node): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(['Document', [content], { xmlns: namespace }])}\n`;
