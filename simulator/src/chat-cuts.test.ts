import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { catalogue as errors, Refusal } from '@bourse/protocol/errors';
import { createFan } from '@bourse/server/src/chat/fan.ts';
import { createChatSocket } from '@bourse/server/src/chat/socket.ts';
import { systemClock } from '@bourse/server/src/platform/clock.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { createDoor } from '@bourse/server/src/sockets/door.ts';
import { type TestChat, testChat } from '@bourse/server/src/testing/chat.ts';
import { chatStart, checkChat } from '@bourse/verifier/chat';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChatDevice } from '../../e2e/src/harness/chat-device.ts';

const cuts = 20;
const killsBefore = [3, 7, 11, 15, 19];
const prefix = '/api/app-api/';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());

/** A server of the chat over real HTTP and real sockets. `kill` ends it in the middle of everything: what was asked may be done, and no answer leaves. */
async function serve(session: Parameters<TestChat['as']>[0], port = 0) {
  const fan = createFan({ readers: kit.chat.readers, bus: kit.bus, clock: systemClock, log: silentLog });
  const socket = createChatSocket({ clock: systemClock, log: silentLog, bus: kit.bus, fan });
  const door = createDoor({ log: silentLog, origins: [] });
  door.at(
    '/ws/chat',
    socket.welcome(async () => ({ reader: { customer: session.customerId }, sessionId: session.sessionId })),
  );
  const http = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://local');
    const name = `${request.method} ${url.pathname.slice(prefix.length)}` as keyof TestChat['handlers'];
    const body = request.method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse((await text(request)) || '{}');
    // Nobody is too fast.
    kit.pass(4_000);
    const handler = kit.handlers[name] as (input: unknown, context: ReturnType<TestChat['as']>) => Promise<unknown>;
    const answer = await handler(body, kit.as(session)).then(
      (data) => ({ status: 200, envelope: { code: 0, data, msg: '' } }),
      (error: unknown) => {
        if (!(error instanceof Refusal)) return { status: 500, envelope: { code: 500, data: null, msg: String(error) } };
        const { code, http: status } = errors[error.refusal];
        return { status, envelope: { code, data: null, msg: error.refusal } };
      },
    );
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.envelope));
  });
  door.attach(http);
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  return {
    port: (http.address() as AddressInfo).port,
    async kill() {
      fan.stop();
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await socket.stop();
      await closed;
    },
  };
}

test('two devices write while their network is cut 20 times and the server is killed 5 times: equal logs, each message once', async () => {
  const session = await kit.customer();
  let server = await serve(session);
  const devices = [0, 1].map(() => new ChatDevice(`http://127.0.0.1:${server.port}`, session.sessionId));
  for (const { client } of devices) await client.start();
  const written: string[] = [];
  for (let cut = 0; cut < cuts; cut += 1) {
    const killed = killsBefore.includes(cut) ? server.kill() : undefined;
    const unlucky = devices[cut % 2]!;
    for (const [at, device] of devices.entries()) {
      written.push(`device ${at}, word ${cut}`);
      // Nobody waits for an answer, and some are under way when the line is cut.
      void device.say(written.at(-1)!);
      if (cut % 3 !== 0) await new Promise((resolve) => setTimeout(resolve, cut % 5));
      if (at === 0) unlucky.cut();
    }
    if (killed) {
      await killed;
      server = await serve(session, server.port);
    }
    unlucky.mend();
  }
  const all = [...written].sort();
  const hasAll = (device: ChatDevice) => device.client.unsent === 0 && device.entries.length >= written.length;
  await expect.poll(() => devices.map(hasAll), { timeout: 50_000, interval: 50 }).toEqual([true, true]);
  const [one, two] = devices;
  expect([...one!.texts].sort()).toEqual(all);
  expect(two!.entries).toEqual(one!.entries);
  expect(new Set(one!.entries.map(({ uuid }) => uuid)).size).toBe(written.length);
  expect(checkChat(one!.groupId!, one!.entries, { offset: 0, head: chatStart }).ok).toBe(true);
  for (const device of devices) device.stop();
  await server.kill();
});
