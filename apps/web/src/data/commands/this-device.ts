import { CallError, call, session } from '../api.ts';
import { serverNow } from '../clock.ts';
import { DeviceKey } from './device-key.ts';
import { indexedKeyShelf } from './key-shelf.ts';

/** The session that an access token names. The server checks the token; this only tells keys apart. */
function sessionOf(token: string | null): { id: string; customer: string } | undefined {
  try {
    const { sid, sub } = JSON.parse(atob(token!.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, string>;
    return sid && sub ? { id: sid, customer: sub } : undefined;
  } catch {
    return undefined;
  }
}

/** The key of this browser. */
export const thisDevice = new DeviceKey({
  shelf: indexedKeyShelf(),
  // Only pages from a secure origin have it.
  subtle: globalThis.crypto?.subtle,
  session: () => sessionOf(session.accessToken),
  mayReturn: () => session.takeBackToken !== null,
  register: (input) => call('POST system/member/device-key', input, { noMsg: true }),
  isRefusal: (error) => error instanceof CallError && error.status >= 400 && error.status < 500,
  now: serverNow,
});
