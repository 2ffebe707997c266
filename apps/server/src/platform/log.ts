import { type LogFn, type Logger, pino } from 'pino';

/** The log interface of the server's parts. pino's logger implements it. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Fields that are never logged, down to three levels of nesting. Phones and e-mail addresses identify people; the others are secrets. */
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

/** An error's code (ECONNREFUSED, 40001) is no secret. A sign-in code is. */
const hide = (value: unknown, path: unknown[]) =>
  path.at(-1) === 'code' && /^(err|error|cause)$/.test(String(path.at(-2))) ? value : '[hidden]';

/**
 * An error by its message and plain fields. A driver's error references its whole connection, secrets included, so no referenced object is logged
 * except the cause.
 */
function serialiseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const plain = Object.entries(error).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  const { name: type, message, stack, cause } = error;
  return { ...Object.fromEntries(plain), type, message, stack, ...(cause === undefined ? {} : { cause: serialiseError(cause) }) };
}

/** For how long a repeated warning is only counted, at first. The time doubles while the warning keeps coming. */
const quietFirstMs = 10_000;
const quietMostMs = 300_000;
/** Max. number of different warnings that are counted at a time. Beyond it, all are logged. */
const countedAtMost = 1_000;

/**
 * Two warnings are the same when message, place and error text agree, whoever made the request. Security events are the same only when all their
 * facts agree, so that each customer, session and network has a line and a count of its own.
 */
function sameness(args: readonly unknown[]): string {
  const [first, second] = args;
  if (typeof first === 'string') return first;
  const fields = (first ?? {}) as Record<string, unknown>;
  if ('security' in fields) return JSON.stringify(fields, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const { venue, job, part, refusal, err } = fields;
  return JSON.stringify([second, venue, job, part, refusal, err instanceof Error ? err.message : undefined]);
}

/** What a count repeats of its line: all facts of a security event, and the place of anything else. */
function repeated(fields: unknown): Record<string, unknown> {
  if (typeof fields !== 'object' || fields === null) return {};
  const { venue, job, part, ...others } = fields as Record<string, unknown>;
  return 'security' in others ? { venue, job, part, ...others } : { venue, job, part };
}

/**
 * While the database is away, a thousand calls a second fail for one reason. The warning is logged once and then counted; later its count is logged.
 * `settle` logs every open count at once, for the end of the process.
 */
function countSame() {
  const counted = new Map<string, number>();
  const tellers = new Map<string, () => void>();
  function writeOnce(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number): void {
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
    let since = Date.now();
    const tell = () => {
      const more = counted.get(key) ?? 0;
      if (more === 0) return;
      counted.set(key, 0);
      const seconds = Math.round((Date.now() - since) / 1000);
      since = Date.now();
      write.call(this, { ...repeated(fields), times: more, seconds }, `again: ${String(message)}`);
    };
    const count = (quietMs: number) =>
      setTimeout(() => {
        if (counted.get(key) === 0) {
          counted.delete(key);
          tellers.delete(key);
          return;
        }
        tell();
        count(Math.min(2 * quietMs, quietMostMs));
      }, quietMs).unref();
    tellers.set(key, tell);
    count(quietFirstMs);
  }
  return {
    writeOnce,
    settle: () => {
      for (const tell of tellers.values()) tell();
    },
  };
}

export interface LogOptions {
  level: string;
  /** Destination of the lines; standard output when absent. */
  destination?: { write(line: string): void };
  /** Registers what must be logged before the process ends. */
  atEnd?: (settle: () => void) => void;
}

export function createLog({ level, destination, atEnd = (settle) => void process.once('exit', settle) }: LogOptions): Logger {
  const { writeOnce, settle } = countSame();
  atEnd(settle);
  const settings = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: serialiseError },
    redact: { paths: redactedPaths, censor: hide },
    hooks: { logMethod: writeOnce },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

export const silentLog: Log = pino({ level: 'silent' });
