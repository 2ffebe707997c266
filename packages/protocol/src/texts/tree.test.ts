import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differenceOf } from './difference.ts';
import { hostsOf, linkOf, readTree, type Tree, treeBytes, treeDepth, treeNodes, wordsIn } from './tree.ts';
import { treeFrom, writtenFrom } from './written.ts';

const words = (text: string, ...marks: object[]) => (marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const doc = (...content: object[]) => ({ type: 'doc', content });
const linked = (href: string) => doc(paragraph(words('here', { type: 'link', attrs: { href } })));

describe('a tree', () => {
  test('of every node is read as it is, and built anew', () => {
    const whole = doc(
      { type: 'heading', attrs: { level: 2 }, content: [words('Fees')] },
      paragraph(words('A '), words('fee', { type: 'strong' }, { type: 'em' }), words(' of '), words('0.1', { type: 'code' })),
      { type: 'list', attrs: { ordered: true }, content: [{ type: 'item', content: [paragraph(words('one'))] }] },
      { type: 'quote', content: [paragraph(words('said'))] },
      { type: 'picture', attrs: { src: '/files/abc', alt: 'A chart' } },
      { type: 'instrument', attrs: { symbol: 'BTC/USDT' } },
    );
    const { tree } = readTree(whole);
    expect(tree).toEqual(whole);
    expect(tree).not.toBe(whole);
  });

  test.each([
    ['javascript:alert(1)', 'link'],
    ['JavaScript:alert(1)', 'link'],
    [' javascript:alert(1)', 'link'],
    ['data:text/html,<script>', 'link'],
    ['http://example.com/', 'link'],
    ['//example.com/', 'link'],
    ['/\\example.com', 'link'],
    ['/%5cexample.com/../..', 'link'],
    ['https:\\\\example.com', 'link'],
    ['https://user:word@example.com/', 'link'],
    ['https://example.com:8443/', 'link'],
    ['https://localhost/', 'link'],
    ['https://127.0.0.1/', 'link'],
    ['https://[::1]/', 'link'],
    ['/market\n', 'link'],
    ['/../market', 'link'],
  ])('with a link to %j is refused', (href, problem) => {
    expect(readTree(linked(href)).problem).toBe(problem);
  });

  test('keeps a link to the host that a name server sees', () => {
    // The first letter is Cyrillic.
    const { tree } = readTree(linked('https://\u0430pple.com/a'));
    expect(tree && hostsOf(tree)).toEqual(['xn--pple-43d.com']);
    expect(linkOf('/text_preview?type=risk')).toBe('/text_preview?type=risk');
    expect(linkOf('https://Example.com')).toBe('https://example.com/');
  });

  test.each<[string, unknown, string]>([
    ['a node of another kind', doc({ type: 'script', content: [] }), 'unknown'],
    ['markup of the web as a field', doc({ ...paragraph(words('a')), html: '<b>a</b>' }), 'unknown'],
    ['a field called __proto__', JSON.parse('{"type":"doc","content":[],"__proto__":{"x":1}}'), 'unknown'],
    ['an inherited type', Object.create(doc(paragraph(words('a')))), 'shape'],
    ['a constructor as its type', doc({ type: 'constructor' }), 'unknown'],
    ['a picture of another host', doc({ type: 'picture', attrs: { src: 'https://example.com/a.png', alt: 'a' } }), 'picture'],
    ['a picture outside its folder', doc({ type: 'picture', attrs: { src: '/files/../api', alt: 'a' } }), 'picture'],
    ['a picture without words', doc({ type: 'picture', attrs: { src: '/files/a', alt: '' } }), 'text'],
    ['words that turn the direction', doc(paragraph(words('a\u202eb'))), 'text'],
    ['words with a line feed', doc(paragraph(words('a\nb'))), 'text'],
    ['the same mark twice', doc(paragraph(words('a', { type: 'em' }, { type: 'em' }))), 'shape'],
    ['a heading of level 1', doc({ type: 'heading', attrs: { level: 1 }, content: [words('a')] }), 'shape'],
    ['a level in words', doc({ type: 'heading', attrs: { level: '2' }, content: [words('a')] }), 'shape'],
    ['nothing in it', doc(), 'empty'],
    ['an empty paragraph', doc(paragraph()), 'empty'],
    ['a symbol with markup', doc({ type: 'instrument', attrs: { symbol: '<img>' } }), 'symbol'],
    ['a text among blocks', doc(words('a')), 'unknown'],
  ])('with %s is refused', (_, value, problem) => {
    expect(readTree(value)).toEqual({ problem });
  });

  test('is as deep, as large and as long as it may be, and no more', () => {
    const nest = (levels: number): object => (levels === 0 ? paragraph(words('a')) : { type: 'quote', content: [nest(levels - 1)] });
    // The text of a paragraph is one level below it.
    expect(readTree(doc(nest(treeDepth - 2))).tree).toBeDefined();
    expect(readTree(doc(nest(treeDepth - 1))).problem).toBe('depth');
    let abyss: object = paragraph(words('a'));
    for (let level = 0; level < 100_000; level += 1) abyss = { type: 'quote', content: [abyss] };
    expect(readTree(doc(abyss)).problem).toBe('depth');
    const many = (count: number) => doc(...Array.from({ length: count }, () => paragraph(words('a'))));
    expect(readTree(many(treeNodes / 2)).tree).toBeDefined();
    expect(readTree(many(treeNodes / 2 + 1)).problem).toBe('nodes');
    expect(readTree(many(10_000)).problem).toBe('nodes');
    const long = (each: number) => doc(...Array.from({ length: 10 }, () => paragraph(words('é'.repeat(each)))));
    expect(readTree(long(3_200)).tree).toBeDefined();
    expect(readTree(long(Math.ceil(treeBytes / 20))).problem).toBe('bytes');
  });

  /** What could run or lead away, wherever it stands. */
  const unsafe = /javascript:|<script|data:|"http:|"\/\/|\\\\/i;
  const bits = fc.constantFrom<unknown>(
    ...['doc', 'paragraph', 'heading', 'list', 'item', 'quote', 'text', 'link', 'picture', 'instrument', 'strong', '__proto__'],
    ...['javascript:alert(1)', '//evil.example', 'https://example.com/', '/market', '/files/a', 'words', 2, true, null, -0, Number.NaN],
  );
  const key = fc.constantFrom(
    'type',
    'content',
    'attrs',
    'marks',
    'text',
    'href',
    'src',
    'alt',
    'level',
    'ordered',
    'symbol',
    'constructor',
    'onclick',
  );
  const anything = fc.letrec((tie) => ({
    node: fc.oneof({ maxDepth: 6 }, bits, fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(key, tie('node'), { maxKeys: 4 })),
  })).node;
  const known = new Set([
    'doc',
    'paragraph',
    'heading',
    'list',
    'item',
    'quote',
    'text',
    'link',
    'picture',
    'instrument',
    'strong',
    'em',
    'code',
  ]);
  const typesOf = (value: unknown): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : [...('type' in value ? [String(value.type)] : []), ...Object.values(value).flatMap(typesOf)];

  test('of random JSON never throws, and never passes when it is unsafe', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue(), fc.anything()), (value) => {
        const { tree, problem } = readTree(value);
        expect(tree === undefined).toBe(problem !== undefined);
        if (!tree) return;
        expect(typesOf(tree).every((type) => known.has(type))).toBe(true);
        expect(readTree(JSON.parse(JSON.stringify(tree))).tree).toEqual(tree);
      }),
      { numRuns: 2_000 },
    );
  });

  const href = fc.oneof(
    fc.constantFrom('javascript:alert(1)', '//evil.example', '/\\evil', '/market', 'https://example.com/a?b#c', 'https://a.b\\@evil'),
    fc.webUrl(),
    fc.string(),
  );
  test('with any link and any words passes only with links that lead to a page of the app or an https host', () => {
    fc.assert(
      fc.property(href, fc.string({ unit: 'binary' }), (to, said) => {
        const { tree } = readTree(doc(paragraph(words(said, { type: 'link', attrs: { href: to } }))));
        if (!tree) return;
        const attrs = JSON.stringify(tree.content, (name, value) => (name === 'text' ? undefined : value));
        expect(attrs).not.toMatch(unsafe);
        const [stored] = /"href":"([^"]*)"/.exec(attrs)?.slice(1) ?? [''];
        const url = new URL(stored ?? '', 'https://exchange.example');
        expect(url.protocol).toBe('https:');
        if (stored?.startsWith('/')) expect(url.host).toBe('exchange.example');
        expect(said).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: 3_000 },
    );
  });

  test('that throws while it is read is none', () => {
    const trap = {
      type: 'doc',
      get content(): never {
        throw new Error('read');
      },
    };
    expect(readTree(trap)).toEqual({ problem: 'shape' });
  });
});

describe('what people write', () => {
  const text = [
    '## Fees',
    '',
    'A **fee** is *shown* before `you` send; see [changes](/changes).',
    '',
    '- one',
    '- two',
    '',
    '1. first',
    '2. second',
    '',
    '> said',
    '',
    '{{BTC/USDT}}',
    '',
    '![A chart](/files/abc)',
  ].join('\n');
  test('becomes a tree, and the same text again', () => {
    const tree = readTree(treeFrom(text)).tree as Tree;
    expect(tree.content.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'instrument', 'picture']);
    expect(writtenFrom(tree)).toBe(text);
    expect(wordsIn(tree)).toContain('A fee is shown before you send');
  });
  test('cannot write what a tree may not have', () => {
    expect(readTree(treeFrom('[here](javascript:alert(1))')).problem).toBe('link');
    expect(readTree(treeFrom('<script>alert(1)</script>')).tree?.content).toEqual([paragraph(words('<script>alert(1)</script>'))]);
  });
  test('differs line by line', () => {
    const [before, after] = [treeFrom('one\n\ntwo\n\nthree'), treeFrom('one\n\n2\n\nthree\n\nfour')];
    expect(differenceOf(before, after).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same one',
      'old two',
      'new 2',
      'same three',
      'new four',
    ]);
  });
});
