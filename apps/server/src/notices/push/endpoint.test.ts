import { describe, expect, test } from 'vitest';
import { allowedEndpoint, isPublicAddress, NotPublic, publicLookup, pushHosts } from './endpoint.ts';
import { sendPush } from './send.ts';

describe('an endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/dK7',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGu',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA',
  ])('of a browser is allowed: %s', (text) => {
    expect(allowedEndpoint(text, pushHosts)?.href).toBe(text);
  });

  test.each([
    ['this machine', 'https://127.0.0.1/x'],
    ['this machine, written otherwise', 'https://2130706433/x'],
    ['this machine by name', 'https://localhost/x'],
    ['this machine in IPv6', 'https://[::1]/x'],
    ['the network of the provider', 'https://169.254.169.254/latest/meta-data'],
    ['no encryption', 'http://fcm.googleapis.com/fcm/send/x'],
    ['another port', 'https://fcm.googleapis.com:8443/x'],
    ['a password', 'https://user:secret@fcm.googleapis.com/x'],
    ['a name that only begins so', 'https://fcm.googleapis.com.example.net/x'],
    ['a name that only ends so', 'https://evilfcm.googleapis.com/x'],
    ['a name below a name without a star', 'https://a.fcm.googleapis.com/x'],
    ['the bare name of a star', 'https://notify.windows.com/x'],
    ['a name that only ends as a star', 'https://evilnotify.windows.com/x'],
    ['a user that looks like a host', 'https://fcm.googleapis.com@127.0.0.1/x'],
    ['a backslash', 'https://127.0.0.1\\@fcm.googleapis.com/x'],
    ['no address', 'fcm.googleapis.com'],
    ['a file', 'file:///etc/passwd'],
  ])('is refused: %s', (_what, text) => {
    expect(allowedEndpoint(text, pushHosts)).toBeUndefined();
  });
});

describe('an address', () => {
  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', 'fc00::1'],
    ...['fd12::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'ff02::1', 'not an address', ''],
  ])('is not of the public Internet: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '11.0.0.1', '223.255.255.255', '2606:4700::1111', '2a00:1450:4001::200e'])(
    'is of the public Internet: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test('of a name that leads to this machine is not connected to', async () => {
    const looked = new Promise((resolve) => publicLookup('localhost', { all: true }, (error) => resolve(error)));
    expect(await looked).toBeInstanceOf(NotPublic);
    const sent = sendPush({ endpoint: new URL('https://localhost/x'), headers: {}, body: Buffer.from('x') });
    await expect(sent).rejects.toBeInstanceOf(NotPublic);
  });
});
