/** What a conversation looks like: its messages as they stand now, what happened between them, and what is on its way. */
import type { ChatEntry, ChatMessageBody } from '@bourse/protocol/chat';
import type { OutMessage } from '../../data/chat/index.ts';

/** Message status and direction (product specification, section 3). */
export const messageStatus = { normal: 1, edit: 2, withdrawn: -1 } as const;

export type Row =
  | {
      row: 'message';
      entry: ChatEntry;
      /** null: withdrawn or erased. */
      says: ChatMessageBody | null;
      status: (typeof messageStatus)[keyof typeof messageStatus];
      reason: string | null;
      mine: boolean;
      /** The same person said the row before, a moment ago: their name is not said again. */
      goesOn: boolean;
    }
  | { row: 'day'; day: string }
  | { row: 'event'; entry: ChatEntry }
  | { row: 'out'; out: OutMessage };

const ownerRole = 1;
const momentMs = 5 * 60_000;

/** `dayOf` names the day of a time where the reader is: a new day begins with its name. */
export function rowsOf(entries: readonly ChatEntry[], outs: readonly OutMessage[], dayOf: (time: number) => string): Row[] {
  const edits = new Map<number, string>();
  const withdrawn = new Map<number, string | null>();
  for (const { payload } of entries) {
    if (payload?.kind === 'EDIT') edits.set(payload.of, payload.to.text);
    if (payload?.kind === 'WITHDRAW') withdrawn.set(payload.of, payload.reason);
  }
  const rows = entries.flatMap((entry): Row[] => {
    if (entry.kind === 'edit' || entry.kind === 'withdraw') return [];
    if (entry.kind !== 'message') return [{ row: 'event', entry }];
    const gone = withdrawn.has(entry.offset);
    const text = edits.get(entry.offset);
    const body = gone ? null : (entry.payload as ChatMessageBody | null);
    return [
      {
        row: 'message',
        entry,
        says: body && text !== undefined ? { kind: 'TEXT', text } : body,
        status: gone ? messageStatus.withdrawn : text === undefined ? messageStatus.normal : messageStatus.edit,
        reason: withdrawn.get(entry.offset) ?? null,
        mine: entry.role === ownerRole,
        goesOn: false,
      },
    ];
  });
  const dated: Row[] = [];
  let day = '';
  for (const row of rows) {
    const last = dated.at(-1);
    if (row.row !== 'message' && row.row !== 'event') continue;
    const today = dayOf(row.entry.time);
    if (today !== day) dated.push({ row: 'day', day: today });
    day = today;
    const goesOn =
      row.row === 'message' &&
      last?.row === 'message' &&
      dated.at(-1) === last &&
      last.entry.sender === row.entry.sender &&
      row.entry.time - last.entry.time < momentMs;
    dated.push(goesOn ? { ...row, goesOn } : row);
  }
  const known = new Set(entries.map(({ uuid }) => uuid));
  return [...dated, ...outs.filter(({ uuid }) => !known.has(uuid)).map((out): Row => ({ row: 'out', out }))];
}
