import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { EvmChain, jsonRpc, type Step, Watcher, type WatcherState } from '@bourse/chains';
import { addr } from 'micro-eth-signer';
import { expect, it } from 'vitest';
import { hexFrom } from '../seed.ts';

/** The binary of `@foundry-rs/anvil-linux-amd64` 1.7.1, or another Anvil. */
const anvil = process.env['ANVIL_PATH'] ?? '';
const missing = anvil === '' ? 'ANVIL_PATH names no Anvil' : existsSync(anvil) ? undefined : `there is no ${anvil}`;
if (missing !== undefined) console.log(`The comparison with Anvil is skipped: ${missing}.`);

it.skipIf(missing !== undefined)(
  'a deposit on Anvil is told once through a reorganisation of 3 blocks, and a dropped one never',
  async () => {
    const child = spawn(anvil, ['--port', '0', '--no-mining'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      let url = '';
      for await (const line of createInterface({ input: child.stdout })) {
        const [, port] = /Listening on 127\.0\.0\.1:(\d+)/.exec(line) ?? [];
        if (port === undefined) continue;
        url = `http://127.0.0.1:${port}`;
        break;
      }
      const call = jsonRpc({ url });
      const [alice, bob] = ['alice', 'bob'].map((name) => addr.fromPrivateKey(`0x${hexFrom('anvil', name)}`)) as [string, string];
      const chain = new EvmChain({ url, network: 'ethereum', chainId: 31_337n, tokens: [], native: true, watched: new Set([alice, bob]) });
      let kept: WatcherState | undefined;
      const told: string[] = [];
      const store = {
        load: () => Promise.resolve(kept),
        save: ({ state, outcomes }: Step) => {
          kept = state;
          told.push(...outcomes.map(({ kind, id }) => `${kind} ${id}`));
          return Promise.resolve();
        },
      };
      const watcher = new Watcher({ chain, store, startHeight: 0, needed: () => 4, remember: 32, maxObservations: 100 });
      const [rich] = (await call('eth_accounts', [])) as [string];
      const send = async (to: string) => String(await call('eth_sendTransaction', [{ from: rich, to, value: '0x7b' }]));
      const mine = (blocks: number) => call('anvil_mine', [`0x${blocks.toString(16)}`]);
      await mine(2);
      const stays = await send(alice);
      await mine(1);
      const dropped = await send(bob);
      await mine(3);
      await watcher.pass();
      expect(told).toEqual([`ready ${stays}:0`]);
      expect([...(kept?.observations.keys() ?? [])]).toEqual([`${stays}:0`, `${dropped}:0`]);
      await call('anvil_reorg', [3, []]);
      await mine(6);
      await watcher.pass();
      expect(told).toEqual([`ready ${stays}:0`]);
      expect(await chain.balance(alice)).toBe(123n);
      expect(await chain.balance(bob)).toBe(0n);
      const again = await send(bob);
      await mine(5);
      await watcher.pass();
      expect(told).toEqual([`ready ${stays}:0`, `ready ${again}:0`]);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  },
);
