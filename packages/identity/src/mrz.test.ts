import fc from 'fast-check';
import { parse } from 'mrz';
import { describe, expect, it } from 'vitest';
import { checkDigit, differencesOf, type TravelDocument, zoneOf, zoneProblems } from './mrz.ts';

/** The specimens of ICAO Doc 9303, parts 4 to 6. */
const passport: TravelDocument = {
  ...{ form: 'TD3', type: 'P', issuer: 'UTO', nationality: 'UTO', surname: 'Eriksson', givenNames: 'Anna Maria' },
  ...{ number: 'L898902C3', birthDate: '1974-08-12', expiryDate: '2012-04-15', sex: 'F', optional: 'ZE184226B' },
};
const card: TravelDocument = { ...passport, form: 'TD1', type: 'I', number: 'D23145890', optional: '' };

describe('a machine-readable zone', () => {
  it('is that of the specimens of its standard', () => {
    expect(zoneOf(passport)).toEqual(['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']);
    expect(zoneOf(card)).toEqual(['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<']);
    expect(zoneOf({ ...card, form: 'TD2' })).toEqual(['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']);
    expect([checkDigit('520727'), checkDigit('AB2134<<<')]).toEqual(['3', '5']);
  });

  it('is read by another program as what was typed, for every form', () => {
    const letters = (max: number) => fc.stringMatching(new RegExp(`^[A-Z]{2,${max}}$`));
    const date = (from: number, to: number) =>
      fc
        .date({ min: new Date(Date.UTC(from, 0, 1)), max: new Date(Date.UTC(to, 0, 1)), noInvalidDate: true })
        .map((d) => d.toISOString().slice(0, 10));
    const document = fc.record({
      form: fc.constantFrom('TD1' as const, 'TD2' as const, 'TD3' as const),
      surname: letters(10),
      givenNames: fc.array(letters(6), { minLength: 1, maxLength: 2 }).map((names) => names.join(' ')),
      number: fc.stringMatching(/^[A-Z0-9]{6,9}$/),
      birthDate: date(1940, 2005),
      expiryDate: date(2027, 2036),
      sex: fc.constantFrom('F' as const, 'M' as const, 'X' as const),
      optional: fc.stringMatching(/^[0-9]{0,7}$/),
    });
    fc.assert(
      fc.property(document, (drawn) => {
        const typed: TravelDocument = { ...drawn, type: drawn.form === 'TD3' ? 'P' : 'I', issuer: 'FRA', nationality: 'DEU' };
        expect(zoneProblems({ ...typed, nationality: 'DEU' }, '2026-11-23')).toEqual([]);
        const zone = zoneOf(typed);
        const { format, valid, fields, details } = parse([...zone]);
        expect([format, valid, details.filter((one) => !one.valid)]).toEqual([typed.form, true, []]);
        expect(fields).toMatchObject({
          ...{ lastName: typed.surname, firstName: typed.givenNames, documentNumber: typed.number },
          ...{ birthDate: typed.birthDate.slice(2).replaceAll('-', ''), expirationDate: typed.expiryDate.slice(2).replaceAll('-', '') },
        });
      }),
      { numRuns: 300 },
    );
  });

  it('goes on in the optional field of a card when a number is long', () => {
    const zone = zoneOf({ ...card, number: 'D23145890734' });
    expect(zone[0]).toBe('I<UTOD23145890<7349<<<<<<<<<<<');
    expect(parse([...zone]).fields.documentNumber).toBe('D23145890734');
  });

  it('shows a typing mistake where it is, and takes letters that look like digits for them', () => {
    const shown = zoneOf(passport);
    expect(differencesOf(zoneOf({ ...passport, number: 'L898902C4' }), shown).map(({ line, place }) => [line, place])).toEqual([
      [1, 8],
      [1, 9],
      [1, 43],
    ]);
    expect(differencesOf(shown, [shown[0]!.toLowerCase(), shown[1]!.replaceAll('0', 'O')])).toEqual([]);
    expect(differencesOf(shown, [shown[0]!])).toHaveLength(44);
  });

  it('tells what cannot be on a document', () => {
    const wrong = (change: Partial<TravelDocument>) => zoneProblems({ ...passport, expiryDate: '2030-01-01', ...change }, '2026-11-23');
    expect(wrong({})).toEqual([]);
    expect(wrong({ givenNames: '' })).toEqual([]);
    expect(wrong({ surname: '王' })).toEqual([{ field: 'surname', problem: 'latin' }]);
    expect(wrong({ surname: ' ' })).toEqual([{ field: 'surname', problem: 'empty' }]);
    expect(wrong({ birthDate: '1974-02-30' })).toEqual([{ field: 'birthDate', problem: 'date' }]);
    expect(wrong({ birthDate: '2030-01-01' })).toEqual([{ field: 'birthDate', problem: 'future' }]);
    expect(wrong({ expiryDate: '2020-01-01' })).toEqual([{ field: 'expiryDate', problem: 'expired' }]);
    expect(wrong({ number: '1234567890' })).toEqual([{ field: 'number', problem: 'tooLong' }]);
    expect(wrong({ type: 'I' })).toEqual([{ field: 'type', problem: 'code' }]);
    expect(wrong({ issuer: 'de' })).toEqual([{ field: 'issuer', problem: 'code' }]);
  });
});
