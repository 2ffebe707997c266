import { Venue } from '@bourse/protocol/enums';
import type { FastifyInstance } from 'fastify';

/** The transparency logs as files (C2SP tlog-tiles). Undefined for what there is not, or what no signed head covers. */
export interface LogFiles {
  checkpoint(venue: Venue): Promise<string | undefined>;
  /** `path`: what follows `tile/`. */
  tile(venue: Venue, path: string): Promise<Buffer | undefined>;
}

export const noLogFiles: LogFiles = { checkpoint: async () => undefined, tile: async () => undefined };

/** What a tile spends from the budget of pages and files: it is read from the database. */
const tileWeight = 3;

/** Anybody's monitor may read them, also a page of another origin. */
const headers = { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Serves each venue's log, so that monitors and witnesses by others can read it: `/tlog/real/checkpoint`, `/tlog/real/tile/…`. */
export function registerLogPages(app: FastifyInstance, files: LogFiles): void {
  app.get('/tlog/:venue/checkpoint', async (request, reply) => {
    const { venue } = request.params as { venue: string };
    const head = isVenue(venue) ? await files.checkpoint(venue) : undefined;
    if (head === undefined) return reply.callNotFound();
    return reply.headers({ ...headers, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }).send(head);
  });

  app.get('/tlog/:venue/tile/*', { config: { weight: tileWeight } }, async (request, reply) => {
    const { venue, '*': path } = request.params as { venue: string; '*': string };
    const bytes = isVenue(venue) ? await files.tile(venue, path) : undefined;
    if (bytes === undefined) return reply.callNotFound();
    return reply
      .headers({ ...headers, 'cache-control': 'public, max-age=31536000, immutable', 'content-type': 'application/octet-stream' })
      .send(bytes);
  });
}

const isVenue = (text: string): text is Venue => Object.values<string>(Venue).includes(text);
