import { Refusal } from '@bourse/protocol/errors';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { createGate } from '../gate.ts';

export const pictureBytesAtMost = 5 * 1024 * 1024;
/** A small file can unfold to gigabytes. No photograph is larger than this. */
const pixelsAtMost = 40_000_000;
const longestEdge = 2_048;
/** Decoding one picture takes up to 160 MB. */
const gated = createGate({ atOnce: 2, waiting: 16 });

// The engine shares these cores, so each picture gets one thread and no memory is cached.
sharp.concurrency(1);
sharp.cache(false);

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface Picture {
  bytes: Buffer;
  mimeType: PictureType;
  width: number;
  height: number;
}

const encoders: Record<PictureType, (image: Sharp) => Sharp> = {
  'image/png': (image) => image.png({ compressionLevel: 8 }),
  'image/jpeg': (image) => image.jpeg({ quality: 86, mozjpeg: false }),
  'image/webp': (image) => image.webp({ quality: 86 }),
};

/**
 * Re-encodes a stranger's picture: it is recognised by content (never by its name or header), decoded to pixels and encoded again. Everything that is
 * not pixels is dropped (position, camera, hidden scripts, a second file after the first). Vector pictures, frames after the first and all other
 * formats are refused.
 */
export async function cleanPicture(bytes: Buffer): Promise<Picture> {
  if (bytes.length > pictureBytesAtMost) throw new Refusal('fileTooLarge', { limit: '5 MB' });
  const mimeType = await pictureType(bytes);
  return gated(() => encodeAnew(bytes, mimeType));
}

async function pictureType(bytes: Buffer): Promise<PictureType> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const mime = found?.mime;
  if (mime !== 'image/png' && mime !== 'image/jpeg' && mime !== 'image/webp')
    throw new Refusal('fileTypeRefused', { types: 'PNG, JPEG, WebP' });
  return mime;
}

async function encodeAnew(bytes: Buffer, mimeType: PictureType): Promise<Picture> {
  try {
    const image = sharp(bytes, { limitInputPixels: pixelsAtMost, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(longestEdge, longestEdge, { fit: 'inside', withoutEnlargement: true });
    const { data, info } = await encoders[mimeType](image).toBuffer({ resolveWithObject: true });
    return { bytes: data, mimeType, width: info.width, height: info.height };
  } catch {
    throw new Refusal('fileUnreadable');
  }
}
