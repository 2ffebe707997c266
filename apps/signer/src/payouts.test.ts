import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BitcoinChain, type Chain, EvmChain, TronChain, XrpChain } from '@bourse/chains';
import { type RunningNode, startBitcoinChain, startEvmChain, startTronChain, startXrpLedger } from '@bourse/stand-ins';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { coolingMs } from './signer.ts';
import { type RunningSigner, startSigner } from './start.ts';
import { type Asked, lineOf, newFolder, opened, payoutOf, policy } from './testing/kit.ts';

let folder: string;
let signer: RunningSigner;
let ask: Asked;
let wallets: string[];
let now: number;
const nodes: RunningNode[] = [];
const start = async () => {
  signer = await startSigner({ SIGNER_FOLDER: folder }, { say: () => {}, wall: () => now, running: () => now });
};

beforeEach(async () => {
  folder = newFolder();
  now = Date.UTC(2026, 1, 3);
  await start();
  ask = (content) => {
    const line = lineOf(content);
    return opened(signer.signer.answer(line), signer.vaultKey, line);
  };
  for (const rail of [1, 3, 4, 5, 6]) ask({ kind: 'seen', digest: payoutOf(1, { rail }).destination });
  wallets = (ask({ kind: 'about' })['rails'] as { address: string }[]).map(({ address }) => address);
  now += coolingMs;
});
afterEach(async () => {
  await signer.stop();
  await Promise.all(nodes.splice(0).map((node) => node.close()));
  rmSync(dirname(folder), { recursive: true, force: true });
});

/** Sends the payout three times, as a server does that lost the answers, and answers what arrived. */
async function paid(
  chain: Chain,
  payout: ReturnType<typeof payoutOf>,
  mine: () => void,
  token?: string,
): Promise<{ arrived: bigint; confirmations: number | undefined }> {
  const { address } = payout as unknown as { address: string };
  const before = await chain.balance(address, token);
  const answer = ask(payout);
  expect(answer).toMatchObject({ ok: true });
  for (const step of [() => {}, mine, mine]) {
    expect(await chain.broadcast(String(ask(payout)['raw']))).toBe(answer['hash']);
    step();
  }
  const sent = await chain.transaction(String(answer['hash']));
  expect(sent).toMatchObject({ succeeded: true });
  return { arrived: (await chain.balance(address, token)) - before, confirmations: sent?.confirmations };
}

it('a payout on an EVM chain arrives once, also with a higher fee', async () => {
  const node = await startEvmChain({ seed: 'payouts' });
  nodes.push(node);
  const chain = new EvmChain({ url: node.url, network: 'ethereum', chainId: node.chainId, tokens: [], native: true, watched: new Set() });
  node.pay({ to: wallets[0]!, units: 10n ** 18n });
  node.mine();
  expect(await paid(chain, payoutOf(1), () => node.mine())).toEqual({ arrived: 100n, confirmations: 2 });
  // A second payout waits with a low fee; the higher fee replaces it, and only one of both is mined.
  const first = ask(payoutOf(2));
  await chain.broadcast(String(first['raw']));
  const fee = { gasLimit: '21000', maxFeePerGas: '4000000000', maxPriorityFeePerGas: '1000000000' };
  const bumped = ask({ kind: 'bump', id: 'real/2', fee });
  await chain.broadcast(String(bumped['raw']));
  node.mine();
  expect(await chain.transaction(String(bumped['hash']))).toMatchObject({ confirmations: 1, consumes: { nonce: 1 } });
  // The nonce is used by another final transaction: the first one never happens.
  expect(await chain.transaction(String(first['hash']))).toBeUndefined();
  expect(await chain.spendable(wallets[0]!)).toEqual({ kind: 'nonce', next: 2 });
});

it('a payout in XRP arrives once, with its tag', async () => {
  const ledger = await startXrpLedger({ seed: 'payouts' });
  nodes.push(ledger);
  const chain = new XrpChain({ url: ledger.url, network: 'xrp', watched: new Set() });
  ledger.pay({ to: wallets[2]!, units: 10n ** 8n });
  ledger.closeLedger();
  expect(await chain.spendable(wallets[2]!)).toMatchObject({ kind: 'sequence', next: 70 });
  expect(await paid(chain, payoutOf(1, { rail: 3 }), () => ledger.closeLedger())).toEqual({ arrived: 100n, confirmations: 2 });
});

it('a payout in bitcoin arrives once, and its change comes back', async () => {
  const node = await startBitcoinChain({ seed: 'payouts' });
  nodes.push(node);
  const chain = new BitcoinChain({ url: node.url, network: 'bitcoin', watched: new Set() });
  node.pay({ to: wallets[3]!, units: 90_000n });
  node.mine();
  const spendable = await chain.spendable(wallets[3]!);
  if (spendable.kind !== 'outputs') throw new Error('bitcoin spends outputs');
  const inputs = spendable.outputs.map(({ txHash, output, units }) => ({ txHash, output, units: String(units) }));
  const payout = { ...payoutOf(1, { rail: 4, units: 700n }), fee: { fee: '500', inputs } };
  expect(await paid(chain, payout, () => node.mine())).toEqual({ arrived: 700n, confirmations: 2 });
  expect(await chain.balance(wallets[3]!)).toBe(88_800n);
});

it('payouts in the coin and in a token of TRON arrive once each, and one that nobody heard of in time never does', async () => {
  const node = await startTronChain({ seed: 'payouts' });
  nodes.push(node);
  const [token] = node.tokens;
  const known = policy();
  const rails = known.rails.map((rail) => (rail.rail === 6 ? { ...rail, token } : rail));
  await signer.stop();
  writeFileSync(join(folder, 'policy.json'), JSON.stringify({ ...known, rails }));
  await start();
  const chain = new TronChain({
    ...{ url: node.url, network: 'tron', chainId: node.chainId, tokens: node.tokens, native: true },
    watched: new Set(),
  });
  node.pay({ to: wallets[4]!, units: 100_000_000n });
  node.pay({ to: wallets[4]!, units: 5000n, token: token! });
  node.mine();
  const { hash: block, time } = await chain.finalHead();
  const asked = (number: number, rail: number, feeLimit: string) => ({
    ...payoutOf(number, { rail }),
    fee: { block, time, feeLimit, expiration: time + 600_000 },
  });
  const mine = () => node.mine();
  expect(await paid(chain, asked(1, 6, '15000000'), mine, token)).toEqual({ arrived: 100n, confirmations: 2 });
  // The same receiver, amount and terms again: another transaction.
  expect(await paid(chain, asked(2, 6, '15000000'), mine, token)).toEqual({ arrived: 100n, confirmations: 2 });
  expect(await paid(chain, asked(3, 5, '1100000'), mine)).toEqual({ arrived: 100n, confirmations: 2 });
  // 13 of the coin for the first token, 6.5 for the second, 1 for the account of the receiver, and the bytes of all three.
  const spent = 100_000_000n - (await chain.balance(wallets[4]!));
  expect([spent > 20_500_000n, spent < 22_000_100n]).toEqual([true, true]);
  const late = ask(asked(4, 6, '15000000'));
  expect(late).toMatchObject({ ok: true, lastTime: time + 600_000 });
  node.mine(200);
  await expect(chain.broadcast(String(late['raw']))).rejects.toMatchObject({ message: expect.stringContaining('TRANSACTION_EXPIRATION') });
  node.mine(20);
  expect([await chain.transaction(String(late['hash'])), (await chain.finalHead()).time >= Number(late['lastTime'])]).toEqual([
    undefined,
    true,
  ]);
});
