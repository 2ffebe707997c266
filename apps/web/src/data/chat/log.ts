/** What this device knows of one conversation: a run of entries without a gap, whose chain it has computed itself. */
import type { ChatEntry } from '@bourse/protocol/chat';
import { chatStart, checkChat } from '@bourse/verifier/chat';

export type Taken = 'applied' | 'known' | 'beyond' | 'changed';

export class ChatLog {
  readonly groupId: string;
  /** Unbroken, oldest first. */
  entries: readonly ChatEntry[] = [];
  /** An entry contradicts the chain, or what this device has seen before. It stays so: nobody can take it back. */
  changed = false;

  constructor(groupId: string, entries: readonly ChatEntry[] = []) {
    this.groupId = groupId;
    if (entries.length === 0) return;
    const [first] = entries as [ChatEntry];
    if (checkChat(groupId, entries, { offset: first.offset - 1, head: first.prev }).ok) this.entries = entries.map(hushed(entries));
  }

  /** The offset before the first entry: 0 where this device has the whole conversation. */
  get from(): number {
    return (this.entries[0]?.offset ?? 1) - 1;
  }
  get have(): number {
    return this.entries.at(-1)?.offset ?? 0;
  }
  get head(): string {
    return this.entries.at(-1)?.hash ?? chatStart;
  }
  at(offset: number): ChatEntry | undefined {
    return this.entries[offset - this.from - 1];
  }

  /** Takes the next entry. One that is known changes nothing; one beyond the next must wait for those between. */
  take(entry: ChatEntry): Taken {
    if (this.changed) return 'changed';
    if (entry.offset <= this.have) {
      const known = this.at(entry.offset);
      return !known || known.hash === entry.hash ? 'known' : this.found();
    }
    if (entry.offset !== this.have + 1) return 'beyond';
    if (!checkChat(this.groupId, [entry], { offset: this.have, head: this.head }).ok) return this.found();
    const entries = [...this.entries, entry];
    this.entries = entry.kind === 'withdraw' ? entries.map(hushed([entry])) : entries;
    return 'applied';
  }

  /** Entries of a page, also where they begin later than this device's: the newest page of a long conversation. */
  takePage(page: readonly ChatEntry[]): Taken {
    const [first] = page;
    if (this.entries.length === 0 && first && first.offset > 1) {
      if (!checkChat(this.groupId, page, { offset: first.offset - 1, head: first.prev }).ok) return this.found();
      this.entries = page.map(hushed(page));
      return 'applied';
    }
    let taken: Taken = 'known';
    for (const entry of page) {
      const one = this.take(entry);
      if (one === 'changed' || one === 'beyond') return one;
      if (one === 'applied') taken = one;
    }
    return taken;
  }

  /** Entries before the first one. */
  takeOlder(page: readonly ChatEntry[]): Taken {
    const [first] = page;
    const [own] = this.entries;
    if (!first || !own) return 'known';
    const checked = checkChat(this.groupId, page, { offset: first.offset - 1, head: first.prev });
    if (!checked.ok || checked.offset !== this.from || checked.head !== own.prev) return this.found();
    this.entries = [...page.map(hushed([...page, ...this.entries])), ...this.entries];
    return 'applied';
  }

  /** The exchange says that its log has this hash at this offset. */
  compare(offset: number, head: string): Taken {
    const own = offset === 0 ? chatStart : this.at(offset)?.hash;
    return own !== undefined && own !== head ? this.found() : 'known';
  }

  private found(): Taken {
    this.changed = true;
    return 'changed';
  }
}

/** What was withdrawn is forgotten here, too; its place in the chain stays. */
const hushed = (entries: readonly ChatEntry[]) => {
  const gone = new Set(entries.map(({ payload }) => (payload?.kind === 'WITHDRAW' ? payload.of : 0)));
  return (entry: ChatEntry): ChatEntry => (gone.has(entry.offset) && entry.salt !== null ? { ...entry, payload: null, salt: null } : entry);
};
