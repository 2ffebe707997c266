import type { ChatServerMessage } from '@bourse/protocol/chat-socket';
import { useEffect, useState } from 'react';
import { session } from '../../data/api.ts';
import { ChatLine } from '../../data/chat-line.ts';

/** Frames that come together are one look. */
const gatherMs = 150;
/** Whoever wrote is thought to be writing for so long; they say it again every 3 s. */
const typingMs = 5_000;
const customerRole = 1;

/**
 * The agent's socket, from the first look at the conversations until they sign out: whoever decides a deposit on another screen is still there for the
 * customers that they talk to.
 */
let line: ChatLine | undefined;
const listeners = new Set<(message: ChatServerMessage) => void>();
function keepLine(): void {
  line ??= new ChatLine((message) => {
    for (const listener of listeners) listener(message);
  });
}
session.subscribe(() => {
  if (session.me) return;
  line?.stop();
  line = undefined;
});

export interface Line {
  /** Counts looks that a frame has asked for. */
  moved: number;
  /** The conversation whose customer writes at this moment. */
  typing: string | undefined;
  writes: (group: string) => void;
}

/** What the agent's socket says to the screen of conversations. */
export function useLine(): Line {
  const [moved, setMoved] = useState(0);
  const [typing, setTyping] = useState<string>();
  useEffect(() => {
    let looks: ReturnType<typeof setTimeout> | undefined;
    let ends: ReturnType<typeof setTimeout> | undefined;
    const heard = (message: ChatServerMessage) => {
      if (message.c === 'typing' && message.role === customerRole) {
        setTyping(message.group);
        clearTimeout(ends);
        ends = setTimeout(() => setTyping(undefined), typingMs);
      }
      if (message.c !== 'entry' && message.c !== 'read' && message.c !== 'group') return;
      // Their words are there: nobody is writing them any more.
      if (message.c === 'entry' && message.v.role === customerRole) setTyping(undefined);
      looks ??= setTimeout(() => {
        looks = undefined;
        setMoved((count) => count + 1);
      }, gatherMs);
    };
    listeners.add(heard);
    keepLine();
    return () => {
      clearTimeout(looks);
      clearTimeout(ends);
      listeners.delete(heard);
    };
  }, []);
  return { moved, typing, writes: (group) => line?.writes(group) };
}
