import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSecurityLog } from '../people/security-log.ts';
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

it('writes what an error says and what caused it, and nothing of the connection it came over', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const client = { user: 'bourse', secretKey: -1_343_141_058 };
  const cause = Object.assign(new Error('connection terminated'), { severity: 'FATAL', client });
  log.warn({ err: new Error('the journal broke', { cause }) }, 'recovering');
  const [line = ''] = lines;
  expect(JSON.parse(line).err).toMatchObject({
    type: 'Error',
    message: 'the journal broke',
    cause: { message: 'connection terminated', severity: 'FATAL' },
  });
  expect(line).not.toContain('1343141058');
});

describe('warnings that repeat', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('are written once and then counted, at growing intervals, until they stop', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
    const told = () => lines.splice(0).map((line) => JSON.parse(line) as { msg: string; times?: number; seconds?: number });
    const fail = (requestId: number) => log.warn({ err: new Error('connect ECONNREFUSED'), requestId }, 'a call could not be answered');
    for (let request = 0; request < 1_740; request += 1) fail(request);
    log.warn({ err: new Error('Query read timeout'), requestId: 1 }, 'a call could not be answered');
    log.warn({ venue: 'real' }, 'the market maker rests');
    log.warn({ venue: 'demo' }, 'the market maker rests');
    expect(told().map(({ msg }) => msg)).toEqual([
      'a call could not be answered',
      'a call could not be answered',
      'the market maker rests',
      'the market maker rests',
    ]);
    vi.advanceTimersByTime(10_000);
    expect(told()).toMatchObject([{ msg: 'again: a call could not be answered', times: 1_739, seconds: 10 }]);
    fail(2_000);
    vi.advanceTimersByTime(20_000);
    expect(told()).toMatchObject([{ times: 1, seconds: 20 }]);
    vi.advanceTimersByTime(40_000);
    expect(told()).toEqual([]);
    fail(3_000);
    expect(told()).toMatchObject([{ msg: 'a call could not be answered' }]);
  });

  it('keep each security event: one line for each customer, session and network, and a count of its own', () => {
    const lines: string[] = [];
    let settle = () => {};
    const log = createLog({
      level: 'info',
      destination: { write: (line) => lines.push(line) },
      atEnd: (told) => {
        settle = told;
      },
    });
    const told = () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>);
    const security = createSecurityLog(log);
    for (let n = 0; n < 13; n += 1) security('signInFailed', { customerId: 7n, ip: '203.0.113.9', by: 2 });
    security('signInFailed', { customerId: 8n, ip: '203.0.113.9', by: 2 });
    security('signInFailed', { customerId: 7n, ip: '198.51.100.4', by: 2 });
    security('tokenReused', { sessionId: 'one' });
    security('tokenReused', { sessionId: 'two' });
    expect(told().map(({ security, customerId, network, sessionId }) => [security, customerId ?? sessionId, network])).toEqual([
      ['signInFailed', '7', '203.0.113.9'],
      ['signInFailed', '8', '203.0.113.9'],
      ['signInFailed', '7', '198.51.100.4'],
      ['tokenReused', 'one', undefined],
      ['tokenReused', 'two', undefined],
    ]);
    vi.advanceTimersByTime(10_000);
    expect(told()).toMatchObject([{ security: 'signInFailed', customerId: '7', network: '203.0.113.9', times: 12, seconds: 10 }]);
    security('tokenReused', { sessionId: 'two' });
    security('signInFailed', { customerId: 7n, ip: '203.0.113.9', by: 2 });
    told();
    settle();
    expect(told(), 'counts are not lost when the process ends').toMatchObject([{ security: 'signInFailed', customerId: '7', times: 1 }]);
  });

  it('leaves ordinary lines alone', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
    for (let round = 0; round < 3; round += 1) log.info('serving');
    expect(lines).toHaveLength(3);
  });
});
