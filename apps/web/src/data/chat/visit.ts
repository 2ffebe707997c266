import type { solveInWorker } from '../work/solveInWorker.ts';
import type { ChatCall } from './client.ts';

/** The server takes no work that is older. */
const workMs = 60_000;

/** Tokens of a new visitor. The browser works a moment for them, so that nobody makes a thousand visitors at no cost. */
export async function newVisit(call: ChatCall, solve: typeof solveInWorker) {
  const { workId, challenge } = await call('GET im/auth/work', {});
  const proof = await solve(challenge, AbortSignal.timeout(workMs));
  return call('POST im/auth/temporary-token', { workId, proof });
}
