import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '@bourse/protocol/canonical';
import type { ChatEntry, ChatEntryBody, ChatEntryKind, PlacedEntry } from '@bourse/protocol/chat';
import { Refusal } from '@bourse/protocol/errors';
import { chatBodyHash, chatEntryHash, chatKinds, chatSaltBytes } from '@bourse/verifier/chat';
import type { Queryable, Transaction } from '../platform/database.ts';
import { newKey, seal, unseal } from '../platform/sealing.ts';
import type { Said } from './said.ts';

export interface GroupRow extends Record<string, unknown> {
  id: bigint;
  customer_id: bigint;
  venue: 'real' | 'demo';
  account: number | null;
  group_type: 1 | 2 | 3 | 4 | 5 | 6;
  sign: string;
  channel: number | null;
  language: string;
  sealed_key: Buffer | null;
  last_offset: bigint;
  head: Buffer;
  created_at: Date;
  spoke_at: Date;
}
export const groupColumns =
  'id, customer_id, venue, account, group_type, sign, channel, language, sealed_key, last_offset, head, created_at, spoke_at';

export interface EntryRow extends Record<string, unknown> {
  group_id: bigint;
  offset: bigint;
  id: bigint;
  kind: number;
  sender: bigint | null;
  role: 0 | 1 | 2 | 3 | null;
  uuid: string;
  sealed: Buffer | null;
  asked: Buffer;
  body_hash: Buffer;
  time: bigint;
  prev: Buffer;
  hash: Buffer;
  withdrawn_by: bigint | null;
}
export const entryColumns = 'group_id, "offset", id, kind, sender, role, uuid, sealed, asked, body_hash, time, prev, hash, withdrawn_by';

export interface Draft {
  kind: ChatEntryKind;
  /** Null: the exchange. */
  sender: { id: bigint; role: 0 | 1 | 2 | 3 } | null;
  uuid: string;
  /** The message that an edit or a withdrawal is about. */
  of?: number;
  body: Said<ChatEntryBody>;
  /** What the sender asked for, where the body holds more: a card's figures, a picture's size. */
  asked: Said<unknown>;
}

export class GroupLog {
  private readonly key: Uint8Array;
  constructor(key: Uint8Array) {
    this.key = key;
  }

  newKey(group: bigint): Buffer {
    return seal(this.key, `chat key ${group}`, newKey());
  }

  /** Null: erased. */
  keyOf({ id, sealed_key }: Pick<GroupRow, 'id' | 'sealed_key'>): Buffer | null {
    return sealed_key && unseal(this.key, `chat key ${id}`, sealed_key);
  }

  /** A conversation whose words were erased goes on under a new key. What was said before stays unreadable. The transaction holds the group's row. */
  async goOn(tx: Transaction, group: GroupRow): Promise<void> {
    if (group.sealed_key) return;
    group.sealed_key = this.newKey(group.id);
    await tx.query('UPDATE chat_group SET sealed_key = $2, erased_at = NULL WHERE id = $1', [group.id, group.sealed_key]);
  }

  sealText(group: GroupRow, what: string, text: string): Buffer {
    const own = this.keyOf(group);
    if (!own) throw new Refusal('chatGroupUnknown');
    return seal(own, `chat ${what} ${group.id}`, Buffer.from(text));
  }
  openText(group: Pick<GroupRow, 'id' | 'sealed_key'>, what: string, sealed: Buffer | null): string {
    const own = this.keyOf(group);
    return own && sealed ? unseal(own, `chat ${what} ${group.id}`, sealed).toString() : '';
  }

  /** The first answer to this uuid, if it was asked with the same words; undefined: it is new. Other words are refused. */
  async repeated(
    db: Queryable,
    group: GroupRow,
    draft: Pick<Draft, 'kind' | 'sender' | 'uuid' | 'asked'>,
  ): Promise<PlacedEntry | undefined> {
    const [row] = await db.query<EntryRow>(
      `SELECT ${entryColumns} FROM chat_entry WHERE group_id = $1 AND sender IS NOT DISTINCT FROM $2 AND uuid = $3`,
      [group.id, draft.sender?.id ?? null, draft.uuid],
    );
    if (!row) return undefined;
    const opened = this.open(group, row);
    if (!opened || !row.asked.equals(askedHash(opened.salt, draft.kind, draft.asked))) throw new Refusal('commandIdReused');
    return placed(row);
  }

  /**
   * Writes the next entry. The transaction holds the group's row, so offsets have no gaps: what is rolled back gives its number back. `group` is moved on to
   * the new head.
   */
  async append(tx: Transaction, group: GroupRow, draft: Draft, at: number): Promise<PlacedEntry> {
    const own = this.keyOf(group);
    if (!own) throw new Refusal('chatGroupUnknown');
    const salt = randomBytes(chatSaltBytes);
    const body = draft.body.words();
    const offset = group.last_offset + 1n;
    const link = {
      prev: group.head.toString('hex'),
      groupId: String(group.id),
      offset: Number(offset),
      kind: draft.kind,
      sender: draft.sender && String(draft.sender.id),
      time: at,
      bodyHash: chatBodyHash(salt.toString('hex'), body),
    };
    const hash = Buffer.from(chatEntryHash(link), 'hex');
    const [row] = await tx.query<EntryRow>(
      `INSERT INTO chat_entry (group_id, "offset", kind, sender, role, uuid, sealed, asked, body_hash, time, prev, hash, of_offset)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${entryColumns}`,
      [
        ...[group.id, offset, chatKinds[draft.kind], draft.sender?.id ?? null, draft.sender?.role ?? null, draft.uuid],
        seal(own, `chat ${group.id} ${offset}`, Buffer.concat([salt, Buffer.from(canonicalJson(body))])),
        ...[askedHash(salt, draft.kind, draft.asked), Buffer.from(link.bodyHash, 'hex'), at, group.head, hash, draft.of ?? null],
      ],
    );
    await tx.query('UPDATE chat_group SET last_offset = $2, head = $3, spoke_at = $4 WHERE id = $1', [
      ...[group.id, offset, hash, new Date(at)],
    ]);
    group.last_offset = offset;
    group.head = hash;
    return placed(row!);
  }

  /** What an entry says. Undefined: erased. */
  open(group: Pick<GroupRow, 'id' | 'sealed_key'>, row: EntryRow): { salt: Buffer; body: ChatEntryBody } | undefined {
    const own = this.keyOf(group);
    if (!own || !row.sealed) return undefined;
    const bytes = unseal(own, `chat ${row.group_id} ${row.offset}`, row.sealed);
    return { salt: bytes.subarray(0, chatSaltBytes), body: JSON.parse(bytes.subarray(chatSaltBytes).toString()) as ChatEntryBody };
  }

  /** An entry as its readers get it: of a withdrawn one, the place in the chain. */
  view(group: Pick<GroupRow, 'id' | 'sealed_key'>, row: EntryRow): ChatEntry {
    const opened = row.withdrawn_by === null ? this.open(group, row) : undefined;
    return {
      ...{ id: String(row.id), groupId: String(row.group_id), offset: Number(row.offset), kind: kindNames[row.kind]! },
      ...{ sender: row.sender === null ? null : String(row.sender), role: row.role, uuid: row.uuid, time: Number(row.time) },
      ...{ payload: opened?.body ?? null, salt: opened?.salt.toString('hex') ?? null },
      ...{ bodyHash: row.body_hash.toString('hex'), prev: row.prev.toString('hex'), hash: row.hash.toString('hex') },
    };
  }

  /** Makes the words of groups unreadable for ever: without its key, nothing of a group opens, here or in a copy. The chain stays. */
  async erase(tx: Queryable, groups: readonly bigint[], at: number): Promise<void> {
    await tx.query('UPDATE chat_group SET sealed_key = NULL, erased_at = $2 WHERE id = ANY($1)', [groups, new Date(at)]);
    await tx.query('UPDATE chat_entry SET sealed = NULL WHERE group_id = ANY($1)', [groups]);
    await tx.query('UPDATE chat_work_order SET remark = NULL WHERE group_id = ANY($1)', [groups]);
    await tx.query('UPDATE chat_note SET sealed = NULL WHERE group_id = ANY($1)', [groups]);
  }
}

const kindNames = Object.fromEntries(Object.entries(chatKinds).map(([name, number]) => [number, name])) as Record<number, ChatEntryKind>;

const askedHash = (salt: Uint8Array, kind: ChatEntryKind, asked: Said<unknown>) =>
  createHash('sha256')
    .update(salt)
    .update(canonicalJson([kind, asked.words()]))
    .digest();

const placed = ({ id, group_id, offset, hash, time }: EntryRow): PlacedEntry => ({
  ...{ id: String(id), groupId: String(group_id), offset: Number(offset), head: hash.toString('hex'), time: Number(time) },
});

/** Whoever holds this row writes the next entry. */
export async function lockGroup(tx: Queryable, id: bigint | string): Promise<GroupRow> {
  const [group] = await tx.query<GroupRow>(`SELECT ${groupColumns} FROM chat_group WHERE id = $1 FOR UPDATE`, [id]);
  if (!group) throw new Refusal('chatGroupUnknown');
  return group;
}
