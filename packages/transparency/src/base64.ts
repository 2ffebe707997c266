import { base64 } from '@scure/base';

/** Standard base64 with padding. */
export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes);

/** Undefined for anything but the one spelling that `toBase64` writes. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = base64.decode(text);
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
