/** Who attends to the conversations that a screen shows, and how far their work orders are. Read again when the log says that it moved. */
import type { ChatMember, ChatWorkOrder } from '@bourse/protocol/chat';
import { CallError } from '@bourse/protocol/client';
import type { ChatCall } from './ports.ts';

export class Attended {
  private readonly call: ChatCall;
  private readonly tell: () => void;
  /** Whether a conversation has a work order. One that the exchange opened has none until its owner asks something. */
  private readonly hasOrder: (groupId: string) => boolean;
  private readonly shown = new Set<string>();
  private readonly orders = new Map<string, ChatWorkOrder | null>();
  private readonly members = new Map<string, readonly ChatMember[]>();

  constructor(call: ChatCall, tell: () => void, hasOrder: (groupId: string) => boolean) {
    this.call = call;
    this.tell = tell;
    this.hasOrder = hasOrder;
  }
  /** Null: there is none. Undefined: not known yet. */
  order = (groupId: string): ChatWorkOrder | null | undefined => this.orders.get(groupId);
  membersOf = (groupId: string): readonly ChatMember[] => this.members.get(groupId) ?? [];
  isNow(groupId: string, order: ChatWorkOrder): void {
    this.orders.set(groupId, order);
  }

  async open(groupId: string): Promise<void> {
    this.shown.add(groupId);
    await Promise.all([this.readOrder(groupId), this.readMembers(groupId)]);
  }
  moved(groupId: string): void {
    if (this.shown.has(groupId)) void this.open(groupId);
  }
  async readOrder(groupId: string): Promise<void> {
    try {
      this.orders.set(groupId, this.hasOrder(groupId) ? await this.call('GET im/work-order/get', { groupId }) : null);
    } catch (error) {
      if (error instanceof CallError && error.status === 404) this.orders.set(groupId, null);
    }
    this.tell();
  }
  private async readMembers(groupId: string): Promise<void> {
    const members = await this.call('GET im/group/avatar-list', { groupId }).catch(() => undefined);
    if (members) this.members.set(groupId, members);
    this.tell();
  }
}
