import { CallError } from '@bourse/protocol/client';
import { expect, it } from 'vitest';
import { session } from '../../data/index.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { FeedbackScreen } from './FeedbackScreen.tsx';

const own = {
  ...{ id: '7', kind: 'feedback', step: 'waiting' as const, status: 2 as const, createdAt: 1, dueAt: 2, decidedAt: null },
  ...{ topic: 'trading', text: 'The chart is too small.', question: null, answerUntil: null, reasonCode: null, remark: null },
};
const journey = [{ at: 1, move: 'open' as const, text: '' }];
const listed = (list: unknown[]) => server.on('GET system/case/list', { list, total: list.length, pageNo: 1, pageSize: 15 } as never);
async function open() {
  session.signIn({ accessToken: 'A', refreshToken: 'R', expiresIn: 900, userId: '9', loginType: 1 } as never);
  const shown = await show(<FeedbackScreen />, { at: '/mine/helpFeedback', path: '/mine/helpFeedback' });
  await pass(100);
  const write = async (name: string, text: string) => {
    const area = shown.page.getByLabelText(name, { selector: 'textarea' });
    await shown.person.clear(area);
    await shown.person.click(area);
    await shown.person.paste(text);
  };
  return { ...shown, write };
}

it('says what the page is for while it is empty, sends what is written, and shows its journey', async () => {
  listed([]);
  const { write, press, page } = await open();
  expect(page.getByText('Nothing yet')).toBeTruthy();
  await write('Your message', 'short');
  await press('Send');
  expect(page.getByText('Write at least 10 characters.')).toBeTruthy();
  server.on('POST system/feedback/create', { ...own, journey });
  server.on('GET system/case/get', { ...own, journey });
  await write('Your message', own.text);
  await press('Send');
  await pass(200);
  expect(server.sent('POST system/feedback/create').map(({ input }) => input)).toEqual([
    { topic: 'trading', text: own.text, evidence: [] },
  ]);
  expect(page.getByRole('dialog', { name: 'Request 7' })).toBeTruthy();
});

it('keeps what was written when it is refused', async () => {
  listed([]);
  server.on('POST system/feedback/create', () => {
    throw new CallError(2101, 409, 'You already have 10 open requests.');
  });
  const { write, press, page } = await open();
  await write('Your message', own.text);
  await press('Send');
  await pass(100);
  expect(page.getByText('You already have 10 open requests.')).toBeTruthy();
  expect((page.getByLabelText('Your message', { selector: 'textarea' }) as HTMLTextAreaElement).value).toBe(own.text);
});

it('asks what the exchange asked, and sends the answer', async () => {
  const asked = { ...own, step: 'asked' as const, status: 0 as const, dueAt: null, question: 'Which phone?', answerUntil: 3 };
  listed([asked]);
  server.on('GET system/case/get', { ...asked, journey: [...journey, { at: 2, move: 'ask', text: 'Which phone?' }] });
  server.on('POST system/case/answer', { ...own, journey });
  const { write, press, page } = await open();
  await press(/The chart is too small/);
  await pass(100);
  expect(page.getByText('Which phone?')).toBeTruthy();
  await write('Your answer', 'A small one.');
  await press('Send the answer');
  await pass(100);
  expect(server.sent('POST system/case/answer').map(({ input }) => input)).toEqual([{ id: '7', text: 'A small one.', evidence: [] }]);
});
