import { dayOf, decimalText, exponentOf, minorUnits } from './amounts.ts';
import { checkIban, ibanOf } from './iban.ts';
import { BankFileProblem } from './problem.ts';
import { at, childrenOf, type Element, type Node, needed, readXml, textAt, xmlDocument } from './xml.ts';

export interface BankAccount {
  name: string;
  /** An IBAN without spaces. */
  account: string;
}

export interface BankPayment {
  /** The payout's number. The bank brings it back in pain.002 and in the statement as the end-to-end id. */
  payout: number;
  /** Minor units. */
  amount: bigint;
  currency: string;
  to: BankAccount;
  text: string;
}

export interface PaymentOrder {
  /** Unique for each file; at most 35 characters. A bank takes the same id once. */
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** YYYY-MM-DD. */
  executeOn: string;
  from: BankAccount;
  payments: readonly BankPayment[];
}

const painNamespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
export const statusNamespace = 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10';
const mostPayments = 10_000;

/** Letters that every bank takes (EPC 217-08). */
const bankText = (text: string, most: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .slice(0, most);

/** A file of payments for a bank (pain.001, version 9), one group for each currency. Throws `BankFileProblem`: such a file would be refused by the bank. */
export function writePain001({ id, createdAt, executeOn, from, payments }: PaymentOrder): string {
  if (!/^[A-Za-z0-9-]{1,35}$/.test(id)) throw new BankFileProblem('malformed', `"${id.slice(0, 50)}" is no id of a file of payments.`);
  if (payments.length === 0 || payments.length > mostPayments)
    throw new BankFileProblem('tooManyLines', `A file holds 1 to ${mostPayments} payments.`);
  if (new Set(payments.map(({ payout }) => payout)).size !== payments.length)
    throw new BankFileProblem('idTwice', 'A payout is in the file twice.');
  for (const { payout, amount, currency, to } of payments) {
    if (!Number.isSafeInteger(payout) || payout < 1) throw new BankFileProblem('malformed', `${payout} is no number of a payout.`);
    if (amount <= 0n) throw new BankFileProblem('amountInvalid', `The payout ${payout} has no amount.`);
    exponentOf(currency);
    if (!checkIban(to.account).ok) throw new BankFileProblem('accountInvalid', `The account of the payout ${payout} is no IBAN.`);
  }
  const currencies = [...new Set(payments.map(({ currency }) => currency))];
  const groups = currencies.map((currency, place) =>
    groupNode(
      `${id.slice(0, 31)}-${place + 1}`,
      executeOn,
      from,
      payments.filter((one) => one.currency === currency),
    ),
  );
  const header: Node = [
    'GrpHdr',
    [
      ['MsgId', id],
      ['CreDtTm', new Date(createdAt).toISOString()],
      ['NbOfTxs', String(payments.length)],
      ['InitgPty', [['Nm', bankText(from.name, 70)]]],
    ],
  ];
  return xmlDocument(painNamespace, ['CstmrCdtTrfInitn', [header, ...groups]]);
}

function groupNode(id: string, executeOn: string, from: BankAccount, payments: readonly BankPayment[]): Node {
  const { currency } = payments[0]!;
  const sum = payments.reduce((total, { amount }) => total + amount, 0n);
  return [
    'PmtInf',
    [
      ['PmtInfId', id],
      ['PmtMtd', 'TRF'],
      ['NbOfTxs', String(payments.length)],
      ['CtrlSum', decimalText(sum, currency, '.')],
      ['ReqdExctnDt', [['Dt', dayOf(executeOn)]]],
      ['Dbtr', [['Nm', bankText(from.name, 70)]]],
      ['DbtrAcct', [['Id', [['IBAN', ibanOf(from.account)]]]]],
      ['DbtrAgt', [['FinInstnId', [['Othr', [['Id', 'NOTPROVIDED']]]]]]],
      ...payments.map(
        ({ payout, amount, to, text }): Node => [
          'CdtTrfTxInf',
          [
            ['PmtId', [['EndToEndId', String(payout)]]],
            ['Amt', [['InstdAmt', decimalText(amount, currency, '.'), { Ccy: currency }]]],
            ['Cdtr', [['Nm', bankText(to.name, 70)]]],
            ['CdtrAcct', [['Id', [['IBAN', to.account]]]]],
            ['RmtInf', [['Ustrd', bankText(text, 140)]]],
          ],
        ],
      ),
    ],
  ];
}

/** Reads what `writePain001` writes, and checks the counts and sums, as a bank does. Throws `BankFileProblem`. */
export function readPain001(text: string): PaymentOrder {
  const root = readXml(text);
  if (root.name !== 'Document' || root.namespace !== painNamespace) throw new BankFileProblem('formatUnknown', 'The file is no pain.001.');
  const order = at(root, 'CstmrCdtTrfInitn');
  const groups = childrenOf(order, 'PmtInf');
  const payments = groups.flatMap((group) => {
    const ones = childrenOf(group, 'CdtTrfTxInf').map(paymentOf);
    const currency = ones[0]?.currency ?? '';
    const sum = ones.reduce((total, { amount }) => total + amount, 0n);
    if (Number(textAt(group, 'NbOfTxs')) !== ones.length || minorUnits(textAt(group, 'CtrlSum'), currency, '.') !== sum)
      throw new BankFileProblem('sumsDiffer', 'Number or sum of a group of payments is wrong.');
    return ones;
  });
  if (Number(textAt(order, 'GrpHdr/NbOfTxs')) !== payments.length)
    throw new BankFileProblem('sumsDiffer', 'The number of payments is wrong.');
  return {
    id: needed(textAt(order, 'GrpHdr/MsgId'), 'its id'),
    createdAt: Date.parse(textAt(order, 'GrpHdr/CreDtTm')),
    executeOn: dayOf(textAt(groups[0], 'ReqdExctnDt/Dt')),
    from: { name: textAt(groups[0], 'Dbtr/Nm'), account: ibanOf(textAt(groups[0], 'DbtrAcct/Id/IBAN')) },
    payments,
  };
}

function paymentOf(node: Element): BankPayment {
  const amount = at(node, 'Amt', 'InstdAmt');
  const currency = amount?.attributes['Ccy'] ?? '';
  return {
    payout: payoutOf(textAt(node, 'PmtId/EndToEndId')),
    amount: minorUnits(amount?.text ?? '', currency, '.'),
    currency,
    to: { name: textAt(node, 'Cdtr/Nm'), account: ibanOf(textAt(node, 'CdtrAcct/Id/IBAN')) },
    text: textAt(node, 'RmtInf/Ustrd'),
  };
}

function payoutOf(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new BankFileProblem('malformed', `"${text.slice(0, 40)}" is no number of a payout.`);
  return Number(text);
}

/** `settled`: the money has left. `accepted`: the bank will send it. `rejected`: it is proved that it was not sent. `unknown`: another status; a person asks the bank. */
export type BankStatus = 'settled' | 'accepted' | 'pending' | 'rejected' | 'unknown';

export interface PaymentReport {
  /** The id of the file that it answers. */
  order: string;
  /** For payments that are not named: `rejected` when the bank took nothing of the file. */
  all: BankStatus | undefined;
  payments: readonly { payout: number; status: BankStatus; reason: string }[];
}

const statuses: Record<string, BankStatus> = {
  ...{ ACSC: 'settled', ACCC: 'settled', RJCT: 'rejected', PDNG: 'pending', RCVD: 'pending' },
  ...{ ACCP: 'accepted', ACTC: 'accepted', ACSP: 'accepted', ACWC: 'accepted' },
};
const statusOf = (code: string): BankStatus => statuses[code] ?? 'unknown';

/** The bank's answer to a file of payments (pain.002, versions 3 to 14). Throws `BankFileProblem`. */
export function readPain002(text: string): PaymentReport {
  const root = readXml(text);
  if (root.name !== 'Document' || !/^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.(?:0[3-9]|1[0-4])$/.test(root.namespace))
    throw new BankFileProblem('formatUnknown', 'The file is no pain.002.');
  const report = at(root, 'CstmrPmtStsRpt');
  const original = at(report, 'OrgnlGrpInfAndSts');
  const group = textAt(original, 'GrpSts');
  const payments = childrenOf(report, 'OrgnlPmtInfAndSts')
    .flatMap((one) => childrenOf(one, 'TxInfAndSts'))
    .map((one) => ({
      payout: payoutOf(textAt(one, 'OrgnlEndToEndId')),
      status: statusOf(textAt(one, 'TxSts')),
      reason: textAt(one, 'StsRsnInf/Rsn/Cd', 'StsRsnInf/Rsn/Prtry'),
    }));
  if (new Set(payments.map(({ payout }) => payout)).size !== payments.length)
    throw new BankFileProblem('idTwice', 'The bank names a payout twice.');
  return {
    order: needed(textAt(original, 'OrgnlMsgId'), 'which file it answers'),
    all: group === '' ? undefined : statusOf(group),
    payments,
  };
}

/** The status of one payout after a report; `unknown` when the report does not tell. */
export const reportedStatus = ({ all, payments }: PaymentReport, payout: number): BankStatus =>
  // A file that was taken in part says nothing of the payments that it does not name.
  payments.find((one) => one.payout === payout)?.status ?? (all === undefined ? 'unknown' : all);
