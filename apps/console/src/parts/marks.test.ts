import { treeFrom, writtenFrom } from '@bourse/protocol/texts';
import { describe, expect, test } from 'vitest';
import { type Mark, marked, markNames } from './marks.ts';

/** A text with `[` and `]` around what is chosen. */
function press(written: string, mark: Mark): string {
  const [from, to] = [written.indexOf('['), written.indexOf(']') - 1];
  const text = written.replace('[', '').replace(']', '');
  const edit = marked(text, from, to, mark);
  const after = text.slice(0, edit.start) + edit.piece + text.slice(edit.end);
  return `${after.slice(0, edit.from)}[${after.slice(edit.from, edit.to)}]${after.slice(edit.to)}`;
}

describe('a button of the editor', () => {
  test.each<[Mark, string, string]>([
    ['strong', 'a [fee] b', 'a **[fee]** b'],
    ['strong', 'a **[fee]** b', 'a [fee] b'],
    ['strong', 'a []b', 'a **[]**b'],
    ['heading', 'one\n[two]\nthree', 'one\n\n[## two]\n\nthree'],
    ['heading', 'one\n\n## t[]wo', 'one\n\ntwo[]'],
    ['list', '[one\ntwo]', '[- one\n- two]'],
    ['list', '[- one\n- two]', '[one\ntwo]'],
    ['list', '- one\n[two]', '- one\n[- two]'],
    ['quote', 'one\n\n[two]', 'one\n\n[> two]'],
    ['instrument', 'one [two]', 'one two\n\n{{[BTC/USDT]}}'],
    ['instrument', '[]', '{{[BTC/USDT]}}'],
    ['instrument', 'one\n\n[]\n\ntwo', 'one\n\n{{[BTC/USDT]}}\n\ntwo'],
  ])('%s makes of %j: %j', (mark, before, after) => expect(press(before, mark)).toBe(after));

  test('link asks for the words first, then for the address', () => {
    expect(marked('', 0, 0, 'link')).toEqual({ start: 0, end: 0, piece: '[](/market)', from: 1, to: 1 });
    const edit = marked('see fees now', 4, 8, 'link');
    expect(edit.piece).toBe('[fees](/market)');
    expect('see [fees](/market) now'.slice(edit.from, edit.to)).toBe('/market');
  });

  test.each(markNames)('%s loses no word that was chosen, and the text stays one that can be stored', (mark) => {
    const text = 'One line.\n\nWords that are chosen\nin two lines\n\nThe end.';
    for (let from = 0; from <= text.length; from += 5)
      for (let to = from; to <= text.length; to += 7) {
        const { start, end, piece } = marked(text, from, to, mark);
        const after = text.slice(0, start) + piece + text.slice(end);
        const letters = (words: string) => words.replaceAll(/[^A-Za-z]/g, '');
        const added = mark === 'link' ? 'market' : mark === 'instrument' ? 'BTCUSDT' : '';
        expect(letters(after).length, `${from} to ${to}`).toBe(letters(text).length + added.length);
        if (mark !== 'strong' && mark !== 'link') expect(writtenFrom(treeFrom(after))).not.toContain('undefined');
      }
  });
});
