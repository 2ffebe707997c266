import { decimalCompare, decimalSubtract, parseUnits } from '@bourse/money';
import type { Balance } from '@bourse/protocol';
import type { Wallet } from '@bourse/protocol/enums';

/** What list-type answers: what a wallet may hold and where it can transfer to. */
export type WalletRule = { wallet: Wallet; key: string; enabled: boolean; assets: string[]; transferTo: Wallet[] };
export type TransferDraft = { from: Wallet; to: Wallet; asset: string; amount: string };
export type TransferProblem =
  | 'walletSame'
  | 'assetMissing'
  | 'amountMissing'
  | 'amountMalformed'
  | 'amountZero'
  | 'amountScale'
  | 'amountTooLarge';

type Holding = Pick<Balance, 'wallet' | 'asset' | 'available' | 'scale'>;

const holdingOf = (balances: readonly Holding[], wallet: Wallet, asset: string) =>
  balances.find((balance) => balance.wallet === wallet && balance.asset === asset);

/** Wallets money can leave: those that are on and lead somewhere. */
export const sourcesOf = (rules: readonly WalletRule[]): Wallet[] =>
  rules.filter((rule) => rule.enabled && rule.transferTo.length > 0).map((rule) => rule.wallet);

export const targetsOf = (rules: readonly WalletRule[], from: Wallet): Wallet[] => {
  const reachable = rules.find((rule) => rule.wallet === from)?.transferTo ?? [];
  return rules.filter((rule) => rule.enabled && rule.wallet !== from && reachable.includes(rule.wallet)).map((rule) => rule.wallet);
};

/** Assets both wallets may hold, those the customer has first, richest first by name order otherwise. */
export function assetsBetween(rules: readonly WalletRule[], balances: readonly Holding[], from: Wallet, to: Wallet): string[] {
  const held = (code: string) => decimalCompare(holdingOf(balances, from, code)?.available ?? '0', '0') > 0;
  const other = rules.find((rule) => rule.wallet === to)?.assets ?? [];
  const shared = (rules.find((rule) => rule.wallet === from)?.assets ?? []).filter((code) => other.includes(code));
  return [...shared].sort((a, b) => Number(held(b)) - Number(held(a)));
}

/** Turns the two wallets round. Both ways are not always open; then nothing changes. */
export function swapped(rules: readonly WalletRule[], draft: TransferDraft): TransferDraft {
  return targetsOf(rules, draft.to).includes(draft.from) ? { ...draft, from: draft.to, to: draft.from } : draft;
}

/** Moves the draft to a new source: the target stays when it can be reached, and so does the asset. */
export function settle(rules: readonly WalletRule[], balances: readonly Holding[], draft: TransferDraft): TransferDraft {
  const targets = targetsOf(rules, draft.from);
  const to = targets.includes(draft.to) ? draft.to : (targets[0] ?? draft.to);
  const assets = assetsBetween(rules, balances, draft.from, to);
  return { ...draft, to, asset: assets.includes(draft.asset) ? draft.asset : (assets[0] ?? '') };
}

export const availableFor = (balances: readonly Holding[], draft: Pick<TransferDraft, 'from' | 'asset'>): string =>
  holdingOf(balances, draft.from, draft.asset)?.available ?? '0';

/** What may leave: of the contract wallet not what full-margin positions at a loss stand on. `guarded` says that this is less than what lies there. */
export function freeToLeave(
  held: string,
  draft: Pick<TransferDraft, 'from' | 'asset'>,
  contract: { asset: string; available: string } | undefined,
): { available: string; guarded: boolean } {
  if (draft.from !== 2 || contract?.asset !== draft.asset || decimalCompare(contract.available, held) >= 0)
    return { available: held, guarded: false };
  return { available: decimalCompare(contract.available, '0') > 0 ? contract.available : '0', guarded: true };
}

/** The first thing to change, or undefined when it can be sent. The same rules as the server's, in the order a person reads the form. */
export function transferProblem(draft: TransferDraft, available: string, scale: number): TransferProblem | undefined {
  if (draft.from === draft.to) return 'walletSame';
  if (draft.asset === '') return 'assetMissing';
  if (draft.amount === '') return 'amountMissing';
  const parsed = parseUnits(draft.amount, scale);
  if (!parsed.ok) return parsed.problem === 'scale' ? 'amountScale' : 'amountMalformed';
  if (parsed.units === 0n) return 'amountZero';
  return decimalCompare(draft.amount, available) > 0 ? 'amountTooLarge' : undefined;
}

/** What stays behind, shown before sending. */
export const leftAfter = (available: string, amount: string): string => decimalSubtract(available, amount === '' ? '0' : amount);
