import { connect } from 'node:net';
import { Refusal } from '@bourse/protocol/errors';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { testExchange } from '../../testing/exchange.ts';
import { isCommandId, newCommandId } from '../command-id.ts';
import { defaultPressure, Pressure } from './pressure.ts';

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (error instanceof Refusal ? error.refusal : String(error)),
  );
const never = () => new Promise<never>(() => {});

describe('too much at once', () => {
  test('is refused early, and room is there again when a call is done', async () => {
    const pressure = new Pressure({ ...defaultPressure, inFlight: 2 }, systemClock);
    let finish = () => {};
    const first = pressure.run('unavailable', () => new Promise<void>((resolve) => (finish = resolve)));
    const second = refusal(pressure.run('unavailable', () => Promise.reject(new Refusal('notFound'))));
    expect(await second).toBe('notFound');
    void pressure.run('unavailable', never);
    expect(await refusal(pressure.run('unavailable', async () => 1))).toBe('overloaded');
    finish();
    await first;
    expect(await pressure.run('unavailable', async () => 1)).toBe(1);
    pressure.close();
  });

  test('a call that hangs is answered for: a command’s fate is unknown, a read is unavailable', async () => {
    const pressure = new Pressure({ ...defaultPressure, deadlineMs: 10 }, systemClock);
    expect(await Promise.all([refusal(pressure.run('outcomeUnknown', never)), refusal(pressure.run('unavailable', never))])).toEqual([
      'outcomeUnknown',
      'unavailable',
    ]);
    expect(pressure.inFlight).toBe(0);
    pressure.close();
  });
});

describe('a client that leaves in the middle', () => {
  test('in a request or an answer does no harm', async () => {
    const exchange = await testExchange();
    const { token } = await exchange.customer();
    await exchange.app.listen({ port: 0, host: '127.0.0.1' });
    const address = exchange.app.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const head = `POST /api/app-api/pay/wallet/any-transfer HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const body = JSON.stringify({ from: 1, to: 2, asset: 'USDT', amount: '1' });
    const leave = (text: string, afterMs: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(address.port, '127.0.0.1', () => {
          socket.write(text);
          setTimeout(() => socket.destroy(), afterMs);
        });
        socket.on('close', () => resolve());
        socket.on('error', () => {});
      });
    await Promise.all([
      leave(`${head}Content-Length: 500\r\n\r\n{"from"`, 20),
      leave(`${head}Content-Length: ${body.length}\r\n\r\n${body}`, 0),
      leave('GARBAGE\r\n\r\n', 20),
      leave(`${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, 20),
    ]);
    expect((await exchange.call('GET pay/wallet/list-fund', {}, { token })).code).toBe(0);
    await exchange.close();
  });
});

describe('command ids made here', () => {
  test('are UUIDs of version 7 in the order of their time, and the nil one is nobody’s', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => newCommandId(1_795_265_183_000 + index));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...ids].sort());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(isCommandId(ids[0] ?? '')).toBe(true);
    expect(isCommandId('00000000-0000-0000-0000-000000000000')).toBe(false);
    expect(isCommandId('urn:uuid:01a1fe24-bdf4-78b4-827a-8b9c8ece5330')).toBe(false);
  });
});
