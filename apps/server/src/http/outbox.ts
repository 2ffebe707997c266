import type { FastifyInstance } from 'fastify';
import type { Outbox } from '../platform/outbox.ts';
import { documentHeaders, escapeHtml, pageText } from './document.ts';

/** Development only: the newest mails and text messages that were not sent. A server with real customers never has this route. */
export function registerOutbox(app: FastifyInstance, outbox: Pick<Outbox, 'list'>): void {
  app.get('/dev/outbox', async (_request, reply) => {
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
