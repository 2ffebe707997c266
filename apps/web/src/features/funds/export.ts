import type { StatementLine } from '@bourse/protocol';
import { downloadText, toCsv } from '@bourse/ui';
import { type CallInput, call } from '../../data/index.ts';
import { isoTime } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { signedAmount } from './model/statement.ts';
import { flowLabel, walletLabel } from './parts/labels.ts';

type Query = Omit<CallInput<'GET pay/funds-flow/page'>, 'pageNo' | 'pageSize'>;
const pageSize = 100;

/**
 * Every line of a filtered statement, newest first. New lines move the pages while they are read: a line that comes twice counts once, and
 * the end of the period is fixed at the start, so none is missed.
 */
export async function allLines(query: Query, now: number): Promise<StatementLine[]> {
  const lines = new Map<string, StatementLine>();
  for (let pageNo = 1; ; pageNo += 1) {
    const page = await call('GET pay/funds-flow/page', { to: now + 1, ...query, pageNo, pageSize });
    for (const line of page.list) lines.set(line.id, line);
    if (page.list.length < pageSize) return [...lines.values()];
  }
}

/** Saves a whole filtered statement as a spreadsheet, with full precision and ISO times. */
export async function saveStatement(query: Query, now: number): Promise<void> {
  const head = ['time', 'why', 'wallet', 'asset', 'change', 'available', 'frozen', 'order', 'fill', 'event', 'line'];
  const rows = (await allLines(query, now)).map((line) => [
    isoTime(line.time),
    flowLabel(t, line.flowName),
    walletLabel(t, line.wallet),
    line.asset,
    signedAmount(line),
    line.availableAfter,
    line.frozenAfter,
    line.orderId ?? '',
    line.fillId ?? '',
    line.seq,
    line.id,
  ]);
  downloadText('bourse-statement.csv', toCsv(head, rows));
}
