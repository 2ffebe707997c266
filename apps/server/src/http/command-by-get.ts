import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@bourse/protocol/errors';
import type { BoundCall } from './table.ts';

/** The specification uses GET for some engine commands. */
export const commandsByGet = ({ method, spec }: Pick<BoundCall, 'method' | 'spec'>) => method === 'GET' && spec.idempotency === 'command';

const programModes = ['cors', 'same-origin'];

/**
 * Only a program may make such a call, and on purpose. It needs a bearer token, which no link, image, form or prefetch can carry (cookies are never
 * read). Requests that a browser marks as automatic are refused too, so that looking at a page cannot cancel or reverse anything.
 */
export function refuseBrowsing(headers: IncomingHttpHeaders): void {
  const said = (name: string) => String(headers[name] ?? '');
  const mode = said('sec-fetch-mode');
  const destination = said('sec-fetch-dest');
  const ahead = /prefetch|prerender|preview/i.test(`${said('sec-purpose')} ${said('purpose')} ${said('x-moz')}`);
  if (ahead || (mode !== '' && !programModes.includes(mode)) || (destination !== '' && destination !== 'empty'))
    throw new Refusal('forbidden');
}
