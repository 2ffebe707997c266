import { expect, test } from 'vitest';
import type { ChatCall } from './client.ts';
import { newVisit } from './visit.ts';

test('a visitor’s browser works before the visitor gets tokens', async () => {
  const asked: [string, unknown][] = [];
  const call = (async (name: string, input: unknown) => {
    asked.push([name, input]);
    return name === 'GET im/auth/work' ? { workId: 'w', challenge: { n: 1 }, expiresInS: 300 } : { accessToken: 'a' };
  }) as unknown as ChatCall;
  const solved: unknown[] = [];
  const tokens = await newVisit(call, async (challenge) => {
    solved.push(challenge);
    return 'the proof';
  });
  expect(tokens).toEqual({ accessToken: 'a' });
  expect(solved).toEqual([{ n: 1 }]);
  expect(asked).toEqual([
    ['GET im/auth/work', {}],
    ['POST im/auth/temporary-token', { workId: 'w', proof: 'the proof' }],
  ]);
});
