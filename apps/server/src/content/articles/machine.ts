import { Refusal } from '@bourse/protocol/errors';
import {
  approvalsFor,
  articleTypes,
  readTree,
  sourceLanguage,
  stricterNoticeMs,
  type Tree,
  type VersionState,
} from '@bourse/protocol/texts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { utcText } from '../../platform/utc-text.ts';
import { hashOf, type VersionRow, versionColumns, versionFrom } from './store.ts';
import { announceTerms, takeBackTerms } from './tell-terms.ts';

/** From which states a version makes a move. Nothing leads back: whoever wants other words writes the next version. */
export const moves = {
  save: ['draft'],
  submit: ['draft'],
  approve: ['review'],
  schedule: ['approved'],
  publish: ['scheduled'],
  withdraw: ['draft', 'review', 'approved', 'scheduled', 'published'],
} as const satisfies Record<string, readonly VersionState[]>;
export type Move = keyof typeof moves;

export interface At {
  id: string;
  /** Of the version that the operator read. */
  revision: number;
  operator: number;
  now: number;
}

export async function versionOf(db: Queryable, id: string | bigint, lock = ''): Promise<VersionRow> {
  const [row] = await db.query<VersionRow>(`SELECT ${versionColumns} FROM ${versionFrom} WHERE v.id = $1 ${lock}`, [id]);
  if (!row) throw new Refusal('notFound');
  return row;
}

/** The version as it stands and locked, if it is the one that was read and may make this move. */
async function begin(tx: Transaction, { id, revision }: At, move: Move): Promise<VersionRow> {
  const row = await versionOf(tx, id, 'FOR UPDATE OF v');
  if (row.revision !== revision) throw new Refusal('contentChanged');
  if (!(moves[move] as readonly VersionState[]).includes(row.state)) throw new Refusal('contentState');
  return row;
}
/** Writes columns of a version that `begin` locked, and the next revision. */
async function put(
  tx: Transaction,
  { id }: Pick<VersionRow, 'id'>,
  now: number,
  values: Readonly<Record<string, unknown>>,
): Promise<VersionRow> {
  const names = Object.keys(values);
  const sets = names.map((name, index) => `${name} = $${index + 3}`);
  await tx.query(`UPDATE article_version SET ${['revision = revision + 1', 'changed_at = $2', ...sets].join(', ')} WHERE id = $1`, [
    id,
    new Date(now),
    ...Object.values(values),
  ]);
  return versionOf(tx, id);
}

/** A body that an operator sent, built anew. */
export function mustBeTree(body: unknown): Tree {
  const { tree, problem } = readTree(body);
  if (!tree) throw new Refusal('contentTree', { what: problem });
  return tree;
}

/** Another operator's words over a draft: whoever writes in it does not approve it later. */
export async function overwrite(tx: Transaction, at: At, values: Readonly<Record<string, unknown>>): Promise<VersionRow> {
  const row = await begin(tx, at, 'save');
  return put(tx, row, at.now, { ...values, authors: [...new Set([...row.authors, at.operator])] });
}

export async function submit(tx: Transaction, at: At): Promise<VersionRow> {
  const row = await begin(tx, at, 'submit');
  mustBeTree(row.body);
  return put(tx, row, at.now, { state: 'review', hash: hashOf({ ...row, article: String(row.article_id) }) });
}

export async function approve(tx: Transaction, at: At & { hash: string }): Promise<VersionRow> {
  const row = await begin(tx, at, 'approve');
  if (row.authors.includes(at.operator)) throw new Refusal('contentOwn');
  // They approve what they read, to the byte.
  if (row.hash?.toString('base64url') !== at.hash) throw new Refusal('contentChanged');
  const made = await tx.query(
    'INSERT INTO article_approval (version_id, operator_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING version_id',
    [row.id, at.operator, new Date(at.now)],
  );
  if (made.length === 0) throw new Refusal('decidedByYou');
  const [count] = await tx.query<{ n: bigint }>('SELECT count(*) AS n FROM article_approval WHERE version_id = $1', [row.id]);
  return put(tx, row, at.now, Number(count?.n ?? 0n) >= approvalsFor(row.type) ? { state: 'approved' } : {});
}

export async function schedule(tx: Transaction, at: At & { effectiveAt: number; reason: string }): Promise<VersionRow> {
  const row = await begin(tx, at, 'schedule');
  const effective = Math.max(at.effectiveAt, at.now);
  let changes = false;
  if (row.type === articleTypes.terms && row.stricter) {
    // The first version of all changes nothing for anybody. Taking the version in force back does not make the next one the first.
    const [before] = await tx.query('SELECT 1 FROM article_version WHERE article_id = $1 AND published_at IS NOT NULL LIMIT 1', [
      row.article_id,
    ]);
    const earliest = at.now + stricterNoticeMs;
    if (before && effective < earliest) throw new Refusal('contentTooSoon', { until: utcText(earliest) });
    changes = before !== undefined;
  }
  const scheduled = await put(tx, row, at.now, { state: 'scheduled', effective_at: new Date(effective), reason: at.reason });
  if (changes) await announceTerms(tx, scheduled);
  return scheduled;
}

export async function withdraw(tx: Transaction, at: At & { reason: string }): Promise<VersionRow> {
  const row = await begin(tx, at, 'withdraw');
  const inForce = row.type === articleTypes.terms && row.state === 'published' && row.language === sourceLanguage;
  // Without them there would be no terms at all.
  if (inForce) throw new Refusal('contentState');
  if (row.state === 'scheduled') await takeBackTerms(tx, row);
  return put(tx, row, at.now, { state: 'withdrawn', reason: at.reason });
}
