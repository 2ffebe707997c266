import { catalogue, type ErrorDetail, type ErrorName, Refusal } from '@bourse/protocol/errors';
import { sayRefusal } from '@bourse/words';
import { isDatabaseLost } from '../platform/postgres.ts';

/** `{code, data, msg}` with code 0, concatenated by hand: only the data needs escaping. */
export const successText = (data: unknown): string => `{"code":0,"data":${data === undefined ? 'null' : JSON.stringify(data)},"msg":""}`;

export const failureText = (name: ErrorName, language: string, detail: ErrorDetail): string =>
  `{"code":${catalogue[name].code},"data":null,"msg":${JSON.stringify(sayRefusal(language, name, detail))}}`;

/** A failure before it is put into words. */
export interface Failure {
  name: ErrorName;
  detail: ErrorDetail;
  /** Seconds after which a retry makes sense; 0: no hint. */
  retryAfterS: number;
  /** An unexpected error. It is logged with its stack, and the client gets only its reference. */
  unexpected: boolean;
}

const refused = (name: ErrorName, detail: ErrorDetail = {}): Failure => ({
  name,
  detail,
  retryAfterS: retryHint(name, detail),
  unexpected: false,
});

function retryHint(name: ErrorName, detail: ErrorDetail): number {
  const { seconds } = detail;
  if (catalogue[name].http === 429) return typeof seconds === 'number' ? seconds : 1;
  return catalogue[name].http === 503 ? 1 : 0;
}

/** Turns anything thrown into a refusal of the catalogue. The error's own text never leaves the process. */
export function failureOf(error: unknown, requestId: string): Failure {
  if (error instanceof Refusal && error.refusal !== 'internal') return refused(error.refusal, error.detail);
  const fromHttp = fastifyFailure(error);
  if (fromHttp) return fromHttp;
  if (isDatabaseLost(error)) return refused('unavailable');
  return { name: 'internal', detail: { reference: requestId }, retryAfterS: 0, unexpected: true };
}

/** Errors that Fastify raises before a handler runs. */
function fastifyFailure(error: unknown): Failure | undefined {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof code !== 'string' || !code.startsWith('FST_')) {
    // The JSON parser marks malformed bodies with a status only.
    return statusCode === 400 && error instanceof SyntaxError ? refused('badRequest', { field: 'body', problem: 'notJson' }) : undefined;
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return refused('bodyTooLarge', { limit: '64 KB' });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refused('unsupportedMedia', { expected: 'application/json' });
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') return refused('unsupportedMedia', { expected: 'multipart/form-data' });
  if (code === 'FST_ERR_BAD_URL') return refused('badRequest', { field: 'path', problem: 'malformed' });
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return refused('notFound');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return refused('badRequest', { field: 'body', problem: 'unreadable' });
  return undefined;
}
