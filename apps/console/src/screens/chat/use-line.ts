import { useEffect, useRef, useState } from 'react';
import { ChatLine } from '../../data/chat-line.ts';

/** Frames that come together are one look. */
const gatherMs = 150;
/** Whoever wrote is thought to be writing for so long; they say it again every 3 s. */
const typingMs = 5_000;
const customerRole = 1;

export interface Line {
  /** Counts looks that a frame has asked for. */
  moved: number;
  /** The conversation whose customer writes at this moment. */
  typing: string | undefined;
  writes: (group: string) => void;
}

/** The agents' socket for as long as the screen is shown. */
export function useLine(): Line {
  const [moved, setMoved] = useState(0);
  const [typing, setTyping] = useState<string>();
  const line = useRef<ChatLine>(undefined);
  useEffect(() => {
    let looks: ReturnType<typeof setTimeout> | undefined;
    let ends: ReturnType<typeof setTimeout> | undefined;
    const own = new ChatLine((message) => {
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
    });
    line.current = own;
    return () => {
      clearTimeout(looks);
      clearTimeout(ends);
      own.stop();
    };
  }, []);
  return { moved, typing, writes: (group) => line.current?.writes(group) };
}
