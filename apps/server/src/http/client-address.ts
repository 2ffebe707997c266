import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The address that a request counts for, in rate limits and session records. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Number of our own proxies in front of the server. Each adds the address of its caller to the end of `X-Forwarded-For`. Only these entries are
 * trusted: the client can write anything before them. Without proxies the header is ignored.
 */
export function addressBehind(proxies: number): AddressOf {
  const ofConnection: AddressOf = ({ socket }) => socket.remoteAddress ?? '';
  if (proxies === 0) return ofConnection;
  return (request) => {
    const header = request.headers['x-forwarded-for'];
    const named = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').slice(-proxies);
    for (const one of named) {
      const address = plain(one.trim());
      if (isIP(address) !== 0) return address;
    }
    return ofConnection(request);
  };
}

/** Some proxies add the port. It changes with every connection and must not turn one address into many. */
function plain(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text);
  if (bracketed) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text;
}
