import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signerFromSeed } from '@bourse/transparency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpCountersigner } from './notary-client.ts';

let server: Server;
let address: string;
let sent = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/key') return response.writeHead(307, { location: '/elsewhere' }).end();
    if (request.url === '/elsewhere') return response.end('a key of somebody else\n');
    const more = () => {
      while (!response.destroyed && sent < 200 && response.write(Buffer.alloc(1_000_000, 10))) sent += 1;
      if (sent >= 200) response.end();
    };
    response.on('drain', more);
    return more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close().closeAllConnections());

it('a witness that answers without end, or sends the question on, counts as away', async () => {
  const witness = httpCountersigner(() => address, signerFromSeed('exchange', 'log', new Uint8Array(32).fill(1)));
  expect(await witness.ask({ text: 'a head\n', oldSize: 0, proof: [] })).toMatchObject({ is: 'away' });
  expect(sent).toBeLessThan(200);
  expect(await witness.keys()).toEqual([]);
});
