import { type LogFn, type Logger, pino } from 'pino';

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

/** An error by its words and plain fields. A driver's error carries its whole connection, the keys of it too: nothing behind a reference is written but the cause. */
function serialiseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const plain = Object.entries(error).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  const { name: type, message, stack, cause } = error;
  return { ...Object.fromEntries(plain), type, message, stack, ...(cause === undefined ? {} : { cause: serialiseError(cause) }) };
}

/** How long a warning that was just written is only counted, at first; doubled while it keeps coming. */
const quietFirstMs = 10_000;
const quietMostMs = 300_000;
/** Different warnings that are counted at a time; beyond, all are written. */
const countedAtMost = 1_000;

/** What makes two warnings the same: their words, where they happened and what the error says; not whose request it was. */
function sameness(args: readonly unknown[]): string {
  const [first, second] = args;
  if (typeof first === 'string') return first;
  const { venue, job, part, refusal, err } = (first ?? {}) as Record<string, unknown>;
  return JSON.stringify([second, venue, job, part, refusal, err instanceof Error ? err.message : undefined]);
}

/** While the database is away a thousand calls a second fail for one reason: it is written once, then counted, and the count is written. */
function countSame() {
  const counted = new Map<string, number>();
  return function writeOnce(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number): void {
    const key = level < pino.levels.values['warn']! ? undefined : sameness(args);
    if (key === undefined || (!counted.has(key) && counted.size >= countedAtMost)) {
      write.apply(this, args);
      return;
    }
    const times = counted.get(key);
    counted.set(key, (times ?? -1) + 1);
    if (times !== undefined) return;
    write.apply(this, args);
    const [fields, message = fields] = args as unknown[];
    const count = (quietMs: number) =>
      setTimeout(() => {
        const more = counted.get(key) ?? 0;
        counted.delete(key);
        if (more === 0) return;
        counted.set(key, 0);
        const { venue, job, part } = (typeof fields === 'object' ? fields : {}) as Record<string, unknown>;
        write.call(this, { venue, job, part, times: more, seconds: quietMs / 1000 }, `again: ${String(message)}`);
        count(Math.min(2 * quietMs, quietMostMs));
      }, quietMs).unref();
    count(quietFirstMs);
  };
}

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
    serializers: { err: serialiseError },
    redact: { paths: redactedPaths, censor: hide },
    hooks: { logMethod: countSame() },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

export const silentLog: Log = pino({ level: 'silent' });
