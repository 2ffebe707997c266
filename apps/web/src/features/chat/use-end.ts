import { useEffect, useRef } from 'react';

/** So close to the end counts as at the end. */
const nearPx = 48;

/**
 * Keeps the end of a conversation in view while the reader is there, also when a card or a picture in it grows. Whoever reads further up is left alone, until
 * they write themselves.
 */
export function useEnd(rows: number, writes: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const there = useRef(true);
  const follow = () => {
    if (there.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row brings the end into view
  useEffect(() => {
    if (writes) there.current = true;
    follow();
  }, [rows, writes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads only what refs hold
  useEffect(() => {
    const grows = new ResizeObserver(follow);
    if (box.current) grows.observe(box.current);
    if (list.current) grows.observe(list.current);
    return () => grows.disconnect();
  }, []);
  const onScroll = () => {
    if (!box.current) return;
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    there.current = scrollHeight - scrollTop - clientHeight < nearPx;
  };
  return { box, list, onScroll };
}
