import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transferTopic, word } from '@bourse/chains';
import { type Companion, companionLives, companionPid } from '../harness/companions.ts';
import { until } from './world.ts';

/** Ends a companion as a power cut would. Resolves with how long it took until another one ran. */
export async function killCompanion(dataFolder: string, which: Companion): Promise<number> {
  const killed = companionPid(dataFolder, which);
  if (!companionLives(dataFolder, which)) throw new Error(`there is no process of the ${which} to kill`);
  process.kill(killed, 'SIGKILL');
  return until(`the ${which} again`, () => companionPid(dataFolder, which) !== killed && companionLives(dataFolder, which), 90_000);
}

interface Log {
  blockNumber: string;
  transactionHash: string;
  data: string;
}

/** Every transfer of a token to an address that the chain has, as its node tells. */
export async function transfersTo(dataFolder: string, token: string, address: string): Promise<{ hash: string; units: bigint }[]> {
  const { ethereum } = JSON.parse(readFileSync(join(dataFolder, 'outside', 'ports.json'), 'utf8')) as { ethereum: number };
  const ask = async <Answer>(method: string, params: unknown[]): Promise<Answer> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(`http://127.0.0.1:${ethereum}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await answer.json()) as { result?: Answer; error?: { message: string } };
    if (error !== undefined) throw new Error(error.message);
    return result as Answer;
  };
  const hex = (height: number) => `0x${height.toString(16)}`;
  const head = Number(await ask<string>('eth_blockNumber', []));
  const found: Log[] = [];
  // A node answers a thousand blocks at once.
  for (let from = 0; from <= head; from += 1_000) {
    const topics = [transferTopic, null, `0x${word(BigInt(address))}`];
    found.push(
      ...(await ask<Log[]>('eth_getLogs', [{ address: token, topics, fromBlock: hex(from), toBlock: hex(Math.min(head, from + 999)) }])),
    );
  }
  return found.map(({ transactionHash, data }) => ({ hash: transactionHash, units: BigInt(data) }));
}
