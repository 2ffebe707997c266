import { decimalCompare, decimalSubtract, parseUnits } from '@bourse/money';
import type { Balance } from '@bourse/protocol';
import type { Wallet } from '@bourse/protocol/enums';

/** `list-type`'s answer: the assets a wallet can hold and the wallets it can transfer to. */
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

/** Wallets that money can leave: those that are on and have a target. */
export const sourcesOf = (rules: readonly WalletRule[]): Wallet[] =>
  rules.filter((rule) => rule.enabled && rule.transferTo.length > 0).map((rule) => rule.wallet);

export const targetsOf = (rules: readonly WalletRule[], from: Wallet): Wallet[] => {
  const reachable = rules.find((rule) => rule.wallet === from)?.transferTo ?? [];
  return rules.filter((rule) => rule.enabled && rule.wallet !== from && reachable.includes(rule.wallet)).map((rule) => rule.wallet);
};

/** Assets that both wallets can hold: those the customer holds first, otherwise in the rules' order. */
export function assetsBetween(rules: readonly WalletRule[], balances: readonly Holding[], from: Wallet, to: Wallet): string[] {
  const held = (code: string) => decimalCompare(holdingOf(balances, from, code)?.available ?? '0', '0') > 0;
  const other = rules.find((rule) => rule.wallet === to)?.assets ?? [];
  const shared = (rules.find((rule) => rule.wallet === from)?.assets ?? []).filter((code) => other.includes(code));
  return [...shared].sort((a, b) => Number(held(b)) - Number(held(a)));
}

/** Swaps the two wallets. Does nothing if the reverse transfer is not allowed. */
export function swapped(rules: readonly WalletRule[], draft: TransferDraft): TransferDraft {
  return targetsOf(rules, draft.to).includes(draft.from) ? { ...draft, from: draft.to, to: draft.from } : draft;
}

/** Sets a new source. Keeps the target and the asset where they are still possible. */
export function settle(rules: readonly WalletRule[], balances: readonly Holding[], draft: TransferDraft): TransferDraft {
  const targets = targetsOf(rules, draft.from);
  const to = targets.includes(draft.to) ? draft.to : (targets[0] ?? draft.to);
  const assets = assetsBetween(rules, balances, draft.from, to);
  return { ...draft, to, asset: assets.includes(draft.asset) ? draft.asset : (assets[0] ?? '') };
}

export const availableFor = (balances: readonly Holding[], draft: Pick<TransferDraft, 'from' | 'asset'>): string =>
  holdingOf(balances, draft.from, draft.asset)?.available ?? '0';

/**
 * What can be transferred. In the contract wallet, the margin that supports losing full-margin positions stays. `guarded`: less is free
 * than the wallet holds.
 */
export function freeToLeave(
  held: string,
  draft: Pick<TransferDraft, 'from' | 'asset'>,
  contract: { asset: string; available: string } | undefined,
): { available: string; guarded: boolean } {
  if (draft.from !== 2 || contract?.asset !== draft.asset || decimalCompare(contract.available, held) >= 0)
    return { available: held, guarded: false };
  return { available: decimalCompare(contract.available, '0') > 0 ? contract.available : '0', guarded: true };
}

/** The first problem in the order of the form, or undefined if the transfer can be sent. The server applies the same rules. */
export function transferProblem(draft: TransferDraft, available: string, scale: number): TransferProblem | undefined {
  if (draft.from === draft.to) return 'walletSame';
  if (draft.asset === '') return 'assetMissing';
  if (draft.amount === '') return 'amountMissing';
  const parsed = parseUnits(draft.amount, scale);
  if (!parsed.ok) return parsed.problem === 'scale' ? 'amountScale' : 'amountMalformed';
  if (parsed.units === 0n) return 'amountZero';
  return decimalCompare(draft.amount, available) > 0 ? 'amountTooLarge' : undefined;
}

/** The balance that stays, shown before sending. */
export const leftAfter = (available: string, amount: string): string => decimalSubtract(available, amount === '' ? '0' : amount);
