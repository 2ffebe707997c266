import { connect } from '@nats-io/transport-node';
import type { NoticeSignal } from '../notices/across.ts';
import type { Log } from '../platform/log.ts';
import { type Bus, createLocalBus, type Signal } from './told.ts';

const prefix = 'chat.';
const noticeSubject = 'notice';

/**
 * Signals between servers over NATS core, which keeps nothing and promises nothing: what it loses, the look at the database finds. This process hears its own
 * signals without the way over NATS. While NATS is away the server runs on, and the client library connects again.
 */
export async function createNatsBus(url: string, log: Log): Promise<Bus> {
  const local = createLocalBus();
  const connection = await connect({
    servers: url,
    name: 'bourse chat',
    noEcho: true,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: false,
  });
  const subscription = connection.subscribe(`${prefix}*`, {
    callback: (problem, message) => {
      if (problem) return log.warn({ err: problem }, 'a signal of the chat could not be heard; the look at the database makes up for it');
      const group = message.subject.slice(prefix.length);
      const signal = signalOf(message.data);
      if (signal && /^[0-9]{1,18}$/.test(group)) local.publish(group, signal);
    },
  });
  const noticeListeners = new Set<(signal: NoticeSignal) => void>();
  const notices = connection.subscribe(noticeSubject, {
    callback: (problem, message) => {
      if (problem) return log.warn({ err: problem }, 'a signal of notices could not be heard; the look at the database makes up for it');
      const signal = noticeOf(message.data);
      if (signal) for (const hear of noticeListeners) hear(signal);
    },
  });
  const send = (subject: string, signal: object) => {
    try {
      connection.publish(subject, JSON.stringify(signal));
    } catch (error) {
      log.warn({ err: error }, 'a signal could not be sent; other servers find what it is about within two seconds');
    }
  };
  return {
    publish(group, signal) {
      local.publish(group, signal);
      send(prefix + group, signal);
    },
    subscribe: local.subscribe,
    notices: {
      publish: (signal) => send(noticeSubject, signal),
      subscribe(hear) {
        noticeListeners.add(hear);
        return () => void noticeListeners.delete(hear);
      },
    },
    async close() {
      subscription.unsubscribe();
      notices.unsubscribe();
      await connection.close();
      await local.close();
    },
  };
}

/** What came over the network, if it is a signal. */
function signalOf(data: Uint8Array): Signal | undefined {
  try {
    const { what, member, role, offset } = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown>;
    if (what === 'entry') return { what };
    if (typeof member !== 'string' || !/^[0-9]{1,18}$/.test(member)) return undefined;
    if (role !== 0 && role !== 1 && role !== 2 && role !== 3) return undefined;
    if (what === 'typing') return { what, member, role };
    return what === 'read' && Number.isSafeInteger(offset) ? { what, member, role, offset: offset as number } : undefined;
  } catch {
    return undefined;
  }
}

function noticeOf(data: Uint8Array): NoticeSignal | undefined {
  try {
    const { venue, account, id } = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown>;
    if ((venue !== 'real' && venue !== 'demo') || !Number.isSafeInteger(account)) return undefined;
    return typeof id === 'string' && /^[0-9]{1,18}$/.test(id) ? { venue, account: account as number, id } : undefined;
  } catch {
    return undefined;
  }
}
