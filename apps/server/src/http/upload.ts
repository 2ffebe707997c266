import { Refusal } from '@bourse/protocol/errors';
import type { FastifyRequest } from 'fastify';

export const uploadLimitBytes = 5 * 1024 * 1024;
export const multipartLimits = { fileSize: uploadLimitBytes, files: 1, fields: 4, parts: 5, fieldSize: 1_024, headerPairs: 64 };
const tooLarge = () => new Refusal('fileTooLarge', { limit: '5 MB' });

/** Reads the one file of a multipart call. Its handler recognises the type by the bytes; name and type are only the sender's claims. */
export async function readUpload(request: FastifyRequest): Promise<{ bytes: Buffer; filename: string; mimeType: string }> {
  if (!request.isMultipart()) throw new Refusal('unsupportedMedia', { expected: 'multipart/form-data' });
  try {
    const part = await request.file();
    if (!part) throw new Refusal('badRequest', { field: 'file', problem: 'missing' });
    const bytes = await part.toBuffer();
    if (bytes.length === 0) throw new Refusal('badRequest', { field: 'file', problem: 'empty' });
    return { bytes, filename: part.filename.slice(0, 200), mimeType: part.mimetype };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const code = (error as { code?: unknown }).code;
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
    throw new Refusal('badRequest', { field: 'file', problem: 'unreadable' });
  }
}
