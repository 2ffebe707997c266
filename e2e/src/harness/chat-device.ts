import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { createClient } from '@bourse/protocol/client';
import { WebSocket } from 'ws';
import { ChatClient } from '../../../apps/web/src/data/chat/client.ts';
import { MemoryChatStore } from '../../../apps/web/src/data/chat/store.ts';
import type { SocketLike } from '../../../apps/web/src/data/socket-line.ts';

/** A device with the product's own chat client, whose network this program holds. */
export class ChatDevice {
  readonly client: ChatClient;
  private readonly sockets = new Set<WebSocket>();
  private network = new AbortController();

  constructor(origin: string, token: string) {
    const call = createClient({
      origin,
      fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.any([this.network.signal, ...(init.signal ? [init.signal] : [])]) }),
      headers: () => ({ authorization: `Bearer ${token}` }),
    });
    this.client = new ChatClient({
      user: 'person',
      call: (name, input, options) => call(name as never, input as never, options) as never,
      token: () => token,
      refresh: async () => false,
      store: async () => new MemoryChatStore(),
      open: (address) => this.open(address),
      now: () => Date.now(),
      random: Math.random,
      newId: () => randomUUID(),
      address: () => `${origin.replace(/^http/, 'ws')}/ws/chat`,
      gunzip: (bytes) => gunzipSync(bytes).toString(),
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      serverNow: () => Date.now(),
      heardTime: () => {},
    });
  }

  private open(address: string): SocketLike {
    if (this.network.signal.aborted) throw new Error('there is no network');
    const socket = new WebSocket(address, { perMessageDeflate: false });
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    return socket as unknown as SocketLike;
  }

  /** Whatever is under way is lost, answers too. */
  cut(): void {
    this.network.abort();
    for (const socket of this.sockets) socket.terminate();
  }
  mend(): void {
    this.network = new AbortController();
    this.client.wake();
  }

  /** The customer's common conversation, once it is there. */
  get groupId(): string | undefined {
    return this.client.groupOf({ groupType: 1 })?.id;
  }
  get entries() {
    return (this.groupId && this.client.log(this.groupId)?.entries) || [];
  }
  get texts(): string[] {
    return this.entries.flatMap(({ payload }) => (payload?.kind === 'TEXT' ? [payload.text] : []));
  }
  say(text: string): Promise<string> {
    return this.client.send({ groupType: 1 }, { kind: 'TEXT', text });
  }
  stop(): void {
    this.client.stop();
    for (const socket of this.sockets) socket.terminate();
  }
}
