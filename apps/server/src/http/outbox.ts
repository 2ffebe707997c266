import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../config.ts';
import type { Outbox } from '../platform/outbox.ts';
import { documentHeaders, escapeHtml, pageText } from './document.ts';

/**
 * Whether a browser or program on this machine asks for this machine by its own name. A proxy that forwards strangers is refused, and so is a
 * page elsewhere whose name leads here.
 */
export const fromHere = ({ ip, headers }: FastifyRequest) =>
  isLoopback(ip) &&
  isLoopback((headers.host ?? '').replace(/:\d+$/, '')) &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined;

/** Development only: the newest mails and text messages that were not sent. A server with real customers never has this route. */
export function registerOutbox(app: FastifyInstance, outbox: Pick<Outbox, 'list'>): void {
  app.get('/dev/outbox', async (request, reply) => {
    if (!fromHere(request)) return reply.callNotFound();
    const list = (await outbox.list()).map(
      (message) => `<article class="call"><header><b>${escapeHtml(message.subject || 'Text message')}</b>
<span>${message.channel === 'mail' ? 'Mail' : 'Text message'} to ${escapeHtml(message.recipient)}</span>
<time datetime="${message.created_at.toISOString()}">${message.created_at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time></header>
<pre>${escapeHtml(message.body)}</pre></article>`,
    );
    const body = `<h1>Outbox</h1><p class="lead">This server runs in development: what would be sent by mail or text message stays here. Reload to see the newest.</p>
${list.join('\n') || '<p>Nothing was sent yet.</p>'}`;
    return reply.headers(documentHeaders).send(pageText({ title: 'Outbox', body }));
  });
}
