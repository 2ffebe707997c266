import type { ChatEntry, ChatMessageBody } from '@bourse/protocol/chat';

/** How often the queue and the open conversation are read while the page is visible, whatever the socket has said. */
export const lookMs = 2_000;

export type ThreadRow =
  | { row: 'message'; entry: ChatEntry; says: ChatMessageBody | null; edited: boolean; withdrawn: boolean; reason: string | null }
  | { row: 'event'; entry: ChatEntry };

/** The newest entries without a gap: whoever was away for long sees no conversation with a hole in it. */
export function unbroken(entries: ReadonlyMap<number, ChatEntry>, newest: number): ChatEntry[] {
  const found: ChatEntry[] = [];
  for (let offset = newest; ; offset -= 1) {
    const entry = entries.get(offset);
    if (!entry) return found.reverse();
    found.push(entry);
  }
}

/** Messages as they stand now, and what happened between them. */
export function rowsOf(entries: readonly ChatEntry[]): ThreadRow[] {
  const edits = new Map<number, string>();
  const gone = new Map<number, string | null>();
  for (const { payload } of entries) {
    if (payload?.kind === 'EDIT') edits.set(payload.of, payload.to.text);
    if (payload?.kind === 'WITHDRAW') gone.set(payload.of, payload.reason);
  }
  return entries.flatMap((entry): ThreadRow[] => {
    if (entry.kind === 'edit' || entry.kind === 'withdraw') return [];
    if (entry.kind !== 'message') return [{ row: 'event', entry }];
    const withdrawn = gone.has(entry.offset);
    const text = edits.get(entry.offset);
    const body = withdrawn ? null : (entry.payload as ChatMessageBody | null);
    return [
      {
        ...{ row: 'message', entry, withdrawn, edited: text !== undefined, reason: gone.get(entry.offset) ?? null },
        says: body && text !== undefined ? { kind: 'TEXT', text } : body,
      },
    ];
  });
}
