import { describe, expect, it } from 'vitest';
import { Cache, keepMs, keyText } from './cache.ts';

function rig() {
  let now = 0;
  let timers: { at: number; run: () => void; id: number }[] = [];
  let id = 0;
  const cache = new Cache({
    now: () => now,
    setTimer: (run, ms) => {
      id += 1;
      timers.push({ at: now + ms, run, id });
      return id;
    },
    clearTimer: (gone) => {
      timers = timers.filter((timer) => timer.id !== gone);
    },
    retryable: (error) => (error as Error).message === 'away',
    visible: () => true,
  });
  const settle = async () => {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
  };
  const pass = async (ms: number) => {
    now += ms;
    for (const timer of timers.filter((each) => each.at <= now)) {
      timers = timers.filter((each) => each !== timer);
      timer.run();
    }
    await settle();
  };
  return { cache, pass, settle };
}
const key = ['GET x', { a: 1 }] as const;

describe('answers kept', () => {
  it('have one key for the same question', () => {
    expect(keyText(['GET x', { b: 2, a: 1, c: undefined }])).toBe(keyText(['GET x', { a: 1, b: 2 }]));
    expect(keyText(['GET x', {}])).not.toBe(keyText(['GET y', {}]));
  });

  it('are asked for once by everybody, and again only when old', async () => {
    const { cache, settle, pass } = rig();
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return asked;
    };
    cache.ensure(key, ask, 1_000);
    cache.ensure(key, ask, 1_000);
    await settle();
    expect(asked).toBe(1);
    expect(cache.read(key)).toMatchObject({ status: 'ready', data: 1, fetching: false });
    await pass(999);
    cache.ensure(key, ask, 1_000);
    await settle();
    expect(asked).toBe(1);
    await pass(1);
    cache.ensure(key, ask, 1_000);
    expect(cache.read(key)).toMatchObject({ data: 1, fetching: true });
    await settle();
    expect(cache.read(key).data).toBe(2);
  });

  it('keep their value and age when a refresh fails', async () => {
    const { cache, settle, pass } = rig();
    cache.write(key, 'old');
    await pass(5_000);
    cache.ensure(key, () => Promise.reject(new Error('refused')), 0);
    await settle();
    expect(cache.read(key)).toMatchObject({ status: 'failed', data: 'old', at: 0, error: { message: 'refused' } });
  });

  it('are tried twice more when nobody answered, not when the answer was no', async () => {
    const { cache, settle, pass } = rig();
    let asked = 0;
    cache.ensure(
      key,
      () => {
        asked += 1;
        return Promise.reject(new Error('away'));
      },
      0,
    );
    await settle();
    await pass(500);
    await pass(1_000);
    await pass(4_000);
    expect(asked).toBe(3);
    expect(cache.read(key).status).toBe('failed');
  });

  it('are asked again at once when a push makes them old and somebody looks', async () => {
    const { cache, settle } = rig();
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return asked;
    };
    const off = cache.subscribe(key, () => {});
    cache.ensure(key, ask, 60_000);
    await settle();
    await cache.invalidate('GET x');
    expect(cache.read(key).data).toBe(2);
    off();
    await cache.invalidate('GET x');
    expect(asked).toBe(2);
    cache.ensure(key, ask, 60_000);
    await settle();
    expect(asked).toBe(3);
  });

  it('do not let a late answer overwrite what was put in by hand', async () => {
    const { cache, settle } = rig();
    let answer: (value: string) => void = () => {};
    cache.ensure(
      key,
      () =>
        new Promise<string>((resolve) => {
          answer = resolve;
        }),
      0,
    );
    cache.write(key, 'mine');
    answer('late');
    await settle();
    expect(cache.read(key).data).toBe('mine');
  });

  it('leave with the customer', async () => {
    const { cache, settle } = rig();
    const told: unknown[] = [];
    cache.write(['GET a', {}], 1);
    cache.subscribe(key, () => told.push(cache.read(key).data));
    cache.write(key, 'secret');
    cache.clear();
    await settle();
    expect(cache.read(['GET a', {}]).status).toBe('empty');
    expect(cache.read(key).data).toBeUndefined();
    expect(told.at(-1)).toBeUndefined();
  });

  it('are dropped ten minutes after the last reader', async () => {
    const { cache, pass } = rig();
    const off = cache.subscribe(key, () => {});
    cache.write(key, 1);
    off();
    await pass(keepMs - 1);
    expect(cache.read(key).data).toBe(1);
    await pass(1);
    expect(cache.read(key).status).toBe('empty');
  });
});
