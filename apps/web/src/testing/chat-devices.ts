import { vi } from 'vitest';
import { ChatClient } from '../data/chat/client.ts';
import { openChatStore } from '../data/chat/store.ts';
import { Exchange, epoch, FakeSocket, uuidOf } from './chat-exchange.ts';

/** What IndexedDB does takes turns of the real event loop. */
export const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await vi.advanceTimersByTimeAsync(1);
};

/** One exchange, and devices of people who write to it, under a clock that the test moves. */
export class ChatDevices {
  readonly exchange = new Exchange();
  readonly sockets: FakeSocket[] = [];
  private readonly clients: ChatClient[] = [];
  private made = 0;

  /** A device as it is after a start. */
  async device(user = '7', store = openChatStore): Promise<ChatClient> {
    const client = new ChatClient({
      user,
      store,
      call: ((name: string, input: Record<string, unknown>) => this.exchange.call(name, input)) as never,
      open: () => {
        const socket = new FakeSocket();
        this.sockets.push(socket);
        return socket;
      },
      now: () => Date.now(),
      random: () => 0.5,
      newId: () => {
        this.made += 1;
        return uuidOf(this.made);
      },
      address: () => 'wss://x/ws/chat',
      gunzip: () => null,
      token: () => 'A',
      refresh: async () => false,
      serverNow: () => epoch,
      heardTime: () => {},
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    });
    this.clients.push(client);
    const started = client.start();
    await turns();
    await started;
    return client;
  }
  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }
  stop(): void {
    for (const client of this.clients) client.stop();
  }
}
