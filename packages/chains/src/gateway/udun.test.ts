import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UdunGateway } from './udun.ts';

let server: Server;
let gateway: (path: string) => UdunGateway;
let sent = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url?.startsWith('/moved')) return response.writeHead(307, { location: '/' }).end();
    const more = () => {
      while (!response.destroyed && sent < 200 && response.write(Buffer.alloc(1_000_000, 32))) sent += 1;
      if (sent >= 200) response.end();
    };
    response.on('drain', more);
    return more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  gateway = (path) =>
    new UdunGateway({
      ...{ url: `http://127.0.0.1:${port}${path}`, key: 'key', merchantId: '1', callbackUrl: 'https://bourse.example' },
      ...{ nonce: () => '123456', now: () => 0 },
    });
});
afterAll(() => server.close().closeAllConnections());

it('reads no endless answer of a gateway into memory', async () => {
  await expect(gateway('').trade('t-1')).rejects.toMatchObject({ problem: 'tooLarge' });
  expect(sent).toBeLessThan(200);
});

it('does not send a question on to another place', async () => {
  await expect(gateway('/moved').trade('t-1')).rejects.toMatchObject({ problem: 'unreachable' });
});
