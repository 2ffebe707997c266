const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Bytes in base64url without padding, in plain code, because the core may not assume what the platform has. */
export function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = Math.min(3, bytes.length - at);
    const three = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let sextet = 0; sextet <= left; sextet++) text += letters[(three >> (18 - 6 * sextet)) & 63]!;
  }
  return text;
}
