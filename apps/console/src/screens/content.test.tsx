import type { AdminOutput, ArticleVersion } from '@bourse/protocol/admin';
import { treeFrom } from '@bourse/protocol/texts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../App.tsx';
import { session } from '../data/api.ts';
import { startWords } from '../words.ts';

const me = {
  ...{ operator: '2', name: 'Cleo', roles: ['content'], permissions: ['see', 'content'], expiresAt: 0 },
  ...{ environment: 'development', softwareKeys: true },
};
const bodies: Record<string, string> = { '1': 'One.\n\nTwo.\n\nThree.\n\nFour.', '2': 'One.\n\n2.\n\nThree.\n\nFour.', '3': '一。' };
const version = (more: Partial<ArticleVersion>): ArticleVersion => ({
  ...{ id: '2', language: 'en', version: 2, revision: 1, state: 'published', title: 'Rules', summary: 'Rules', stricter: true },
  ...{ hash: 'h'.repeat(43), sourceVersion: null, stale: false, author: 'Ann', approvals: [], needed: 2, mine: false, mayApprove: false },
  ...{ changedAt: 1, effectiveAt: 1, publishedAt: 1, reason: '' },
  ...more,
});
const article: AdminOutput<'GET content/get'> = {
  ...{ id: '7', type: 2, category: 'service', code: 'terms' },
  versions: [
    version({}),
    version({ id: '1', version: 1, state: 'superseded' }),
    version({ id: '3', language: 'zh-CN', version: 1, title: '规则', sourceVersion: 1, stale: true, stricter: false }),
  ],
} as never;
let saved: Record<string, unknown>[] = [];

function serve(url: string, init: RequestInit = {}) {
  const address = new URL(url, 'http://localhost:8081');
  const name = `${init.method ?? 'GET'} ${address.pathname.replace('/api/admin-api/', '')}`;
  const id = address.searchParams.get('id') ?? '';
  const answers: Record<string, () => unknown> = {
    'GET content/get': () => article,
    'GET content/preview': () => ({ title: `Title ${id}`, summary: 'S', body: treeFrom(bodies[id] ?? ''), before: null }),
    'POST content/save': () => {
      saved.push(JSON.parse(String(init.body)));
      return { article: '7', version: version({ id: '4', state: 'draft', language: 'zh-CN' }) };
    },
  };
  return Promise.resolve(new Response(JSON.stringify({ code: 0, data: answers[name]?.() ?? null, msg: '' })));
}

beforeEach(async () => {
  vi.useRealTimers();
  await startWords(['en']);
  saved = [];
  sessionStorage.clear();
  vi.stubGlobal('fetch', vi.fn(serve));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (hash: string) => {
  location.hash = hash;
  session.begin('token', me as never);
  return render(<App />);
};
const write = async () => fireEvent.click(await screen.findByRole('button', { name: 'Write the next version' }));
const area = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });

describe('the editor', () => {
  it('of a translation has the English text beside it, with what changed since the last one, and does not ask to wait again', async () => {
    open('#content/7/zh-CN');
    await write();
    expect((await area()).value).toBe('一。');
    expect(await screen.findByText(/What changed in it since version 1/)).toBeTruthy();
    const lines = [...document.querySelectorAll('details [data-kind]')].map(
      (line) => `${line.getAttribute('data-kind')} ${line.textContent}`,
    );
    expect(lines).toEqual(['same One.', 'old Two.', 'new 2.', 'same Three.']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show 1 line that stayed' }));
    expect(document.querySelectorAll('details [data-kind]')).toHaveLength(5);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Somebody may be worse off/ }).checked).toBe(false);
  });

  it('keeps what nobody saved through another language, and forgets it once it is saved or given up', async () => {
    open('#content/7/zh-CN');
    await write();
    fireEvent.change(await area(), { target: { value: '二。' } });
    fireEvent.click(screen.getByRole('tab', { name: 'English' }));
    await screen.findByText('Approved by');
    fireEvent.click(screen.getByRole('tab', { name: /Chinese/ }));
    await write();
    expect((await area()).value).toBe('二。');
    expect(screen.getByText(/Your words that were not saved are here again/)).toBeTruthy();
    fireEvent.keyDown(await area(), { key: 's', ctrlKey: true });
    await vi.waitFor(() => expect(saved).toHaveLength(1), 10_000);
    expect(saved[0]).toMatchObject({ language: 'zh-CN', body: treeFrom('二。'), stricter: false });
    await screen.findByRole('button', { name: 'Write the next version' });
    await write();
    expect((await area()).value).toBe('一。');
    fireEvent.change(await area(), { target: { value: '三。' } });
    fireEvent.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1)!);
    await write();
    expect((await area()).value).toBe('一。');
  });

  it('marks what is chosen and loses none of it', async () => {
    open('#content/7/en');
    await write();
    const text = await area();
    const at = text.value.indexOf('Three');
    text.setSelectionRange(at, at + 5);
    fireEvent.keyDown(text, { key: 'b', ctrlKey: true });
    expect((await area()).value).toBe('One.\n\n2.\n\n**Three**.\n\nFour.');
  });
});
