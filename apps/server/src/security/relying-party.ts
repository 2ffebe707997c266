import { isIP } from 'node:net';
import { isLoopback } from '../config.ts';

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** A host name. A passkey works at this host and at no other. */
  id: string;
  /** The one page address that may ask for it. */
  origin: string;
}

/**
 * The relying party of an address, or null: WebAuthn knows hosts by name, never by number. This machine has a name as well, so that passkeys can be
 * tried where the server listens at 127.0.0.1: at `localhost` on the same port.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return { id: host, origin: url.origin };
  if (!isLoopback(host)) return null;
  url.hostname = 'localhost';
  return { id: 'localhost', origin: url.origin };
}
