import { jaroWinkler, similarEnough } from '@bourse/identity/names';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BankPayment,
  checkIban,
  depositsIn,
  foldName,
  isReference,
  nameLikeness,
  readPain001,
  readPain002,
  referenceOf,
  reportedStatus,
  writePain001,
} from './index.ts';
import { writePain002 } from './write/index.ts';

const order = (payments: readonly BankPayment[]) => ({
  ...{ id: 'F-2026-1', createdAt: Date.UTC(2026, 1, 3), executeOn: '2026-02-03' },
  from: { name: 'Bourse', account: 'DE89370400440532013000' },
  payments,
});
const payment = (payout: number, amount = 100n, currency = 'EUR'): BankPayment => ({
  ...{ payout, amount, currency, text: `Payout ${payout}` },
  to: { name: 'Zoë Łukasz & Söhne', account: 'GB29NWBK60161331926819' },
});

describe('a file of payments', () => {
  it('says exactly what was ordered, with the number of each payout', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.constantFrom('EUR', 'JPY', 'KWD')),
          {
            selector: ([payout]) => payout,
            minLength: 1,
            maxLength: 30,
          },
        ),
        (ones) => {
          const read = readPain001(writePain001(order(ones.map(([payout, amount, currency]) => payment(payout, amount, currency)))));
          const figures = (list: readonly (readonly [number, bigint, string])[]) => [...list].sort(([a], [b]) => a - b);
          expect(figures(read.payments.map(({ payout, amount, currency }) => [payout, amount, currency]))).toEqual(figures(ones));
          expect(read.payments[0]?.to.account).toBe('GB29NWBK60161331926819');
        },
      ),
      { numRuns: 50 },
    );
  });
  it('is not written with a payout twice, no amount, or a wrong account', () => {
    const write = (payments: readonly BankPayment[]) => () => writePain001(order(payments));
    expect(write([payment(1), payment(1)])).toThrow(expect.objectContaining({ problem: 'idTwice' }));
    expect(write([payment(1, 0n)])).toThrow(expect.objectContaining({ problem: 'amountInvalid' }));
    expect(write([])).toThrow(expect.objectContaining({ problem: 'tooManyLines' }));
    const wrong = { ...payment(1), to: { name: 'x', account: 'GB29NWBK60161331926818' } };
    expect(write([wrong])).toThrow(expect.objectContaining({ problem: 'accountInvalid' }));
  });
  it('is refused by the bank when a figure was changed', () => {
    const text = writePain001(order([payment(1, 100n), payment(2, 250n)]));
    expect(() => readPain001(text.replace('>1.00<', '>9.00<'))).toThrow(expect.objectContaining({ problem: 'sumsDiffer' }));
    expect(() => readPain001(text.replace('<Document', '<!DOCTYPE x><Document'))).toThrow(expect.objectContaining({ problem: 'doctype' }));
  });
  it('is answered payment by payment; what the bank does not name is unknown', () => {
    const report = readPain002(
      writePain002(
        { id: 'F-2026-1' },
        [
          { payout: 1, code: 'RJCT', reason: 'AC04' },
          { payout: 2, code: 'ACSC' },
          { payout: 3, code: 'ODD' },
        ],
        0,
      ),
    );
    expect(report).toMatchObject({
      order: 'F-2026-1',
      payments: [{ payout: 1, status: 'rejected', reason: 'AC04' }, { status: 'settled' }, { status: 'unknown' }],
    });
    expect([1, 2, 3, 4].map((payout) => reportedStatus(report, payout))).toEqual(['rejected', 'settled', 'unknown', 'unknown']);
    expect(() =>
      readPain002(
        writePain002(
          { id: 'F' },
          [
            { payout: 1, code: 'RJCT' },
            { payout: 1, code: 'ACSC' },
          ],
          0,
        ),
      ),
    ).toThrow('twice');
  });
});

describe('a reference', () => {
  it('is found alone, spaced and between words, and never with a digit changed', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.nat(16), fc.integer({ min: 1, max: 9 }), (deposit, place, by) => {
        const reference = referenceOf(deposit);
        expect(isReference(reference)).toBe(true);
        for (const text of [
          reference,
          reference.toLowerCase(),
          reference.replace(/(.{4})/g, '$1 '),
          `top up ${reference}, thanks 2026`,
          `${reference} ${reference}`,
        ])
          expect(depositsIn(text), text).toEqual([deposit]);
        if (!/\d/.test(reference[place]!)) return;
        const changed = reference.slice(0, place) + ((Number(reference[place]) + by) % 10) + reference.slice(place + 1);
        expect(depositsIn(changed)).toEqual([]);
      }),
    );
  });
  it('is that of ISO 11649', () => {
    expect(isReference('RF18 5390 0754 7034')).toBe(true);
    expect(isReference('RF19 5390 0754 7034')).toBe(false);
    expect(depositsIn(`${referenceOf(1)} or ${referenceOf(2)}`)).toEqual([1, 2]);
  });
});

describe('names and accounts', () => {
  it('are folded as banks write them', () => {
    expect(foldName('Müller,  Eva-Maria')).toBe('eva maria muller');
    expect(foldName('ŁUKASZ STRAßE')).toBe('lukasz strasse');
    for (const [one, other] of [
      ['Müller, Eva', 'EVA MULLER'],
      ['Jose Garcia Lopez', 'José García-López'],
      ['Katharina Schmidt', 'Katharina Schmitt'],
    ] as const)
      expect(nameLikeness(one, other), one).toBeGreaterThanOrEqual(similarEnough);
    for (const [one, other] of [
      ['Eva Muller', 'Adam Muller'],
      ['Li Wei', 'Wang Fang'],
      ['', 'Li Wei'],
    ] as const)
      expect(nameLikeness(one, other), one).toBeLessThan(similarEnough);
  });
  it('are as like as Jaro and Winkler say', () => {
    expect(jaroWinkler('martha', 'marhta')).toBeCloseTo(0.9611, 4);
    expect(jaroWinkler('dwayne', 'duane')).toBeCloseTo(0.84, 4);
    expect(jaroWinkler('dixon', 'dicksonx')).toBeCloseTo(0.8133, 4);
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(jaroWinkler(a, b)).toBeCloseTo(jaroWinkler(b, a), 10);
        expect(jaroWinkler(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
  it('have check digits', () => {
    expect(checkIban('de89 3704 0044 0532 0130 00')).toEqual({
      ok: true,
      account: 'DE89370400440532013000',
      shown: 'DE89 3704 0044 0532 0130 00',
    });
    for (const [text, problem] of [
      ['DE88370400440532013000', 'checksum'],
      ['DE8937040044053201300', 'length'],
      ['QQ89370400440532013000', 'countryUnknown'],
      ['hello', 'malformed'],
      ['', 'malformed'],
      ['x'.repeat(100), 'malformed'],
    ] as const)
      expect(checkIban(text), text).toEqual({ ok: false, problem });
  });
});
