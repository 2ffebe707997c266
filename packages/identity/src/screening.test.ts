import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaroWinkler, nameSimilarity, partsOf, samePerson, similarEnough } from './names.ts';
import { type ListedPerson, Screening } from './screening.ts';

const listed = (id: string, names: string[], birthYears: number[] = [], addresses: string[] = []): ListedPerson => ({
  id,
  names,
  birthYears,
  addresses,
});

describe('names', () => {
  it('are measured as Winkler published it', () => {
    const rounded = (a: string, b: string) => jaroWinkler(a, b).toFixed(3);
    expect([rounded('MARTHA', 'MARHTA'), rounded('DWAYNE', 'DUANE'), rounded('DIXON', 'DICKSONX'), rounded('ABC', 'XYZ')]).toEqual([
      '0.961',
      '0.840',
      '0.813',
      '0.000',
    ]);
  });

  it('are folded: marks, letters that stand for two, hyphens, order', () => {
    expect(partsOf("Jürgen O'Neill-Müller")).toEqual(['JUERGEN', 'ONEILL', 'MUELLER']);
    expect(partsOf('Jürgen', { plain: true })).toEqual(['JURGEN']);
    expect(partsOf('Łukasz Żółć')).toEqual(['LUKASZ', 'ZOLC']);
    expect(partsOf('Ju\u0308rgen')).toEqual(['JUERGEN']);
    expect(partsOf('王小明')).toEqual([]);
    expect(samePerson('Müller, Jürgen', 'JURGEN MULLER')).toBe(true);
    expect(samePerson('Anna Maria Eriksson', 'Eriksson Anna')).toBe(true);
    expect(samePerson('Anna Eriksson', 'Bernd Eriksson')).toBe(false);
    expect(samePerson('Eriksson', 'Anna Maria Eriksson')).toBe(false);
    expect(samePerson('', '')).toBe(false);
  });
});

describe('screening', () => {
  const screening = new Screening([
    listed('A-1', ['Viktor Zlatan Petrov', 'Петров', 'Victor Petroff'], [1961]),
    listed('A-2', ['Maria Lopez'], [], ['0xAbCd000000000000000000000000000000000001', 'bc1qexample']),
  ]);

  it('finds a person by a name that is spelled otherwise, and a birth year off by one', () => {
    expect(screening.person('Petrov Viktor', 1961).map(({ id }) => id)).toEqual(['A-1']);
    expect(screening.person('Wiktor Petrow', 1962).map(({ id }) => id)).toEqual([]);
    expect(screening.person('Viktor Pétrov', 1962).map(({ id, matched }) => [id, matched])).toEqual([['A-1', 'Viktor Zlatan Petrov']]);
    expect(screening.person('Viktor Petrov', 1963)).toEqual([]);
    expect(screening.person('Viktor Petrov', undefined)).toHaveLength(1);
    expect(screening.person('Maria Lopes', 1990).map(({ id }) => id)).toEqual(['A-2']);
    expect(screening.person('Somebody Else', 1961)).toEqual([]);
  });

  it('finds an address exactly, whatever the case of an EVM one', () => {
    expect(screening.address('0xabcd000000000000000000000000000000000001')?.id).toBe('A-2');
    expect(screening.address('bc1qexample')?.id).toBe('A-2');
    expect(screening.address('bc1qexamplE')).toBeUndefined();
  });

  it('finds by pairs of letters whatever a look at every name finds', () => {
    const word = fc.stringMatching(/^[A-Z]{3,9}$/);
    const name = fc.array(word, { minLength: 2, maxLength: 3 });
    const edit = fc.record({
      part: fc.nat(),
      at: fc.nat(),
      letter: fc.constantFrom(...'AEIOURST'),
      kind: fc.constantFrom('change', 'leave', 'swap', 'order'),
    });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), fc.nat(), fc.array(edit, { maxLength: 2 }), (names, pick, edits) => {
        const people = names.map((parts, at) => listed(String(at), [parts.join(' ')]));
        const asked = [...names[pick % names.length]!];
        for (const { part, at, letter, kind } of edits) {
          const which = part % asked.length;
          const text = asked[which]!;
          const place = at % text.length;
          if (kind === 'change') asked[which] = text.slice(0, place) + letter + text.slice(place + 1);
          else if (kind === 'leave' && text.length > 2) asked[which] = text.slice(0, place) + text.slice(place + 1);
          else if (kind === 'swap' && place > 0)
            asked[which] = text.slice(0, place - 1) + text[place]! + text[place - 1]! + text.slice(place + 1);
          else asked.reverse();
        }
        const all = people.filter(({ names: [one] }) => nameSimilarity(asked, partsOf(one!)) >= similarEnough).map(({ id }) => id);
        expect(
          new Screening(people)
            .person(asked.join(' '), undefined)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(all.sort());
      }),
      { numRuns: 500 },
    );
  });
});
