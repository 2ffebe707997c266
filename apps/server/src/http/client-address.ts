import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Whose address a request counts for: limits, and what is noted of a session. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Behind this many proxies of ours, each of which adds the address it was reached from to the end of `X-Forwarded-For`. Only what they added is believed:
 * everything before it came from the client, who may write what they like. With none the header is not read at all.
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

/** Some proxies add the port, which changes with every connection and must not make a new address of each. */
function plain(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text);
  if (bracketed) return bracketed[1] ?? '';
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text;
}
