import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@bourse/protocol/errors';
import type { BoundCall } from './table.ts';

/** The specification gives some commands to the engine the verb GET. */
export const commandsByGet = ({ method, spec }: Pick<BoundCall, 'method' | 'spec'>) => method === 'GET' && spec.idempotency === 'command';

const programModes = ['cors', 'same-origin'];

/**
 * Such a call is for a program that means it. It needs a bearer token, which no link, picture, form or prefetch can carry (cookies are never read); what a
 * browser says it does by itself is refused beside that, so that nothing is cancelled or reversed by looking at a page.
 */
export function refuseBrowsing(headers: IncomingHttpHeaders): void {
  const said = (name: string) => String(headers[name] ?? '');
  const mode = said('sec-fetch-mode');
  const destination = said('sec-fetch-dest');
  const ahead = /prefetch|prerender|preview/i.test(`${said('sec-purpose')} ${said('purpose')} ${said('x-moz')}`);
  if (ahead || (mode !== '' && !programModes.includes(mode)) || (destination !== '' && destination !== 'empty'))
    throw new Refusal('forbidden');
}
