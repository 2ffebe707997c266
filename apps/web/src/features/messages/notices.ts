import type { CallInput, CallOutput } from '@bourse/protocol/calls';
import { type NoticeTopic, noticeTopics, topicOf } from '@bourse/protocol/notice-topics';
import { useEffect, useMemo, useState } from 'react';
import { type AppEvents, cache, call, on, type Remote, useRead } from '../../data/index.ts';

export type Notice = CallOutput<'GET system/notice-msg/page'>['list'][number];
export type Counts = CallOutput<'GET system/notice-msg/total-read'>;
export type Topic = NoticeTopic;
export const topics = noticeTopics;

const page = 'GET system/notice-msg/page';
const counts = 'GET system/notice-msg/total-read';
const again = () => {
  void cache.invalidate(page);
  void cache.invalidate(counts);
};
export function useNotices(query: Partial<CallInput<typeof page>>) {
  useEffect(() => on('notice', () => void cache.invalidate(page)), []);
  return useRead(page, query as CallInput<typeof page>, { needsSession: true, staleMs: 10_000, keepPrevious: true });
}

type Pushed = Pick<AppEvents['notice'], 'id' | 'kind'>;
/** Counts as they are after these pushes. A push that the answer already counts, or that came twice, changes nothing. */
export function counted(read: Counts, pushed: readonly Pushed[]): Counts {
  const newest = BigInt(read.newest ?? 0);
  const added = [...new Map(pushed.map((one) => [one.id, one])).values()].filter(({ id }) => BigInt(id) > newest);
  const of = (topic: Topic) => added.filter(({ kind }) => topicOf(kind) === topic).length;
  return {
    ...{ newest: read.newest, total: read.total + added.length, unread: read.unread + added.length },
    topics: read.topics.map(({ topic, total, unread }) => ({ topic, total: total + of(topic), unread: unread + of(topic) })),
  };
}
/** How many notices there are. A push is counted where it arrives, so nothing is asked again because of it. */
export function useCounts(): Remote<Counts> {
  const remote = useRead(counts, {}, { needsSession: true, staleMs: 10_000, keepPrevious: true });
  const [pushed, setPushed] = useState<readonly Pushed[]>([]);
  useEffect(() => on('notice', ({ id, kind }) => setPushed((before) => [...before, { id, kind }])), []);
  const read = remote.state === 'ready' ? remote.value : undefined;
  const value = useMemo(() => read && counted(read, pushed), [read, pushed]);
  return remote.state === 'ready' && value ? { ...remote, value } : remote;
}

export async function markRead(id: string): Promise<void> {
  await call('PUT system/notice-msg/read', { ids: [id] }, { noMsg: true });
  again();
}
/** Marks a notice and all before it, so that one that comes meanwhile stays unread. */
export async function markAllRead(upTo: string, topic: Topic | undefined): Promise<void> {
  await call('POST system/notice-msg/read', { upTo, ...(topic ? { topic } : {}) });
  again();
}
