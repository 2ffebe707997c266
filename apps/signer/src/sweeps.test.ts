import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTransferCall } from '@bourse/chains';
import { Transaction as BitcoinTransaction } from '@scure/btc-signer';
import { Transaction } from 'micro-eth-signer';
import { describe, expect, it } from 'vitest';
import { coolingMs } from './signer.ts';
import { refusal, signerOfEachTest } from './testing/each-test.ts';
import { type Asked, fees, payoutOf, policy } from './testing/kit.ts';

const token = `0x${'ab'.repeat(20)}`;
const elsewhere = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const inputs = [{ txHash: 'c'.repeat(64), output: 0, units: '50000' }];
/** The coin, a token and bitcoin; addresses of customers come from the signer's own seed. */
const sweeping = (dayFee = '400000000000000') => {
  const { rails, ...rest } = policy();
  const swept = new Map([
    [1, { to: 'hot', dayFee }],
    [2, { to: 'hot', dayFee }],
    [4, { to: 'hot', dayFee: '5000' }],
  ]);
  return {
    ...rest,
    accounts: { ethereum: "m/44'/60'/0'", bitcoin: "m/84'/0'/0'", xrp: "m/44'/144'/0'" },
    rails: rails.map((rail) => ({ ...rail, ...(swept.has(rail.rail) ? { sweep: swept.get(rail.rail) } : {}) })),
  };
};

const own = signerOfEachTest(sweeping);

interface About {
  rails: { rail: number; address: string; sweepsTo?: string }[];
}
const hot = (ask: Asked, rail: number) => (ask({ kind: 'about' }) as unknown as About).rails.find((one) => one.rail === rail)!;
const index = 100_007;
const depositAddress = (ask: Asked, network = 'ethereum') => String(ask({ kind: 'attest', network, account: 7, index })['address']);

/** A sweep as an honest server asks for it. */
const sweepOf = (ask: Asked, number: number, rail: number, more: Record<string, unknown> = {}) => ({
  ...{ kind: 'sweep', id: `sweep/${number}`, rail, index, units: '1000', to: hot(ask, rail).sweepsTo ?? elsewhere, fee: fees[rail] },
  ...(rail === 2 ? { fuel: '130000000000000' } : {}),
  ...(rail === 4 ? { units: '49500', fee: { fee: '500', inputs } } : {}),
  ...more,
});

describe('sweeping', () => {
  it('gathers a coin, a token with the coin for its fee, and bitcoin in the hot wallets of the policy', async () => {
    const ask = await own.open();
    const coin = Transaction.fromHex(String(ask(sweepOf(ask, 1, 1))['raw']));
    expect([coin.sender, coin.raw.to.toLowerCase(), coin.raw.value, coin.raw.nonce]).toEqual([
      depositAddress(ask),
      hot(ask, 1).address.toLowerCase(),
      1000n,
      0n,
    ]);
    const answer = ask(sweepOf(ask, 2, 2));
    const sent = Transaction.fromHex(String(answer['raw']));
    expect([sent.sender, sent.raw.to.toLowerCase(), sent.raw.nonce]).toEqual([depositAddress(ask), token, 1n]);
    expect(readTransferCall(`0x${String(sent.raw.data).replace(/^0x/, '')}`)).toMatchObject({
      units: 1000n,
      to: hot(ask, 2).address.toLowerCase(),
    });
    const fuel = Transaction.fromHex((answer['fuel'] as { raw: string }).raw);
    expect([fuel.sender, fuel.raw.to, fuel.raw.value, fuel.raw.nonce]).toEqual([
      hot(ask, 2).address,
      depositAddress(ask),
      130_000_000_000_000n,
      0n,
    ]);
    const bitcoin = BitcoinTransaction.fromRaw(Buffer.from(String(ask(sweepOf(ask, 3, 4))['raw']), 'hex'), { allowUnknownInputs: true });
    expect([bitcoin.outputsLength, bitcoin.getOutputAddress(0), bitcoin.getOutput(0).amount]).toEqual([1, hot(ask, 4).address, 49_500n]);
  });

  it('shares the nonces of the hot wallet with payouts, and never those of an address with anybody', async () => {
    own.writePolicy(sweeping('9000000000000000'));
    const ask = await own.open();
    ask({ kind: 'seen', digest: payoutOf(1, { rail: 2 }).destination });
    own.pass(coolingMs);
    expect((ask(sweepOf(ask, 1, 2))['fuel'] as { nonce: number }).nonce).toBe(0);
    expect(ask(payoutOf(1, { rail: 2 }))).toMatchObject({ ok: true, nonce: 1 });
    expect(ask(sweepOf(ask, 2, 2))).toMatchObject({ nonce: 1, fuel: { nonce: 2 } });
    expect(ask(sweepOf(ask, 3, 2, { index: index + 1 }))).toMatchObject({ nonce: 0, fuel: { nonce: 3 } });
  });

  it('goes nowhere else, whatever the server says', async () => {
    const ask = await own.open();
    for (const rail of [1, 2]) expect(refusal(ask(sweepOf(ask, 1, rail, { to: elsewhere })))).toBe('addressWrong');
    expect(refusal(ask(sweepOf(ask, 1, 4, { to: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' })))).toBe('addressWrong');
    // Nothing of the inputs may come back to an address that the server knows, or go to a miner.
    expect(refusal(ask(sweepOf(ask, 1, 4, { units: '40000' })))).toBe('inputsWrong');
    // A rail whose policy names no place, and one whose addresses have tags.
    expect(refusal(ask(sweepOf(ask, 1, 3, { to: 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3' })))).toBe('railUnknown');
    expect(readFileSync(join(own.folder, 'memory'), 'utf8')).toBe('');
  });

  it('is not swept where the seed of the addresses is kept elsewhere', async () => {
    own.writePolicy({ ...sweeping(), accounts: policy().accounts });
    const ask = await own.open();
    expect(refusal(ask(sweepOf(ask, 1, 1)))).toBe('railUnknown');
  });

  it('costs no more than the policy allows, once and in a day', async () => {
    const ask = await own.open();
    const dear = { gasLimit: '500000', maxFeePerGas: '2000000001', maxPriorityFeePerGas: '1' };
    expect(refusal(ask(sweepOf(ask, 1, 1, { fee: dear })))).toBe('feeTooHigh');
    expect(refusal(ask(sweepOf(ask, 1, 2, { fuel: '130000000000001' })))).toBe('feeTooHigh');
    expect(refusal(ask(sweepOf(ask, 1, 1, { fuel: '1' })))).toBe('malformed');
    expect(refusal(ask(sweepOf(ask, 1, 4, { units: '29999', fee: { fee: '20001', inputs } })))).toBe('feeTooHigh');
    // 172,000 gwei with the coin for it: two fit into a day.
    expect([1, 2, 3].map((number) => refusal(ask(sweepOf(ask, number, 2))))).toEqual(['signed', 'signed', 'capReached']);
    own.pass(coolingMs);
    expect(refusal(ask(sweepOf(ask, 3, 2)))).toBe('signed');
  });

  it('gives the same transactions for ever, also after a kill between memory and answer, and no other under the same number', async () => {
    let ask = await own.open({ dies: true });
    const asked = [1, 2, 4].map((rail) => sweepOf(ask, rail, rail));
    for (const one of asked) expect(() => ask(one)).toThrow('killed');
    ask = await own.open();
    const first = asked.map(ask);
    expect(first.map(refusal)).toEqual(['signed', 'signed', 'signed']);
    own.pass(9 * coolingMs);
    ask = await own.open();
    // Also with another fee in mind, and after the policy has changed.
    expect(asked.map((one) => ask({ ...one, fee: { ...(one.fee as object), maxFeePerGas: '1' } })['raw'])).toEqual(
      first.map(({ raw }) => raw),
    );
    own.writePolicy({ ...sweeping(), rails: policy().rails });
    ask = await own.open();
    expect(asked.map((one) => ask(one)['raw'])).toEqual(first.map(({ raw }) => raw));
    for (const change of [{ units: '1001' }, { index: index + 1 }, { to: elsewhere }, { fuel: '5' }])
      expect(refusal(ask({ ...asked[1], ...change })), JSON.stringify(change)).toBe('digestDiffers');
    expect(own.told.filter(({ alarm }) => alarm)).toHaveLength(4);
    // One output is spent once.
    own.writePolicy(sweeping());
    ask = await own.open();
    expect(refusal(ask(sweepOf(ask, 9, 4)))).toBe('inputsWrong');
  });
});
