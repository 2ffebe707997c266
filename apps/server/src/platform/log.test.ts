import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('never writes tokens, passwords, codes, e-mails or phones, however deep', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const secrets = { password: 'hunter2', token: 'eyJ', code: '123456', email: 'ada@example.com', phone: '+60123', refreshToken: 'r-1' };
  log.info({ ...secrets, body: secrets, request: { body: secrets, headers: { authorization: 'Bearer abc', cookie: 'sid=1' } } }, 'sign-in');
  const text = lines.join('');
  for (const secret of ['hunter2', 'eyJ', '123456', 'ada@', '+60123', 'r-1', 'Bearer', 'sid=1']) expect(text).not.toContain(secret);
  expect(text).toContain('sign-in');
});

it('says what kind of database error it was, but not about which row', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const error = Object.assign(new Error('duplicate key value'), { code: '23505', detail: 'Key (email)=(ada@example.com) already exists.' });
  log.error({ err: error }, 'insert');
  expect(lines.join('')).toContain('23505');
  expect(lines.join('')).not.toContain('ada@');
});
