import { chatSocketLimits } from '@bourse/protocol/chat-limits';
import type { ChatClientMessage, ChatServerMessage } from '@bourse/protocol/chat-socket';
import { session } from './api.ts';

/** A connection that failed is made again after so long, and never sooner. */
const againMs = [1_000, 2_000, 5_000, 10_000];
type Heard = (message: ChatServerMessage) => void;

/**
 * The chat socket of an agent. It says at once that a conversation has moved and that somebody writes, and it is how the server knows that the agent is there:
 * two minutes after the last socket their conversations go back to the queue. The screen reads by itself, too, so nothing depends on a frame that came.
 */
export class ChatLine {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private typedAt = Number.NEGATIVE_INFINITY;
  private stopped = false;
  private readonly heard: Heard;

  constructor(heard: Heard) {
    this.heard = heard;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.socket?.close(1000);
  }

  /** The agent writes: said at most as often as the server listens to it. */
  writes(group: string): void {
    const now = performance.now();
    if (now - this.typedAt < chatSocketLimits.typingMs) return;
    this.typedAt = now;
    this.say({ type: 'typing', group });
  }

  private say(message: ChatClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    if (this.stopped || !session.token) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/chat?socketId=${crypto.randomUUID()}&version=v1`);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.say({ type: 'auth', Authorization: `Bearer ${session.token}` });
      this.ping(socket);
    };
    // Frames stay in their order, although each is unpacked in the background.
    let before = Promise.resolve();
    socket.onmessage = ({ data }) => {
      before = before.then(async () => {
        const text = typeof data === 'string' ? data : await unpacked(data as ArrayBuffer);
        if (!this.stopped) for (const message of messagesIn(text)) this.heard(message);
      });
    };
    socket.onclose = () => {
      clearTimeout(this.timer);
      if (this.stopped) return;
      this.timer = setTimeout(() => this.connect(), againMs[Math.min(this.tries, againMs.length - 1)]);
      this.tries += 1;
    };
  }

  private ping(socket: WebSocket): void {
    this.timer = setTimeout(() => {
      if (this.socket !== socket || this.stopped) return;
      this.say({ type: 'ping', t: 0 });
      this.ping(socket);
    }, chatSocketLimits.pingMs);
  }
}

const unpacked = (bytes: ArrayBuffer): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text().catch(() => '');

/** What cannot be read is a frame that was lost: the screen reads by itself. */
function messagesIn(text: string): ChatServerMessage[] {
  try {
    return (JSON.parse(text) as { m?: ChatServerMessage[] }).m ?? [];
  } catch {
    return [];
  }
}
