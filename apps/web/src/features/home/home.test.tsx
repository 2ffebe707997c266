import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../data/index.ts';
import { pageOf } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import Told from './parts/Told.tsx';

const at = Date.UTC(2026, 2, 2, 9);
const row = {
  ...{ id: '4', title: 'Fees fall', summary: 'What an order costs', category: 'announcement', version: 1, at },
  ...{ language: 'en' as const, fallback: false, stale: false },
};
const banner = { id: '1', picture: '/files/abc', target: '/market?kind=2', alt: 'Contracts', language: 'en' as const, fallback: false };
const down = () => {
  throw new CallError(9001, 503, 'not now');
};

beforeEach(() => {
  server.on('GET system/notice/home-notice', { notice: row });
  server.on('GET system/notice/unread-announcement', { count: 2, list: [{ ...row, read: false }] });
  server.on('GET system/notice/index', { announcements: [{ ...row, read: false }], news: [] });
  server.on('GET system/notice/index-jump-list', {
    list: [
      { path: '/market', name: 'Markets' },
      { path: '/college_list', name: 'College' },
    ],
    hosts: [],
  });
  server.on('GET system/rotation-chart/list', [banner]);
  server.on('GET pay/funds-flow/page0', pageOf([]));
  server.on('GET system/menu/list', [{ path: '/college_list', name: 'College', visible: 0 }]);
});
const see = async (part: React.ReactNode) => {
  const shown = await show(part);
  await pass(500);
  return shown;
};

describe('the line at the head of the home page', () => {
  it('has the newest announcement and how many were not opened', async () => {
    const { page } = await see(<Told line />);
    expect(page.getByRole('link', { name: 'Fees fall' }).getAttribute('href')).toBe('/message/announcementDetail?id=%224%22');
    expect(page.getByRole('link', { name: '2 new' }).getAttribute('href')).toBe('/announcement');
  });
  it('of a visitor asks for nothing of a customer', async () => {
    session.logout();
    const { page } = await see(<Told line />);
    expect(page.getByRole('link', { name: 'Fees fall' })).toBeTruthy();
    expect(server.sent('GET system/notice/unread-announcement')).toEqual([]);
  });
  it('leads to the list when nothing is new', async () => {
    server.on('GET system/notice/home-notice', { notice: null });
    server.on('GET system/notice/unread-announcement', { count: 0, list: [] });
    const { page, text } = await see(<Told line />);
    expect(page.getByRole('link', { name: 'Announcements' }).getAttribute('href')).toBe('/announcement');
    expect(text()).not.toMatch(/\d new/);
  });
  it('that did not come offers to ask again', async () => {
    server.on('GET system/notice/home-notice', down);
    const { page, press } = await see(<Told line />);
    server.on('GET system/notice/home-notice', { notice: row });
    await press('Try again');
    await pass(500);
    expect(page.getByRole('link', { name: 'Fees fall' })).toBeTruthy();
  });
});

describe('the end of the home page', () => {
  it('has the banners with their words, the newest texts, and the pages that the venue has', async () => {
    const { page, text } = await see(<Told />);
    expect(page.getByRole('link', { name: 'Contracts' }).getAttribute('href')).toBe('/market?kind=2');
    expect(page.getByRole('img', { name: 'Contracts' }).getAttribute('src')).toBe('/files/abc');
    expect(text()).toContain('Not read yet.');
    expect(page.getByRole('region', { name: 'Announcements' })).toBeTruthy();
    // No news: no heading of news.
    expect(page.queryByRole('region', { name: 'News' })).toBeNull();
    expect(page.getByRole('link', { name: 'Markets' })).toBeTruthy();
    expect(page.queryByRole('link', { name: 'College' })).toBeNull();
  });
  it('without banners and texts has no empty carousel, and says that nothing was published', async () => {
    server.on('GET system/rotation-chart/list', []);
    server.on('GET system/notice/index', { announcements: [], news: [] });
    const { page, text } = await see(<Told />);
    expect(page.queryByRole('list', { name: 'Pictures that lead to a page' })).toBeNull();
    expect(page.queryByRole('img')).toBeNull();
    expect(text()).toContain('Nothing yet');
  });
  it('whose texts do not come says so, and keeps what came', async () => {
    server.on('GET system/notice/index', down);
    const { page, text } = await see(<Told />);
    expect(text()).toContain('not now');
    expect(page.getByRole('link', { name: 'Markets' })).toBeTruthy();
  });
});
