import { Refusal } from '@bourse/protocol/errors';
import type { ChatParts } from './index.ts';
import type { EntryRow, GroupRow } from './log.ts';

/** What the pictures of a group's messages are used by, and those whose message was withdrawn. */
export const picturesOf = (group: bigint) => `chat:${group}`;
export const withdrawnFrom = (group: bigint) => `chat:${group}:withdrawn`;

/** The card of a message: as it was sent, and as its subject is now. */
export async function cardNow({ database, log, cards }: ChatParts, group: GroupRow, row: EntryRow) {
  const body = row.withdrawn_by === null ? log.open(group, row)?.body : undefined;
  if (body?.kind !== 'ORDER') throw new Refusal('chatMessageUnknown');
  const now = await cards.subject(database, group, body.about, body.id);
  return { about: body.about, id: body.id, sent: body.sent, now: now?.facts ?? null };
}

/** A picture that a message of this group holds and that nobody has withdrawn. Each look is recorded. */
export async function pictureOf({ database, documents, log }: ChatParts, group: GroupRow, file: string, viewer: string) {
  const [known] = await database.query<{ width: number; height: number }>(
    'SELECT width, height FROM document WHERE id = $1 AND used_by = $2 AND erased_at IS NULL',
    [file, picturesOf(group.id)],
  );
  const picture = known && log.keyOf(group) && (await documents.open(file, viewer, picturesOf(group.id)));
  if (!known || !picture) throw new Refusal('fileNotReady');
  return { url: `data:${picture.mimeType};base64,${picture.bytes.toString('base64')}`, width: known.width, height: known.height };
}
