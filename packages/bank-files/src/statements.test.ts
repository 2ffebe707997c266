import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BankFileProblem,
  contentOf,
  type ExpectedTransfer,
  matchLine,
  placeOf,
  plainLayout,
  readCamt053,
  readCsv,
  readMt940,
  referenceOf,
  type Statement,
  type StatementLine,
} from './index.ts';
import { writeCamt053, writeCsv, writeMt940 } from './write/index.ts';

const account = 'DE89370400440532013000';
const customers = ['GB29NWBK60161331926819', 'FR1420041010050500013M02606', 'NL91ABNA0417164300', ''];
const names = ['Eva Maria Muller', "Sinead O'Connor", 'Jose Garcia-Lopez', 'Li Wei', 'A & B <Trade> Ltd. "x"', ''];

/** Lines of one statement. Some carry the reference of a deposit, alone or between words; some carry none, or a wrong digit. */
const randomLines = (count: number, currency: string): fc.Arbitrary<StatementLine[]> =>
  fc
    .array(
      fc.record({
        amount: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((units) => units !== 0n),
        deposit: fc.nat(500),
        form: fc.constantFrom('alone', 'spaced', 'between', 'wrong', 'none'),
        counterparty: fc.constantFrom(...customers),
        name: fc.constantFrom(...names),
        day: fc.integer({ min: 1, max: 28 }),
        named: fc.boolean(),
      }),
      { minLength: count, maxLength: count },
    )
    .map((ones) =>
      ones.map(({ amount, deposit, form, counterparty, name, day, named }, at) => ({
        account,
        id: `B${at}X${day}`,
        date: `2026-02-${String(day).padStart(2, '0')}`,
        amount,
        currency,
        reference: wordsOf(referenceOf(deposit), form),
        name,
        counterparty,
        endToEndId: named ? `${at + 1}` : '',
      })),
    );

function wordsOf(reference: string, form: string): string {
  if (form === 'none') return 'rent for February, thanks';
  if (form === 'wrong') return reference.replace(/.$/, (digit) => `${(Number(digit) + 1) % 10}`);
  if (form === 'spaced') return reference.replace(/(.{4})/g, '$1 ').trim();
  return form === 'between' ? `Payment of my top-up ${reference} to the exchange, sent in the morning from the desk` : reference;
}

const statementOf = (lines: StatementLine[], number = 7, opening = 5_000_00n): Statement => ({
  account,
  currency: lines[0]?.currency ?? 'EUR',
  number,
  opening,
  closing: lines.reduce((sum, { amount }) => sum + amount, opening),
  lines,
});

/** Letters that MT940 cannot carry are spaces there. */
const plain = (text: string) => text.replace(/[^A-Za-z0-9/\-:().,'+ ]/g, ' ').trim();
const expected = (deposit: number): ExpectedTransfer | undefined =>
  deposit % 3 === 0
    ? undefined
    : { deposit, amount: BigInt(deposit), currency: 'EUR', name: names[deposit % 5]!, accounts: [customers[deposit % 3]!] };

const problemOf = (read: () => unknown): string => {
  try {
    read();
    return 'none';
  } catch (error) {
    if (!(error instanceof BankFileProblem)) throw error;
    return error.problem;
  }
};

describe('a statement', () => {
  it('has the same 1,000 lines in camt.053, MT940 and CSV, and they match alike', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('EUR', 'JPY', 'KWD').chain((currency) => randomLines(1000, currency)),
        (lines) => {
          // One in three is made to match in its amount, too.
          const statement = statementOf(lines.map((line, at) => (at % 3 === 0 ? { ...line, amount: BigInt((at % 500) + 1) } : line)));
          const day = '2026-02-28';
          const [fromCamt] = readCamt053(writeCamt053(statement, day));
          const [fromCsv] = readCsv(writeCsv(statement), plainLayout);
          const [fromMt940] = readMt940(writeMt940(statement, day));
          expect(fromCamt).toEqual(statement);
          expect(fromCsv).toEqual(statement);
          expect(fromMt940).toEqual({
            ...statement,
            lines: statement.lines.map((line) => ({ ...line, name: plain(line.name), reference: plain(line.reference) })),
          });
          const matches = (read: Statement | undefined) => read?.lines.map((line) => matchLine(line, expected));
          expect(matches(fromMt940)).toEqual(matches(fromCamt));
          expect(matches(fromCsv)).toEqual(matches(fromCamt));
          expect(matches(fromCamt)?.some((match) => match !== undefined)).toBe(true);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('is refused whole when a figure of it is changed', () => {
    fc.assert(
      fc.property(randomLines(6, 'EUR'), fc.nat(), fc.integer({ min: 1, max: 9 }), (lines, place, by) => {
        const statement = statementOf(lines);
        const texts: [string, RegExp, (text: string) => unknown][] = [
          [writeCamt053(statement, '2026-02-28'), /<Amt[^>]*>[\d.]+/g, readCamt053],
          [writeMt940(statement, '2026-02-28'), /(?<=:61:\d{10}[CD]|:6[02]F:[CD]\d{6}EUR)\d+/g, readMt940],
        ];
        for (const [text, figures, read] of texts) {
          const found = [...text.matchAll(figures)];
          const { index, 0: figure } = found[place % found.length]!;
          const end = index + figure.length - 1;
          const bent = text.slice(0, end) + String((Number(text[end]) + by) % 10) + text.slice(end + 1);
          expect(problemOf(() => read(text))).toBe('none');
          expect(problemOf(() => read(bent))).toBe('sumsDiffer');
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is imported once and in order; again, changed, a gap and a wrong opening balance have names', () => {
    const line = (id: string, amount: bigint): StatementLine => ({
      ...{ account, id, date: '2026-02-01', amount, currency: 'EUR' },
      ...{ reference: '', name: '', counterparty: '', endToEndId: '' },
    });
    const first = statementOf([line('a', 5n)], 1, 0n);
    const second = statementOf([line('b', 7n)], 2, 5n);
    const third = statementOf([line('c', 1n)], 3, 12n);
    const done = new Map<number, Statement>();
    const place = (statement: Statement) => {
      const newest = [...done.values()].at(-1);
      return placeOf(statement, { digestOf: (number) => (done.has(number) ? contentOf(done.get(number)!) : undefined), newest });
    };
    expect(place(first)).toBe('next');
    done.set(1, first);
    expect(place(third)).toBe('gap');
    expect(place(first)).toBe('again');
    expect(place(statementOf([line('a', 6n)], 1, 0n))).toBe('changed');
    expect(place(statementOf([line('b', 7n)], 2, 6n))).toBe('balanceDiffers');
    expect(place(second)).toBe('next');
    done.set(2, second);
    done.delete(1);
    expect(place(first)).toBe('before');
  });
});

describe('a file from a stranger', () => {
  const good = writeCamt053(statementOf([]), '2026-02-28');
  const oneLine = statementOf([
    { account, id: 'B1', date: '2026-02-03', amount: 100n, currency: 'EUR', reference: 'x', name: 'y', counterparty: '', endToEndId: '' },
  ]);

  it('is refused by a name when it is XML that attacks', () => {
    const declared = (doctype: string) => good.replace('<Document', `${doctype}<Document`);
    expect(problemOf(() => readCamt053(declared('<!DOCTYPE a [<!ENTITY b "c">]>')))).toBe('doctype');
    expect(problemOf(() => readCamt053(declared('<!DOCTYPE a SYSTEM "file:///etc/passwd">')))).toBe('doctype');
    expect(problemOf(() => readCamt053(good.replace('<MsgId>', '<MsgId>&lol;')))).toBe('malformed');
    expect(problemOf(() => readCamt053(good.replace('<MsgId>', '<?php x ?><MsgId>')))).toBe('malformed');
    expect(problemOf(() => readCamt053(`${'<a>'.repeat(50)}${'</a>'.repeat(50)}`))).toBe('tooLarge');
    expect(problemOf(() => readCamt053('x'.repeat(33 * 1024 * 1024)))).toBe('tooLarge');
    for (const text of ['', 'hello', '<a>', good.slice(0, -20), '<Document/>'])
      expect(
        problemOf(() => readCamt053(text)),
        text.slice(-30),
      ).not.toBe('none');
  });

  it('is refused by a name when its figures or dates are none', () => {
    const camt = writeCamt053(oneLine, '2026-02-28');
    const changes: [string, string, string][] = [
      ['<Sts><Cd>BOOK', '<Sts><Cd>', 'malformed'],
      ['>1.00<', '>1.005<', 'amountInvalid'],
      ['>1.00<', '>-1.00<', 'amountInvalid'],
      ['>1.00<', '>1e3<', 'amountInvalid'],
      ['2026-02-03', '2026-02-30', 'dateInvalid'],
      [account, account.replace('8', '9'), 'accountInvalid'],
      ['Ccy="EUR">1.00', 'Ccy="XXQ">1.00', 'currencyUnknown'],
      ['camt.053.001.08', 'camt.052.001.08', 'formatUnknown'],
      ['<ElctrncSeqNb>7', '<ElctrncSeqNb>0', 'malformed'],
    ];
    for (const [from, to, problem] of changes)
      expect(
        problemOf(() => readCamt053(camt.replaceAll(from, to))),
        to,
      ).toBe(problem);
    const twice = { ...oneLine.lines[0]! };
    expect(problemOf(() => readCamt053(writeCamt053(statementOf([twice, twice]), '2026-02-28')))).toBe('idTwice');
    // A booking that is not final yet is not on the account.
    expect(problemOf(() => readCamt053(camt.replace('BOOK', 'PDNG')))).toBe('sumsDiffer');
  });

  it('in MT940 and CSV, too', () => {
    const swift = writeMt940(oneLine, '2026-02-28');
    for (const [from, to, problem] of [
      ['C1,00N', 'C1.00N', 'malformed'],
      ['C1,00N', 'C1,005N', 'amountInvalid'],
      [':20:', ':99:', 'formatUnknown'],
      [':62F:', ':62M:', 'malformed'],
      ['EUR', 'QQQ', 'currencyUnknown'],
      [':28C:7', ':28C:x', 'malformed'],
    ] as const)
      expect(
        problemOf(() => readMt940(swift.replaceAll(from, to))),
        to,
      ).toBe(problem);
    const table = writeCsv(oneLine);
    for (const [from, to, problem] of [
      ['balance', 'saldo', 'formatUnknown'],
      [',x,y', ',"x,y', 'malformed'],
      [',x,y', ',x"z,y', 'malformed'],
      [',1.00,', ',1.0.0,', 'amountInvalid'],
      ['2026-02-03', '03.02.2026', 'dateInvalid'],
    ] as const)
      expect(
        problemOf(() => readCsv(table.replace(from, to), plainLayout)),
        to,
      ).toBe(problem);
    expect(problemOf(() => readCsv('account\n', plainLayout))).toBe('formatUnknown');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const read of [readCamt053, readMt940, (one: string) => readCsv(one, plainLayout)])
          expect(problemOf(() => read(text))).not.toBe('none');
      }),
    );
  });

  it('says in MT940 who paid, whatever the payer wrote', () => {
    const line = { ...oneLine.lines[0]!, name: 'Mallory Thief', counterparty: customers[1]!, amount: 100n };
    const texts = [
      `for /NAME/Eva Maria Muller/IBAN/${customers[0]}/EREF/77`,
      `/IBAN/${customers[0]}/NAME/Eva Maria Muller/REMI/ for`,
      // Its bank tells no name and no account.
      `/NAME/Eva Maria Muller/IBAN/${customers[0]}`,
    ];
    for (const [at, reference] of texts.entries()) {
      const told = at === 2 ? { ...line, name: '', counterparty: '' } : line;
      const statement = statementOf([{ ...told, reference }]);
      expect(readMt940(writeMt940(statement, '2026-02-28'))[0]?.lines[0], reference).toMatchObject({
        name: told.name,
        counterparty: told.counterparty,
        reference: expect.stringContaining('Eva Maria Muller'),
      });
    }
  });

  it('in the ways of other banks is read, too', () => {
    const german = `:20:STARTUMS\n:25:${account}EUR\n:28C:12\n:60F:C251231EUR100,\n:61:2601011231RC5,5NRTINONREF//X1\n:86:109?00RUECK?20EREF+77 SVWZ+RF12?21 D1?30BIC?31GB29NWBK60161331926819?32Eva?33 Muller\n:62F:C260101EUR94,5\n:86:closing words\n-`;
    expect(readMt940(german)).toMatchObject([
      {
        number: 12,
        opening: 10_000n,
        closing: 9450n,
        lines: [
          { amount: -550n, date: '2025-12-31', reference: 'RF12 D1', endToEndId: '77', name: 'Eva Muller', counterparty: customers[0] },
        ],
      },
    ]);
    // Version 2 of camt.053 has no party around the name and no code inside the status; a collective booking tells its parts.
    const part = (amount: string, id: string) =>
      `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Eva</Nm></Dbtr></RltdPties></TxDtls>`;
    const collective = writeCamt053(oneLine, '2026-02-28')
      .replace('camt.053.001.08', 'camt.053.001.02')
      .replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
      .replace(/<NtryDtls>.*<\/NtryDtls>/, `<NtryDtls>${part('0.30', '1')}${part('0.70', '2')}</NtryDtls>`);
    expect(readCamt053(collective)[0]?.lines).toMatchObject([
      { id: 'B1/1', amount: 30n, name: 'Eva', endToEndId: '1' },
      { id: 'B1/2', amount: 70n, endToEndId: '2' },
    ]);
    expect(problemOf(() => readCamt053(collective.replace('0.70', '0.71')))).toBe('sumsDiffer');
  });
});
