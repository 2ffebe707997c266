import { decimalText } from '../amounts.ts';
import { type CsvLayout, csvColumns, plainLayout } from '../read/csv.ts';
import type { Statement, StatementLine } from '../statement.ts';
import { type Node, xmlDocument } from '../xml.ts';

const signOf = (units: bigint) => (units < 0n ? 'DBIT' : 'CRDT');
const amountNode = (units: bigint, currency: string): Node => ['Amt', decimalText(units, currency, '.'), { Ccy: currency }];

/** A statement as the stand-in bank writes it in camt.053, version 8. `date` is the day that it closes. */
export function writeCamt053(statement: Statement, date: string): string {
  const { account, currency, number, opening, closing, lines } = statement;
  const balance = (kind: string, units: bigint): Node => [
    'Bal',
    [['Tp', [['CdOrPrtry', [['Cd', kind]]]]], amountNode(units, currency), ['CdtDbtInd', signOf(units)], ['Dt', [['Dt', date]]]],
  ];
  return xmlDocument('urn:iso:std:iso:20022:tech:xsd:camt.053.001.08', [
    'BkToCstmrStmt',
    [
      [
        'GrpHdr',
        [
          ['MsgId', `${account}-${number}`],
          ['CreDtTm', `${date}T23:59:59Z`],
        ],
      ],
      [
        'Stmt',
        [
          ['Id', `${account}-${number}`],
          ['ElctrncSeqNb', String(number)],
          ['CreDtTm', `${date}T23:59:59Z`],
          [
            'Acct',
            [
              ['Id', [['IBAN', account]]],
              ['Ccy', currency],
            ],
          ],
          balance('OPBD', opening),
          balance('CLBD', closing),
          ...lines.map(entryNode),
        ],
      ],
    ],
  ]);
}

function entryNode(line: StatementLine): Node {
  const side = line.amount < 0n ? 'Cdtr' : 'Dbtr';
  return [
    'Ntry',
    [
      amountNode(line.amount, line.currency),
      ['CdtDbtInd', signOf(line.amount)],
      ['Sts', [['Cd', 'BOOK']]],
      ['BookgDt', [['Dt', line.date]]],
      ['ValDt', [['Dt', line.date]]],
      ['AcctSvcrRef', line.id],
      [
        'NtryDtls',
        [
          [
            'TxDtls',
            [
              ['Refs', [['EndToEndId', line.endToEndId || 'NOTPROVIDED']]],
              [
                'RltdPties',
                [
                  [side, [['Pty', [['Nm', line.name]]]]],
                  line.counterparty === '' ? undefined : [`${side}Acct`, [['Id', [['IBAN', line.counterparty]]]]],
                ],
              ],
              ['RmtInf', [['Ustrd', line.reference]]],
            ],
          ],
        ],
      ],
    ],
  ];
}

/** Letters that SWIFT carries. A question mark would begin a field of German banks; others become a space. */
const swiftText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-:().,'+ ]/g, ' ');
const sixDigits = (date: string) => date.slice(2).replaceAll('-', '');

/** The same statement in MT940. Ids of more than 16 characters do not fit and are a RangeError. */
export function writeMt940(statement: Statement, date: string): string {
  const { account, currency, number, opening, closing, lines } = statement;
  const balance = (units: bigint) => `${units < 0n ? 'D' : 'C'}${sixDigits(date)}${currency}${decimalText(units, currency, ',')}`;
  const fields = lines.flatMap((line) => {
    if (line.id.length > 16) throw new RangeError(`${line.id} does not fit MT940`);
    const { amount, name, reference, counterparty, endToEndId } = line;
    const told = [endToEndId && `/EREF/${endToEndId}`, name && `/NAME/${swiftText(name)}`, counterparty && `/IBAN/${counterparty}`];
    const words = `${told.join('')}/REMI/${swiftText(reference)}`;
    return [
      `:61:${sixDigits(line.date)}${line.date.slice(5).replace('-', '')}${amount < 0n ? 'D' : 'C'}${decimalText(amount, currency, ',')}NTRFNONREF//${line.id}`,
      `:86:${(words.match(/.{1,65}/g) ?? []).join('\r\n')}`,
    ];
  });
  const head = [`:20:S${number}`, `:25:${account}`, `:28C:${number}/1`, `:60F:${balance(opening)}`];
  return `${[...head, ...fields, `:62F:${balance(closing)}`, '-'].join('\r\n')}\r\n`;
}

const quoted = (field: string) => (/[",;\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** The same statement as a table. */
export function writeCsv(statement: Statement, layout: CsvLayout = plainLayout): string {
  const { currency, number } = statement;
  const amountText = (units: bigint) => `${units < 0n ? '-' : ''}${decimalText(units, currency, layout.decimal)}`;
  let balance = statement.opening;
  const rows = statement.lines.map((line) => {
    balance += line.amount;
    const values = { ...line, statement: String(number), amount: amountText(line.amount), balance: amountText(balance) };
    return csvColumns.map((column) => quoted(values[column])).join(layout.separator);
  });
  return `${[csvColumns.map((column) => quoted(layout.columns[column])).join(layout.separator), ...rows].join('\r\n')}\r\n`;
}
