import type { DocumentPurpose } from '@bourse/protocol';
import { call } from '../data/index.ts';

/** What the server takes as a picture. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
export const pictureBytesAtMost: number = 5 * 1024 * 1024;

/** Uploads a picture under a ticket of its own, and answers its id. The server seals it; nobody sees it without a record. */
export async function uploadPicture(file: File, purpose: DocumentPurpose): Promise<string> {
  const { ticket } = await call('POST infra/file-config/temporary-credential', { purpose }, { noMsg: true });
  const form = new FormData();
  form.append('ticket', ticket);
  form.append('file', file, 'picture');
  const { id } = await call('POST infra/file/evidence/{ticket}', form, { noMsg: true });
  return id;
}
