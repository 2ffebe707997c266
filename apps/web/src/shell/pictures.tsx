import type { DocumentPurpose } from '@bourse/protocol';
import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { call } from '../data/index.ts';

/** What the server takes as a picture. */
const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
const pictureBytesAtMost = 5 * 1024 * 1024;

/** Why the server would not take a file as a picture. */
export type FileFlaw = 'kind' | 'large';

interface Picking {
  /** Receives what was chosen, with its flaw. */
  onFile: (file: File, flaw: FileFlaw | undefined) => void;
  /** The camera that a phone opens first. Default: it asks. */
  capture?: 'user' | 'environment';
  testId?: string;
}

/** The device's own dialog for a picture: `open` shows it, and `input` stands unseen beside the button that does. */
export function usePicturePicker({ onFile, capture, testId }: Picking): { open: () => void; input: ReactNode } {
  const picker = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Clear the input, so that the same file can be chosen again.
    event.target.value = '';
    if (file) onFile(file, !pictureTypes.includes(file.type) ? 'kind' : file.size > pictureBytesAtMost ? 'large' : undefined);
  };
  return {
    open: () => picker.current?.click(),
    input: (
      <input
        ref={picker}
        className="visually-hidden"
        type="file"
        accept={pictureTypes.join(',')}
        capture={capture}
        onChange={pick}
        tabIndex={-1}
        aria-hidden="true"
        data-testid={testId}
      />
    ),
  };
}

/** Uploads a picture under a ticket of its own, and answers its id. The server seals it; nobody sees it without a record. */
export async function uploadPicture(file: File, purpose: DocumentPurpose): Promise<string> {
  const { ticket } = await call('POST infra/file-config/temporary-credential', { purpose }, { noMsg: true });
  const form = new FormData();
  form.append('ticket', ticket);
  form.append('file', file, 'picture');
  const { id } = await call('POST infra/file/evidence/{ticket}', form, { noMsg: true });
  return id;
}
