/** The logs of one person's conversations on this device, and how what is missing in them is asked for. */
import type { ChatEntry } from '@bourse/protocol/chat';
import { ChatLog, type Taken } from './log.ts';
import type { ChatCall } from './ports.ts';

const pageSize = 50;
const morePageSize = 100;

export interface ConversationHost {
  call: ChatCall;
  tell(): void;
  /** These are in the log now. */
  applied(log: ChatLog, entries: readonly ChatEntry[]): void;
  /** Keeps entries as they are now: a withdrawn one without its words. */
  keep(entries: readonly ChatEntry[]): Promise<void>;
}

export class Conversations {
  private readonly host: ConversationHost;
  private readonly logs = new Map<string, ChatLog>();
  private readonly fetching = new Map<string, Promise<void>>();

  constructor(host: ConversationHost) {
    this.host = host;
  }

  /** What the device kept. */
  restore(entries: readonly ChatEntry[]): void {
    for (const groupId of new Set(entries.map((entry) => entry.groupId))) {
      const own = entries.filter((entry) => entry.groupId === groupId).sort((a, b) => a.offset - b.offset);
      this.logs.set(groupId, new ChatLog(groupId, own));
    }
  }
  of(groupId: string): ChatLog | undefined {
    return this.logs.get(groupId);
  }
  have(groupId: string): number {
    return this.logs.get(groupId)?.have ?? 0;
  }
  private begun(groupId: string): ChatLog {
    const log = this.logs.get(groupId) ?? new ChatLog(groupId);
    this.logs.set(groupId, log);
    return log;
  }

  /** An entry came by itself. */
  take(entry: ChatEntry): Taken {
    const log = this.begun(entry.groupId);
    const taken = log.take(entry);
    if (taken === 'applied') void this.applied(log, [entry]);
    else if (taken === 'beyond') void this.fetchAfter(entry.groupId);
    return taken;
  }

  /** Asks for what is missing. A second asker waits for the first. */
  fetchAfter(groupId: string): Promise<void> {
    const running = this.fetching.get(groupId);
    if (running) return running;
    const run = this.fetchPages(groupId)
      .catch(() => undefined)
      .finally(() => {
        this.fetching.delete(groupId);
        this.host.tell();
      });
    this.fetching.set(groupId, run);
    return run;
  }
  private async fetchPages(groupId: string) {
    const log = this.begun(groupId);
    for (;;) {
      const before = log.have;
      const limit = before === 0 ? pageSize : morePageSize;
      const page = await this.host.call('POST im/message/list', { groupId, limit, ...(before === 0 ? {} : { after: before }) });
      log.takePage(page);
      await this.applied(log, page);
      if (before === 0 || page.length < limit || log.have === before || log.changed) return;
    }
  }
  async fetchOlder(groupId: string): Promise<void> {
    const log = this.logs.get(groupId);
    if (!log || log.from === 0) return;
    const page = await this.host.call('POST im/message/list', { groupId, before: log.from + 1, limit: pageSize });
    if (log.takeOlder(page) === 'applied') await this.host.keep(page);
    this.host.tell();
  }

  private async applied(log: ChatLog, entries: readonly ChatEntry[]) {
    const fresh = entries.flatMap(({ offset, payload }) => [log.at(offset), payload?.kind === 'WITHDRAW' ? log.at(payload.of) : undefined]);
    this.host.applied(log, entries);
    await this.host.keep(fresh.filter((entry) => entry !== undefined));
  }
}
