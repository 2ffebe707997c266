/** Pushes change what this page has read. Loaded with the socket that brings them. */
import type { CallOutput } from '@bourse/protocol/calls';
import { cache } from '../answers.ts';
import { onForget } from '../api.ts';
import { hearsAccount } from '../live.ts';
import { type Change, foldedNames } from './folds.ts';
import { Pushed } from './pushed.ts';

/** Channels that lost messages together are read again together. */
const gatherMs = 50;

/** Names of assets in the language of this visit, from whatever was read. */
function nameOf(asset: string): string | undefined {
  const coins = cache.read<CallOutput<'GET pay/coin/coin-list-all'>>(['GET pay/coin/coin-list-all', {}]).data;
  const held = cache.read<CallOutput<'GET pay/wallet/list-fund'>>(['GET pay/wallet/list-fund', {}]).data;
  return coins?.find(({ code }) => code === asset)?.name ?? held?.find((balance) => balance.asset === asset)?.name;
}

const pushed = new Pushed(cache, nameOf);
cache.arrived = pushed.arrived;
onForget(() => pushed.clear());

export function hearChange(change: Change): void {
  if (change.c === 'fill' && change.document !== undefined && 'receiptHash' in change.v)
    holdReceipt({ document: change.document, hash: change.v.receiptHash, chain: null }, change.v.id);
  pushed.hear(change);
}

/** By then the journal has the fill, and its receipt says where. */
const chainKnownMs = 2_000;

/** A receipt comes with its fill. Where it stands in the journal is known later: whoever opens it asks. */
function holdReceipt(receipt: CallOutput<'GET pay/receipt/get'>, fillId: string): void {
  const key = ['GET pay/receipt/get', { fillId }] as const;
  if (cache.read(key).status === 'ready') return;
  cache.write(key, receipt);
  // Not at once: what shows the newest fill takes it as it is.
  setTimeout(() => cache.askLater(key), chainKnownMs);
}

export const socketSignedIn = (asOf: number | null): void => pushed.connected(asOf);

let lost = new Set<string>();
export function channelLost(channel: string): void {
  lost.add(channel);
  if (lost.size > 1) return;
  setTimeout(() => {
    pushed.lost(lost);
    lost = new Set();
  }, gatherMs);
}

export function readAgain(): void {
  for (const name of foldedNames) void cache.invalidate(name);
}

/** How long the socket has to tell what a command changed. */
const pushWithinMs = 3_000;
/** After a command: its changes come by push. Where none can come, or none came, they are read. */
export function awaitPush(seq: number): void {
  if (!hearsAccount()) readAgain();
  else setTimeout(() => pushed.head < seq && readAgain(), pushWithinMs);
}
