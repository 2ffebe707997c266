import { type Logger, pino } from 'pino';

/** What parts of the server log with; pino's logger is one. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Fields that are never written, wherever they sit down to three levels. Phones and e-mails are people; the rest opens doors. */
const secretFields = [
  'password',
  'payPassword',
  'newPassword',
  'oldPassword',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'code',
  'secret',
  'otp',
  'email',
  'mail',
  'phone',
  'mobile',
  'to',
];

/** A database error's detail repeats the row it is about. */
const rowDetails = ['err.detail', 'err.where', 'err.cause.detail', 'err.cause.where'];

const redactedPaths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.headers["${field}"]`]).concat(rowDetails);

/** An error's code (ECONNREFUSED, 40001) is no secret; a sign-in code is. */
const hide = (value: unknown, path: unknown[]) =>
  path.at(-1) === 'code' && /^(err|error|cause)$/.test(String(path.at(-2))) ? value : '[hidden]';

export interface LogOptions {
  level: string;
  /** Where lines go; standard output when absent. */
  destination?: { write(line: string): void };
}

export function createLog({ level, destination }: LogOptions): Logger {
  const settings = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: redactedPaths, censor: hide },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

export const silentLog: Log = pino({ level: 'silent' });
