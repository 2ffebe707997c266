import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTron, tokenTransferOf } from '@bourse/chains';
import { describe, expect, it } from 'vitest';
import { coolingMs } from '../signer.ts';
import { refusal, signerOfEachTest } from '../testing/each-test.ts';
import { type Asked, fees, payoutOf, policy, tronBlock, tronToken } from '../testing/kit.ts';

const index = 100_007;
const elsewhere = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
/** The coin and a token; addresses of customers come from the signer's own seed. */
const sweeping = (dayFee = '60000000') => {
  const { rails, accounts, ...rest } = policy();
  return {
    ...{ ...rest, accounts: { ...accounts, tron: "m/44'/195'/0'" } },
    rails: rails.map((rail) => (rail.network === 'tron' ? { ...rail, sweep: { to: 'hot', dayFee } } : rail)),
  };
};

const own = signerOfEachTest(sweeping);
const ready = () => own.ready([5, 6]);

const read = ({ raw }: Record<string, unknown>) => readTron(String(raw));
const hot = (ask: Asked) =>
  (ask({ kind: 'about' }) as { rails: { rail: number; address: string }[] }).rails.find(({ rail }) => rail === 6)!.address;

describe('a payout on TRON', () => {
  it('is signed to exactly the address, amount and token, until exactly then', async () => {
    const ask = await ready();
    const [coin, token] = [ask(payoutOf(1, { rail: 5 })), ask(payoutOf(2, { rail: 6 }))];
    const { address: to } = payoutOf(1, { rail: 5 }) as unknown as { address: string };
    const expiration = tronBlock.time + 600_000;
    const about = { refBlockBytes: '7b3b', refBlockHash: 'b2'.repeat(8), expiration, signer: hot(ask) };
    expect(read(coin)).toMatchObject({ ...about, contract: { kind: 'coin', from: hot(ask), to, units: 100n }, feeLimit: 0n });
    expect(read(token)).toMatchObject({ ...about, contract: { kind: 'call', from: hot(ask), contract: tronToken }, feeLimit: 15_000_000n });
    expect(tokenTransferOf(read(token).contract)).toEqual({ to, units: 100n });
    expect([coin['lastTime'], token['lastTime']]).toEqual([expiration, expiration]);
  });

  it('is the same transaction for ever, and never that of another payout', async () => {
    let ask = await ready();
    const first = ask(payoutOf(1, { rail: 6 }));
    // Asked again about a newer block: what was written down is signed.
    const newer = { ...(fees[6] as object), time: tronBlock.time + 9000, expiration: tronBlock.time + 609_000 };
    expect(ask({ ...payoutOf(1, { rail: 6 }), fee: newer })).toMatchObject({ raw: first['raw'], lastTime: first['lastTime'] });
    expect(refusal(ask(payoutOf(1, { rail: 6, units: 101n })))).toBe('digestDiffers');
    // Alike in everything: receiver, amount, block and end.
    const second = ask(payoutOf(2, { rail: 6 }));
    expect(second['hash']).not.toBe(first['hash']);
    ask = await own.open();
    own.pass(9 * coolingMs);
    expect([ask(payoutOf(1, { rail: 6 }))['raw'], ask(payoutOf(2, { rail: 6 }))['raw']]).toEqual([first['raw'], second['raw']]);
    // Also beside the coin, whose payouts are of the same key, and after a block that is older than the last one.
    const older = { ...(fees[5] as object), time: tronBlock.time - 9000 };
    const hashes = [3, 4].map((number) => read(ask({ ...payoutOf(number, { rail: 5 }), fee: older })).timestamp);
    expect([read(first).timestamp, read(second).timestamp, ...hashes]).toEqual([0, 1, 2, 3].map((more) => tronBlock.time + more));
  });

  it('is remembered before it is signed', async () => {
    await ready();
    let ask = await own.open({ dies: true });
    expect(() => ask(payoutOf(1, { rail: 6 }))).toThrow('killed');
    ask = await own.open();
    const after = ask({ ...payoutOf(1, { rail: 6 }), fee: { ...(fees[6] as object), expiration: tronBlock.time + 1 } });
    expect(after).toMatchObject({ ok: true, lastTime: tronBlock.time + 600_000 });
    expect(read(ask(payoutOf(2, { rail: 6 }))).timestamp).toBe(read(after).timestamp + 1);
  });

  it('costs no more than the policy allows, ends within an hour, and is never signed with another fee', async () => {
    const ask = await ready();
    const asked = (change: Record<string, unknown>) =>
      refusal(ask({ ...payoutOf(1, { rail: 6 }), fee: { ...(fees[6] as object), ...change } }));
    expect(asked({ feeLimit: '30000001' })).toBe('feeTooHigh');
    expect(asked({ feeLimit: '0' })).toBe('feeTooHigh');
    for (const change of [
      { expiration: tronBlock.time },
      { expiration: tronBlock.time + 3_600_001 },
      { expiration: undefined },
      { time: undefined },
      { time: 2 ** 50, expiration: 2 ** 50 + 1 },
      { block: 'latest' },
      { block: `${tronBlock.block}00` },
      { feeLimit: 15 },
    ])
      expect(asked(change), JSON.stringify(change)).toBe('malformed');
    expect(refusal(ask({ ...payoutOf(1, { rail: 6 }), tag: 5 }))).toBe('addressWrong');
    expect(refusal(ask(payoutOf(1, { rail: 6, to: { address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' } })))).toBe('addressWrong');
    expect(readFileSync(join(own.folder, 'memory'), 'utf8')).not.toContain('payout');
    expect(asked({})).toBe('signed');
    expect(refusal(ask({ kind: 'bump', id: 'real/1', fee: { ...(fees[6] as object), feeLimit: '20000000' } }))).toBe('malformed');
  });
});

describe('sweeping on TRON', () => {
  const sweepOf = (ask: Asked, number: number, rail: number, more: Record<string, unknown> = {}) => ({
    ...{ kind: 'sweep', id: `sweep/${number}`, rail, index, units: '1000', to: hot(ask), fee: fees[rail] },
    ...(rail === 6 ? { fuel: '15500000' } : {}),
    ...more,
  });
  const depositAddress = (ask: Asked) => String(ask({ kind: 'attest', network: 'tron', account: 7, index })['address']);

  it('gathers the coin, and a token with the coin for its fee, in the hot wallet', async () => {
    const ask = await own.open();
    const [from, to] = [depositAddress(ask), hot(ask)];
    expect(read(ask(sweepOf(ask, 1, 5))).contract).toEqual({ kind: 'coin', from, to, units: 1000n });
    const answer = ask(sweepOf(ask, 2, 6));
    expect(tokenTransferOf(read(answer).contract)).toEqual({ to, units: 1000n });
    expect(read(answer)).toMatchObject({ signer: from, contract: { contract: tronToken } });
    expect(answer['lastTime']).toBe(tronBlock.time + 600_000);
    const fuel = read(answer['fuel'] as Record<string, unknown>);
    expect(fuel).toMatchObject({ signer: to, contract: { kind: 'coin', from: to, to: from, units: 15_500_000n } });
    // The hot wallet's transactions stay different from each other, and the address has its own.
    expect([read(answer).timestamp, fuel.timestamp]).toEqual([tronBlock.time + 1, tronBlock.time]);
    expect(read(ask(sweepOf(ask, 3, 6))['fuel'] as Record<string, unknown>).timestamp).toBe(tronBlock.time + 1);
  });

  it('goes nowhere else, costs no more than allowed, and is the same for ever', async () => {
    let ask = await own.open();
    expect(refusal(ask(sweepOf(ask, 1, 6, { to: elsewhere })))).toBe('addressWrong');
    expect(refusal(ask(sweepOf(ask, 1, 6, { fuel: '15500001' })))).toBe('feeTooHigh');
    expect(refusal(ask(sweepOf(ask, 1, 5, { fuel: '1' })))).toBe('malformed');
    expect(readFileSync(join(own.folder, 'memory'), 'utf8')).toBe('');
    // 15.5 for the sweep and 2.5 for the coin that goes there first: three fit into a day.
    const asked = [1, 2, 3, 4].map((number) => sweepOf(ask, number, 6, { index: index + number }));
    const first = asked.map(ask);
    expect(first.map(refusal)).toEqual(['signed', 'signed', 'signed', 'capReached']);
    ask = await own.open();
    const again = asked.slice(0, 3).map((one) => ask({ ...one, fee: { ...(one.fee as object), feeLimit: '1' } }));
    expect(again.map(({ raw }) => raw)).toEqual(first.slice(0, 3).map(({ raw }) => raw));
    expect(refusal(ask({ ...asked[0], units: '1001' }))).toBe('digestDiffers');
    expect(own.told.filter(({ alarm }) => alarm)).toHaveLength(1);
  });
});
