import { dayOf, minorUnits } from '../amounts.ts';
import { ibanOf } from '../iban.ts';
import { BankFileProblem } from '../problem.ts';
import { checked, type Statement, type StatementLine } from '../statement.ts';
import { at, childrenOf, type Element, needed, readXml, textAt } from '../xml.ts';

const namespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1[0-3])$/;

/** The statements of a camt.053 file (ISO 20022, versions 2 to 13). Throws `BankFileProblem`. */
export function readCamt053(text: string): Statement[] {
  const root = readXml(text);
  if (root.name !== 'Document' || !namespace.test(root.namespace))
    throw new BankFileProblem('formatUnknown', 'The file is no statement in camt.053.');
  const statements = childrenOf(at(root, 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) throw new BankFileProblem('malformed', 'The file holds no statement.');
  return statements.map(readStatement);
}

function readStatement(statement: Element): Statement {
  const account = ibanOf(textAt(statement, 'Acct/Id/IBAN'));
  const number = Number(textAt(statement, 'ElctrncSeqNb', 'LglSeqNb'));
  if (!Number.isSafeInteger(number) || number < 1) throw new BankFileProblem('malformed', 'The statement has no number.');
  const closing = balanceOf(statement, ['CLBD']);
  const currency = textAt(statement, 'Acct/Ccy') || closing.currency;
  const lines = childrenOf(statement, 'Ntry')
    .filter((entry) => needed(textAt(entry, 'Sts/Cd', 'Sts'), 'the status of a booking') === 'BOOK')
    .flatMap((entry) => linesOf(entry, account));
  const opening = balanceOf(statement, ['OPBD', 'PRCD']);
  if (opening.currency !== currency || closing.currency !== currency)
    throw new BankFileProblem('malformed', 'The balances are not in the currency of the account.');
  return checked({ account, currency, number, opening: opening.units, closing: closing.units, lines });
}

function balanceOf(statement: Element, kinds: readonly string[]): { units: bigint; currency: string } {
  for (const kind of kinds) {
    const balance = childrenOf(statement, 'Bal').find((one) => textAt(one, 'Tp/CdOrPrtry/Cd') === kind);
    if (balance !== undefined) return signed(balance);
  }
  throw new BankFileProblem('malformed', `The statement has no balance ${kinds[0]}.`);
}

function signed(holder: Element): { units: bigint; currency: string } {
  const sign = textAt(holder, 'CdtDbtInd');
  if (sign !== 'CRDT' && sign !== 'DBIT') throw new BankFileProblem('malformed', 'An amount is neither credit nor debit.');
  const { units, currency } = amountOf(at(holder, 'Amt'));
  return { units: sign === 'CRDT' ? units : -units, currency };
}

function amountOf(amount: Element | undefined): { units: bigint; currency: string } {
  const currency = amount?.attributes['Ccy'] ?? '';
  return { units: minorUnits(amount?.text ?? '', currency, '.'), currency };
}

/** One line for a booking; for a booking of several payments one line for each of them, when the bank tells their amounts. */
function linesOf(entry: Element, account: string): StatementLine[] {
  const { units, currency } = signed(entry);
  const date = dayOf(textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt').slice(0, 10));
  const details = childrenOf(entry, 'NtryDtls').flatMap((one) => childrenOf(one, 'TxDtls'));
  const id = textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef') || textAt(details[0], 'Refs/AcctSvcrRef');
  if (details.length <= 1) return [{ account, id, date, amount: units, currency, ...partiesOf(details[0], units > 0n) }];
  const lines = details.map((detail, place) => {
    const { units: part, currency: own } = amountOf(at(detail, 'Amt') ?? at(detail, 'AmtDtls', 'TxAmt', 'Amt'));
    const amount = units < 0n ? -part : part;
    return { account, id: `${id}/${place + 1}`, date, amount, currency: own, ...partiesOf(detail, units > 0n) };
  });
  if (lines.reduce((sum, line) => sum + line.amount, 0n) !== units)
    throw new BankFileProblem('sumsDiffer', `The payments of the booking ${id} do not give its amount.`);
  return lines;
}

function partiesOf(
  detail: Element | undefined,
  arrived: boolean,
): Pick<StatementLine, 'reference' | 'name' | 'counterparty' | 'endToEndId'> {
  const side = arrived ? 'Dbtr' : 'Cdtr';
  const remittance = at(detail, 'RmtInf');
  const structured = textAt(remittance, 'Strd/CdtrRefInf/Ref');
  const free = childrenOf(remittance, 'Ustrd').map(({ text }) => text);
  const iban = textAt(detail, `RltdPties/${side}Acct/Id/IBAN`);
  const endToEndId = textAt(detail, 'Refs/EndToEndId');
  return {
    reference: [structured, ...free].filter((part) => part !== '').join(' '),
    name: textAt(detail, `RltdPties/${side}/Pty/Nm`, `RltdPties/${side}/Nm`),
    counterparty: iban === '' ? '' : ibanOf(iban),
    endToEndId: endToEndId === 'NOTPROVIDED' ? '' : endToEndId,
  };
}
