import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The push services of browsers. `*.` stands for any name below. */
export const pushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const fits = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern;

/**
 * The endpoint of a subscription, if the exchange may send there: HTTPS on its standard port, at a host of the list, without a password. What a page sends
 * is a stranger's, and the server must not be led to machines beside it.
 */
export function allowedEndpoint(text: string, hosts: readonly string[]): URL | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  const host = url.hostname.toLowerCase();
  return isIP(host) === 0 && hosts.some((pattern) => fits(host, pattern)) ? url : undefined;
}

const notPublic = new BlockList();
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  notPublic.addSubnet(network, bits, 'ipv4');
/** Of IPv6 only the part that is given out as public, without the ranges in it that lead back to IPv4 or are for examples. */
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');

/** Whether an address is on the public Internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && publicV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** A name that leads to a machine which is not on the public Internet. */
export class NotPublic extends Error {}

/** Looks a host up for a connection, and refuses it when any of its addresses is private: a name of the list may be made to lead elsewhere. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new NotPublic(`${hostname} leads to no public address`), '', 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};
