import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askBank } from './ask-bank.ts';

let server: Server;
let bank: string;
const elsewhere: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(307, { location: `${bank}/elsewhere` }).end();
    if (request.url === '/elsewhere') elsewhere.push(request.method ?? '');
    if (request.url !== '/endless') return response.end('<Document/>');
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024))) {}
    };
    response.on('drain', more);
    return more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bank = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close().closeAllConnections());

test('an order of payments goes to the bank’s own address and is not sent on', async () => {
  expect(await askBank(`${bank}/orders`, { method: 'POST', body: '<Document/>' })).toEqual({ status: 200, text: '<Document/>' });
  await expect(askBank(`${bank}/moved`, { method: 'POST', body: '<Document/>' })).rejects.toThrow();
  expect(elsewhere).toEqual([]);
});

test('a statement without an end is not read into memory', async () => {
  await expect(askBank(`${bank}/endless`)).rejects.toThrow('the bank answered with more than it should');
});
