import type { FastifyInstance } from 'fastify';

/** What serving pictures needs from people: a stored picture by its id. */
export interface Pictures {
  openFile(id: string): Promise<{ bytes: Buffer; mimeType: string; etag: string } | undefined>;
}

/** Serves uploaded pictures. They were re-encoded on upload, never change under their name, and cannot run code here. */
export function registerFiles(app: FastifyInstance, pictures: Pictures): void {
  app.get('/files/:id', async (request, reply) => {
    const found = await pictures.openFile((request.params as { id: string }).id);
    if (!found) return reply.callNotFound();
    reply
      .header('content-type', found.mimeType)
      .header('content-disposition', 'inline')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', found.etag);
    return request.headers['if-none-match'] === found.etag ? reply.code(304).send() : reply.send(found.bytes);
  });
}
