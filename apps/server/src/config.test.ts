import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigProblems, readConfig, settingsTable } from './config.ts';

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataFolder: '.bourse',
      databaseUrl: undefined,
      feed: 'simulated',
      publicUrl: 'http://127.0.0.1:8080',
    });
  });

  it('names all its problems at once', () => {
    const read = () => readConfig({ PORT: '80800', BOURSE_FEED: 'live', BOURSE_ENV: 'production', DATABASE_URL: 'mysql://root:secret@db' });
    expect(read).toThrow(ConfigProblems);
    try {
      read();
    } catch (error) {
      const { problems } = error as ConfigProblems;
      expect(problems).toHaveLength(5);
      expect(problems.join('\n')).toMatch(/PORT .*\n.*DATABASE_URL .*\n.*BOURSE_FEED .*\n.*BOURSE_PUBLIC_URL .*\n.*SMTP_URL/);
      expect(problems.join('\n')).not.toContain('secret');
    }
  });

  it('wants recordings for a replay', () => {
    expect(() => readConfig({ BOURSE_FEED: 'replay' })).toThrow(/BOURSE_RECORDINGS/);
    expect(readConfig({ BOURSE_FEED: 'replay', BOURSE_RECORDINGS: 'data', BOURSE_REPLAY_SPEED: '12.5' }).replaySpeed).toBe(12.5);
  });

  it.each([
    [{ HOST: '0.0.0.0' }, /HOST must be 127\.0\.0\.1, .*BOURSE_ENV=production/],
    [{ HOST: '::' }, /HOST must be/],
    [{ HOST: '192.168.1.20' }, /HOST must be/],
    [{ HOST: '127.0.0.1.example.com' }, /HOST must be/],
    [{ BOURSE_PUBLIC_URL: 'https://bourse.example' }, /BOURSE_PUBLIC_URL must name this machine, .*\/dev\/outbox/],
  ])('does not open development to other machines: %j', (environment, problem) => {
    expect(() => readConfig(environment)).toThrow(problem);
    const production = { BOURSE_ENV: 'production', BOURSE_PUBLIC_URL: 'https://bourse.example', SMTP_URL: 'smtp://mail.example' };
    expect(readConfig({ ...environment, ...production }).environment).toBe('production');
  });

  it('takes a fixed secret of prices for tests, refuses it in production, and never prints it', () => {
    const secret = 'ab'.repeat(32);
    expect(readConfig({ BOURSE_PRICE_SECRET: secret }).priceSecret).toBe(secret);
    const production = { BOURSE_ENV: 'production', BOURSE_PUBLIC_URL: 'https://bourse.example', SMTP_URL: 'smtp://mail.example' };
    for (const environment of [{ ...production, BOURSE_PRICE_SECRET: secret }, { BOURSE_PRICE_SECRET: `${secret}0` }]) {
      expect(() => readConfig(environment)).toThrow(/BOURSE_PRICE_SECRET must/);
      expect(() => readConfig(environment)).not.toThrow(new RegExp(secret));
    }
  });

  it('has simulated participants in development, and in production only where it is told to', () => {
    const production = { BOURSE_ENV: 'production', BOURSE_PUBLIC_URL: 'https://bourse.example', SMTP_URL: 'smtp://mail.example' };
    const said = (environment: Record<string, string>) => readConfig(environment).participants;
    expect([said({}), said({ BOURSE_PARTICIPANTS: 'off' })]).toEqual(['on', 'off']);
    expect([said(production), said({ ...production, BOURSE_PARTICIPANTS: 'on' })]).toEqual(['off', 'on']);
    expect(() => said({ BOURSE_PARTICIPANTS: 'yes' })).toThrow('BOURSE_PARTICIPANTS must be one of on, off, not "yes"');
  });

  it.each(['localhost', '127.0.0.1', '127.8.0.1', '::1'])('runs in development on %s', (host) => {
    expect(readConfig({ HOST: host, BOURSE_PUBLIC_URL: 'http://localhost:8080' }).host).toBe(host);
  });

  it('limits connections by address only where it sees the addresses', () => {
    expect(readConfig({}).connectionsPerAddress).toBe(512);
    expect(readConfig({ BOURSE_CONNECTIONS_PER_ADDRESS: '40' }).connectionsPerAddress).toBe(40);
    expect(readConfig({ BOURSE_CONNECTIONS_PER_ADDRESS: '40', BOURSE_TRUST_PROXY: '1' }).connectionsPerAddress).toBe(0);
  });

  it('takes a database’s socket folder', () => {
    const databaseUrl = 'postgresql://bourse:secret@/postgres?host=%2Fvar%2Frun';
    expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
  });

  it('sends text messages with a signature and over TLS, or not at all', () => {
    const whole = { BOURSE_SMS_URL: 'https://sms.example/messages', BOURSE_SMS_KEY: 'k'.repeat(24) };
    expect(readConfig(whole)).toMatchObject({ smsUrl: whole.BOURSE_SMS_URL, smsKey: whole.BOURSE_SMS_KEY, smsFrom: 'Bourse' });
    expect(readConfig({ ...whole, BOURSE_SMS_URL: 'http://127.0.0.1:9000/messages' }).smsUrl).toBe('http://127.0.0.1:9000/messages');
    expect(() => readConfig({ BOURSE_SMS_URL: whole.BOURSE_SMS_URL })).toThrow(/BOURSE_SMS_KEY must be set/);
    expect(() => readConfig({ ...whole, BOURSE_SMS_URL: 'http://sms.example/messages' })).toThrow(/BOURSE_SMS_URL must start with https/);
    expect(() => readConfig({ ...whole, BOURSE_SMS_KEY: 'short' })).toThrow(/BOURSE_SMS_KEY must be 16/);
    expect(() => readConfig({ ...whole, BOURSE_SMS_KEY: 'short' })).not.toThrow(/short/);
  });

  it('is reached over TLS in production, by customers and by operators', () => {
    const whole = { BOURSE_ENV: 'production', SMTP_URL: 'smtps://mail.example', BOURSE_PUBLIC_URL: 'https://bourse.example' };
    expect(readConfig(whole).publicUrl).toBe('https://bourse.example');
    expect(() => readConfig({ ...whole, BOURSE_PUBLIC_URL: 'http://bourse.example' })).toThrow(/BOURSE_PUBLIC_URL must start with https/);
    const console = { ...whole, BOURSE_CONSOLE_PORT: '8081' };
    expect(readConfig({ ...console, BOURSE_CONSOLE_URL: 'https://desk.bourse.example' }).consolePort).toBe(8081);
    for (const more of [{}, { BOURSE_CONSOLE_URL: 'http://desk.bourse.example' }])
      expect(() => readConfig({ ...console, ...more })).toThrow(/BOURSE_CONSOLE_URL must be set to an https/);
  });

  it('takes an empty variable as unset', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 8080, smtpUrl: undefined });
  });

  it('is documented exactly', () => {
    const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    expect(page).toContain(settingsTable());
  });
});
