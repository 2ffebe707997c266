import { dayOf, minorUnits } from '../amounts.ts';
import { checkIban, ibanOf } from '../iban.ts';
import { BankFileProblem } from '../problem.ts';
import { assertSize, checked, type Statement, type StatementLine } from '../statement.ts';

interface Field {
  tag: string;
  text: string;
}

/** The statements of an MT940 file (SWIFT). Throws `BankFileProblem`. */
export function readMt940(text: string): Statement[] {
  assertSize(text);
  const statements: Field[][] = [];
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') statements.push([]);
    if (statements.length === 0)
      throw new BankFileProblem('formatUnknown', 'The file is no statement in MT940: it does not begin with :20:.');
    statements.at(-1)!.push(field);
  }
  if (statements.length === 0) throw new BankFileProblem('formatUnknown', 'The file is no statement in MT940.');
  return statements.map(readStatement);
}

/** Fields go on over line ends; a dash alone ends a message, and braces around it are SWIFT's own envelope. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, tag, rest] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag !== undefined) fields.push({ tag, text: rest ?? '' });
    else if (/^(?:-\}?|\{.*|)$/.test(line)) continue;
    else if (fields.length > 0) fields.at(-1)!.text += `\n${line}`;
    else throw new BankFileProblem('formatUnknown', 'The file is no statement in MT940.');
  }
  return fields;
}

function readStatement(fields: readonly Field[]): Statement {
  const one = (...tags: readonly string[]): string => {
    const found = fields.filter(({ tag }) => tags.includes(tag));
    if (found.length !== 1) throw new BankFileProblem('malformed', `A statement has one field :${tags[0]}:, this one has ${found.length}.`);
    return found[0]!.text;
  };
  const named = one('25');
  // Some banks write the currency behind the account.
  const account = ibanOf(checkIban(named).ok ? named : named.replace(/[A-Z]{3}$/, ''));
  const [, number] = /^(\d{1,5})(?:\/\d{1,5})?$/.exec(one('28C', '28')) ?? [];
  if (number === undefined || Number(number) < 1) throw new BankFileProblem('malformed', 'The statement has no number.');
  const opening = balanceOf(one('60F'));
  const closing = balanceOf(one('62F'));
  if (opening.currency !== closing.currency) throw new BankFileProblem('malformed', 'The balances are in two currencies.');
  const lines: StatementLine[] = [];
  for (const [place, { tag, text }] of fields.entries()) {
    if (tag === '61') lines.push(lineOf(text, account, opening.currency));
    // The text after the closing balance is about the statement, not about a line.
    else if (tag === '86' && fields[place - 1]?.tag === '61') Object.assign(lines.at(-1)!, partiesOf(text));
  }
  return checked({ account, currency: opening.currency, number: Number(number), opening: opening.units, closing: closing.units, lines });
}

function balanceOf(text: string): { units: bigint; currency: string } {
  const [, sign, date, currency, amount] = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,15})$/.exec(text) ?? [];
  if (sign === undefined || date === undefined || currency === undefined || amount === undefined)
    throw new BankFileProblem('malformed', `"${text.slice(0, 40)}" is no balance.`);
  dayOf(dayFrom(date));
  const units = minorUnits(withComma(amount), currency, ',');
  return { units: sign === 'C' ? units : -units, currency };
}

/** SWIFT wants the comma always. */
function withComma(amount: string): string {
  if (!/^\d+,\d*$/.test(amount)) throw new BankFileProblem('amountInvalid', `"${amount}" is no amount.`);
  return amount;
}

const dayFrom = (six: string): string => `20${six.slice(0, 2)}-${six.slice(2, 4)}-${six.slice(4)}`;

/** Value date, booking date, sign, third letter of the currency, amount, kind, the customer's reference, the bank's, and a line of its own words. */
const linePattern =
  /^(\d{6})(\d{4})?(C|D|RC|RD)([A-Z])?(\d[\d,]{1,14})([A-Z][A-Z0-9]{3})([^\n]{0,16}?)(?:\/\/([^\n]{0,16}))?(?:\n[\s\S]*)?$/;

function lineOf(text: string, account: string, currency: string): StatementLine {
  const [, value, booked, sign, , amount, , , id] = linePattern.exec(text) ?? [];
  if (value === undefined || sign === undefined || amount === undefined)
    throw new BankFileProblem('malformed', `"${text.slice(0, 60)}" is no line of a statement.`);
  const units = minorUnits(withComma(amount), currency, ',');
  return {
    account,
    id: id ?? '',
    date: bookedOn(dayOf(dayFrom(value)), booked),
    // A reversed credit takes money away, a reversed debit brings it back.
    amount: sign === 'C' || sign === 'RD' ? units : -units,
    currency,
    ...{ reference: '', name: '', counterparty: '', endToEndId: '' },
  };
}

/** The booking date has no year: it is the one that lies nearest to the value date. */
function bookedOn(value: string, booked: string | undefined): string {
  if (booked === undefined) return value;
  const year = Number(value.slice(0, 4));
  const months = Number(booked.slice(0, 2)) - Number(value.slice(5, 7));
  const own = months > 6 ? year - 1 : months < -6 ? year + 1 : year;
  return dayOf(`${own}-${booked.slice(0, 2)}-${booked.slice(2)}`);
}

/** Names of what a payer wrote: `/EREF/…/NAME/…/IBAN/…/REMI/…`, or the numbered fields of German banks. */
function partiesOf(text: string): Pick<StatementLine, 'reference' | 'name' | 'counterparty' | 'endToEndId'> {
  const joined = text.replaceAll('\n', '');
  const parts = /^\d{3}\?/.test(joined) ? germanParts(joined) : namedParts(joined);
  const checkedIban = checkIban(parts['IBAN'] ?? '');
  return {
    reference: (parts['REMI'] ?? '').trim(),
    name: (parts['NAME'] ?? '').trim(),
    counterparty: checkedIban.ok ? checkedIban.account : '',
    endToEndId: parts['EREF'] === 'NOTPROVIDED' ? '' : (parts['EREF'] ?? '').trim(),
  };
}

/** Behind `/REMI/` the payer writes, whatever names of parts stand there. */
function namedParts(text: string): Record<string, string> {
  const [, before = text, words] = /^(.*?)\/REMI\/(.*)$/.exec(text) ?? [];
  const found = [...before.matchAll(/\/(EREF|NAME|IBAN)\//g)];
  if (found.length === 0) return { REMI: words ?? text };
  const named = found.map((match, at) => [match[1]!, before.slice(match.index + match[0].length, found[at + 1]?.index ?? before.length)]);
  return { ...Object.fromEntries(named), REMI: words ?? '' };
}

function germanParts(text: string): Record<string, string> {
  const fields = [...text.matchAll(/\?(\d{2})([^?]*)/g)].map(([, number, part]) => [Number(number), part ?? ''] as const);
  const joined = (fits: (number: number) => boolean) =>
    fields
      .filter(([number]) => fits(number))
      .map(([, part]) => part)
      .join('');
  const words = joined((number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63));
  const [, eref, rest] = /^EREF\+(\S*?)\s*SVWZ\+(.*)$/.exec(words) ?? [];
  return {
    REMI: rest ?? words.replace(/^SVWZ\+/, ''),
    EREF: eref ?? '',
    NAME: joined((number) => number === 32 || number === 33),
    IBAN: joined((number) => number === 31),
  };
}
