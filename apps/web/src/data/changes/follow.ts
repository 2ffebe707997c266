/** Applies pushes to this page's cached answers. Loaded with the socket. */
import type { CallOutput } from '@bourse/protocol/calls';
import { cache } from '../answers.ts';
import { onForget } from '../api.ts';
import { hearsAccount } from '../live.ts';
import { type Change, foldedNames } from './folds.ts';
import { Pushed } from './pushed.ts';

/** Channels that lose messages at the same time are read again in one go. */
const gatherMs = 50;

/** Asset names in the current language, from any read that had them. */
function nameOf(asset: string): string | undefined {
  const coins = cache.read<CallOutput<'GET pay/coin/coin-list-all'>>(['GET pay/coin/coin-list-all', {}]).data;
  const held = cache.read<CallOutput<'GET pay/wallet/overview'>>(['GET pay/wallet/overview', {}]).data?.balances;
  return coins?.find(({ code }) => code === asset)?.name ?? held?.find((balance) => balance.asset === asset)?.name;
}

const pushed = new Pushed(cache, nameOf);
cache.arrived = pushed.arrived;
onForget(() => pushed.clear());

export function hearChange(change: Change): void {
  if (change.c === 'fill' && change.document !== undefined && 'receiptHash' in change.v)
    holdReceipt({ document: change.document, hash: change.v.receiptHash, chain: null, evidence: null }, change.v.id);
  pushed.hear(change);
}

/** By then the journal has the fill, and the receipt states its place. */
const chainKnownMs = 2_000;

/** A receipt arrives with its fill, before its place in the journal is known. Opening the receipt asks for it. */
function holdReceipt(receipt: CallOutput<'GET pay/receipt/get'>, fillId: string): void {
  const key = ['GET pay/receipt/get', { fillId }] as const;
  if (cache.read(key).status === 'ready') return;
  cache.write(key, receipt);
  // Not at once: a screen that shows the newest fill uses it as it is.
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

/** How long to wait for the socket to deliver a command's changes. */
const pushWithinMs = 3_000;
/** A command's changes arrive by push. Without a socket, or when no push arrived, they are read. */
export function awaitPush(seq: number): void {
  if (!hearsAccount()) readAgain();
  else setTimeout(() => pushed.head < seq && readAgain(), pushWithinMs);
}
