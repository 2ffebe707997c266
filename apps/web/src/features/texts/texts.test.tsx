import { CallError } from '@bourse/protocol/client';
import { treeFrom } from '@bourse/protocol/texts';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMarket } from '../../testing/market.ts';
import { pageOf } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { CollegeScreen } from './CollegeScreens.tsx';
import { ExternalScreen } from './ExternalScreen.tsx';
import { HelpArticleScreen, HelpCenterScreen } from './HelpScreens.tsx';
import { TextPreviewScreen } from './PolicyScreens.tsx';
import TermsAsk from './TermsAsk.tsx';
import { AnnouncementDetailScreen, AnnouncementScreen } from './ToldScreens.tsx';

const at = Date.UTC(2026, 2, 2, 9);
const row = {
  ...{ id: '4', title: 'Fees', summary: 'What an order costs', category: 'trading', version: 2, at },
  ...{ language: 'en' as const, fallback: false, stale: false },
};
const body = treeFrom('## Fees\n\nSee [changes](/changes) and [the rules](https://example.com/rules).');
const wire = (tree: object) => tree as { type: 'doc' };
const detail = { ...row, type: 3 as const, body: wire(body), changed: false, helpful: { yes: 0, no: 0, mine: null } };
const hash = (letter: string) => letter.repeat(43);
const policy = (version: number, words: string) => ({
  ...{ ...row, version, typeCode: 'service' as const, category: 'service', state: 'inForce' as const, hash: hash(String(version)) },
  ...{ body: wire(treeFrom(words)), agreed: { version: 1, language: 'en' as const, hash: hash('1'), at } },
});
const standing = (version: number, state: 'inForce' | 'former') => ({
  ...{ id: '1', version, title: 'Terms', hash: hash(String(version)), state, stricter: false, effectiveAt: at },
  ...{ language: 'en' as const, fallback: false, stale: false },
});

beforeEach(() => {
  openMarket();
  server.on('POST system/text-operate/create', { done: true, hash: hash('2') });
});
const see = async (part: React.ReactNode, path: string, at = path) => {
  const shown = await show(part, { at, path });
  await pass(500);
  return shown;
};

describe('a text', () => {
  const path = '/mine/helpArticle/helpArticle_detail';
  it('is drawn in its own language, and its links lead to pages of the app', async () => {
    server.on('GET system/notice/detail', { ...detail, language: 'zh-CN', fallback: true });
    const { page, text } = await see(<HelpArticleScreen />, path, `${path}?id=4`);
    expect(document.querySelector('[lang="zh-CN"] h2')?.textContent).toBe('Fees');
    expect(page.getByRole('link', { name: 'changes' }).getAttribute('href')).toBe('/changes');
    expect(page.getByRole('link', { name: 'the rules' }).getAttribute('href')).toBe(
      '/third_party_web_pages?url=https%3A%2F%2Fexample.com%2Frules',
    );
    expect(text()).toContain('This one is in Chinese');
  });
  it('that is no tree is not drawn at all', async () => {
    server.on('GET system/notice/detail', {
      ...detail,
      body: wire({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', onclick: 'alert(1)' }] }] }),
    });
    const { text } = await see(<HelpArticleScreen />, path, `${path}?id=4`);
    expect(text()).toContain('What an order costs');
    expect(document.querySelector('article [lang] p')).toBeNull();
  });
  it('that is gone says so', async () => {
    server.on('GET system/notice/detail', () => {
      throw new CallError(7080, 404, 'gone');
    });
    expect((await see(<HelpArticleScreen />, path, `${path}?id=4`)).text()).toContain('This text is no longer here');
  });
});

describe('terms', () => {
  it('say to which version the customer agreed, what differs, and take the agreement to the one in force', async () => {
    server.on('GET system/notice/text-list', [standing(2, 'inForce'), standing(1, 'former')]);
    server.on('GET system/notice/text', ({ version }) => policy(version ?? 2, version === 1 ? 'One.\n\nTwo.' : 'One.\n\nThree.'));
    const { text, press, page } = await see(<TextPreviewScreen />, '/text_preview', '/text_preview?type=service&version=2&compare=1');
    expect(text()).toContain('You agreed to version 1');
    expect(text()).toContain('Version 2 is in force');
    expect([...document.querySelectorAll('[data-kind]')].map((one) => `${one.getAttribute('data-kind')} ${one.textContent}`)).toEqual([
      'same One.',
      'old Removed: Two.',
      'new Added: Three.',
    ]);
    expect(page.getByRole('button', { name: 'I agree to version 2' })).toBeTruthy();
    await press('I agree to version 2');
    expect(server.sent('POST system/text-operate/create').map(({ input }) => input)).toEqual([
      { id: '4', version: 2, language: 'en', operate: 4 },
    ]);
  });
});

describe('terms that became stricter', () => {
  const asked = {
    ...{ ...row, id: '4', version: 2, typeCode: 'service' as const, category: 'service', hash: hash('2') },
    agreed: { version: 1, language: 'en' as const, hash: hash('1'), at },
  };
  it('are asked for with what differs from what the customer agreed to, and can wait', async () => {
    server.on('GET system/notice/text', ({ version }) => policy(version ?? 2, version === 1 ? 'One.\n\nTwo.' : 'One.\n\nThree.'));
    let closed = 0;
    const { text, press } = await see(<TermsAsk due={asked} onClose={() => (closed += 1)} />, '/home');
    expect(text()).toContain('Our terms of use have changed');
    expect([...document.querySelectorAll('[data-kind]')].map((one) => `${one.getAttribute('data-kind')} ${one.textContent}`)).toEqual([
      'same One.',
      'old Removed: Two.',
      'new Added: Three.',
    ]);
    await press('Ask me later');
    expect([closed, server.sent('POST system/text-operate/create').length]).toEqual([1, 0]);
    await press('I agree to version 2');
    expect(server.sent('POST system/text-operate/create').map(({ input }) => input)).toEqual([
      { id: '4', version: 2, language: 'en', operate: 4 },
    ]);
    expect(closed).toBe(2);
  });
  it('cannot be agreed to while nobody can read them', async () => {
    server.on('GET system/notice/text', () => {
      throw new CallError(9001, 503, 'not now');
    });
    const { page } = await see(<TermsAsk due={asked} onClose={() => undefined} />, '/home');
    expect(page.getByRole('button', { name: 'I agree to version 2' }).hasAttribute('disabled')).toBe(true);
  });
  it('and are announced stand on the page of those in force, also where the announcement is in English alone', async () => {
    const next = { ...standing(3, 'former'), state: 'announced' as const, stricter: true };
    server.on('GET system/notice/text-list', ({ language }) =>
      language === 'en' ? [next, standing(2, 'inForce')] : [standing(2, 'inForce')],
    );
    server.on('GET system/notice/text', policy(2, 'One.'));
    const { page } = await see(<TextPreviewScreen />, '/text_preview', '/text_preview?type=service');
    const href = page.getByRole('link', { name: /A new version takes effect on Mar 2, 2026/ }).getAttribute('href') ?? '';
    expect(Object.fromEntries(new URLSearchParams(href.split('?')[1]))).toEqual({
      ...{ type: 'service', language: 'en', version: '"3"', compare: '"1"' },
    });
  });
});

describe('an announcement', () => {
  const path = '/message/announcementDetail';
  it.each(['service', 'news'])('is no text of %s', async (category) => {
    server.on('GET system/notice/detail', { ...detail, category });
    const { text } = await see(<AnnouncementDetailScreen />, path, `${path}?id=4`);
    expect(text()).toContain('This text is no longer here');
    expect(server.sent('POST system/text-operate/create')).toEqual([]);
  });
});

describe('lists', () => {
  it('of announcements stand by day and say what is unread; an empty one and a failed one say so', async () => {
    server.on('GET system/notice/notice-page', pageOf([{ ...row, read: false }]));
    const { text } = await see(<AnnouncementScreen />, '/announcement');
    expect(text()).toContain('Mar 2, 2026');
    expect(text()).toContain('Not read yet.');
  });
  it('of lessons count only what somebody did', async () => {
    const lesson = { ...row, category: 'college', likes: 0, views: 0 };
    server.on('GET system/forum-message/page', pageOf([lesson, { ...lesson, id: '5', likes: 2, views: 1 }]));
    const { text } = await see(<CollegeScreen />, '/college_list');
    expect(text().match(/\d likes?|\d views?/g)).toEqual(['2 likes', '1 view']);
  });
  it('of help answer a search', async () => {
    server.on('GET system/notice/help-page', ({ keyword }) => pageOf(keyword === 'fee' ? [row] : []));
    expect((await see(<HelpCenterScreen />, '/mine/help_center', '/mine/help_center?q=fee')).text()).toContain('1 article');
  });
  it('that do not come offer to ask again', async () => {
    server.on('GET system/notice/notice-page', () => {
      throw new CallError(9001, 503, 'not now');
    });
    expect((await see(<AnnouncementScreen />, '/announcement')).text()).toContain('not now');
  });
});

describe('a link to another host', () => {
  const at = (url: string) => `/external_service?url=${encodeURIComponent(url)}`;
  beforeEach(() => server.on('GET system/notice/index-jump-list', { list: [], hosts: ['example.com'] }));
  it('names the host and opens outside', async () => {
    const { page } = await see(<ExternalScreen />, '/external_service', at('https://example.com/rules'));
    const link = page.getByRole('link', { name: /example\.com/ });
    expect(link.getAttribute('href')).toBe('https://example.com/rules');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(document.querySelector('iframe')).toBeNull();
  });
  it('whose letters only look like those of a known host is named as a name server sees it', async () => {
    server.on('GET system/notice/index-jump-list', { list: [], hosts: ['apple.com', 'xn--pple-43d.com'] });
    // The first letter is Cyrillic.
    const { text, page } = await see(<ExternalScreen />, '/external_service', at('https://\u0430pple.com/sign-in'));
    expect(text()).toContain('xn--pple-43d.com');
    expect(text()).not.toMatch(/[\u0430a]pple\.com/);
    expect(page.getByRole('link').getAttribute('href')).toBe('https://xn--pple-43d.com/sign-in');
  });
  it.each([
    'https://evil.example/',
    'javascript:alert(1)',
    'http://example.com/',
    '//example.com',
    'https://example.com@evil.example/',
    'https://ex\u0430mple.com/',
  ])('to %s opens nothing', async (url) => {
    const { page, text } = await see(<ExternalScreen />, '/external_service', at(url));
    expect(text()).toContain('This address is not opened from here');
    expect(page.queryByRole('link')).toBeNull();
  });
});
