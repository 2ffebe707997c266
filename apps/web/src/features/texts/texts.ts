import type { CallOutput } from '@bourse/protocol/calls';
import { cache, call, session } from '../../data/index.ts';

export type TextRow = CallOutput<'GET system/notice/help-page'>['list'][number];
export type Detail = CallOutput<'GET system/notice/detail'>;
export type Policy = CallOutput<'GET system/notice/text'>;
export type Standing = CallOutput<'GET system/notice/text-list'>[number];
export type ToAgree = CallOutput<'GET system/notice/terms-to-agree'>[number];
type Operate = 1 | 2 | 3 | 4;

/** What the customer does with a text: read, helpful, not helpful, agree. */
export async function operate({ id, version, language }: Pick<TextRow, 'id' | 'version' | 'language'>, act: Operate): Promise<void> {
  await call('POST system/text-operate/create', { id, version, language, operate: act }, { noMsg: act === 1 });
  if (act === 1) {
    void cache.invalidate('GET system/notice/notice-page');
    void cache.invalidate('GET system/notice/news-page');
    void cache.invalidate('GET system/notice/unread-announcement');
  } else void cache.invalidate(act === 4 ? 'GET system/notice/text' : 'GET system/notice/detail');
}
/** Marks a text as read for whoever is signed in. A reader who is offline marks it at the next visit. */
export const markOpened = (row: Pick<TextRow, 'id' | 'version' | 'language'>): void => {
  if (session.signedIn) void operate(row, 1).catch(() => undefined);
};

export const pageIn = (text: string | undefined): number => (/^[1-9][0-9]{0,4}$/.test(text ?? '') ? Number(text) : 1);
export const isId = (text: string | undefined): text is string => /^[0-9]{1,18}$/.test(text ?? '');
