import {
  decimalAdd,
  decimalCompare,
  decimalDivide,
  decimalMultiply,
  decimalSign,
  decimalSubtract,
  decimalSum,
  roundHolding,
  truncateDecimals,
} from '@bourse/money';
import type { Balance } from '@bourse/protocol';
import { AssetKind } from '@bourse/protocol/enums';

/** One slice of the total: cash is one, stocks are one, each coin is one, and the smallest are grouped. */
export type Part = {
  key: string;
  kind: 'cash' | 'coin' | 'shares' | 'rest';
  /** Codes of the assets in the slice, largest value first. */
  assets: string[];
  names: string[];
  value: string;
  /** Percent with two decimals; all slices add up to exactly 100.00. */
  ratio: string;
};

const groupOf = (balance: Pick<Balance, 'kind' | 'asset'>): { key: string; kind: Part['kind'] } => {
  if (balance.kind === AssetKind.fiat || balance.kind === AssetKind.stablecoin) return { key: 'cash', kind: 'cash' };
  if (balance.kind === AssetKind.share) return { key: 'shares', kind: 'shares' };
  return { key: balance.asset, kind: 'coin' };
};

/**
 * Truncated parts add up to less than the total as shown. The largest remainder method distributes the difference: the parts that lost most
 * each gain one last digit, so that the column adds up. A part that would show nothing although something is there comes first, and takes
 * its digit from the largest part if none is left.
 */
export function addUp(values: readonly string[], total: string, decimals: number): string[] {
  const cut = values.map((value) => truncateDecimals(value, decimals));
  const step = decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
  const order = values
    .map((value, index) => ({ index, lost: decimalSubtract(value, cut[index]!) }))
    .sort((a, b) => decimalCompare(b.lost, a.lost));
  const isDust = (index: number) => decimalSign(cut[index]!) === 0 && decimalSign(values[index]!) > 0;
  const gains = [...order.filter(({ index }) => isDust(index)), ...order.filter(({ index }) => !isDust(index))];
  let missing = decimalSubtract(roundHolding(total, decimals), decimalSum(cut));
  for (const { index } of gains) {
    const dust = isDust(index);
    if (decimalSign(missing) <= 0) {
      const largest = cut.reduce((best, value, at) => (decimalCompare(value, cut[best]!) > 0 ? at : best), 0);
      if (!dust || decimalSign(cut[largest]!) === 0) break;
      cut[largest] = decimalSubtract(cut[largest]!, step);
      missing = decimalAdd(missing, step);
    }
    cut[index] = decimalAdd(cut[index]!, step);
    missing = decimalSubtract(missing, step);
  }
  return cut;
}

/** Each amount's share of the sum in percent, two decimals, adding up to exactly 100.00. */
export function percentages(values: readonly string[]): string[] {
  const total = decimalSum(values);
  if (decimalSign(total) <= 0) return values.map(() => '0.00');
  return addUp(
    values.map((value) => decimalDivide(decimalMultiply(value, '100'), total, 12)),
    '100',
    2,
  );
}

type Held = Pick<Balance, 'asset' | 'name' | 'kind' | 'value'>;

/** The slices, largest first, `max` at most. Assets without a fresh rate have no value and are left out; the screen names them. */
export function allocationOf(balances: readonly Held[], max = 6): Part[] {
  const groups = new Map<string, { kind: Part['kind']; assets: Map<string, { name: string; value: string }> }>();
  for (const balance of balances) {
    if (balance.value === null || decimalSign(balance.value) <= 0) continue;
    const { key, kind } = groupOf(balance);
    const group = groups.get(key) ?? { kind, assets: new Map() };
    const known = group.assets.get(balance.asset);
    group.assets.set(balance.asset, { name: balance.name, value: decimalSum([known?.value ?? '0', balance.value]) });
    groups.set(key, group);
  }
  const parts = [...groups].map(([key, { kind, assets }]) => {
    const ordered = [...assets].sort(([, a], [, b]) => decimalCompare(b.value, a.value));
    return {
      key,
      kind,
      assets: ordered.map(([code]) => code),
      names: ordered.map(([, { name }]) => name),
      value: decimalSum(ordered.map(([, { value }]) => value)),
    };
  });
  parts.sort((a, b) => decimalCompare(b.value, a.value));
  const shown = parts.length > max ? parts.slice(0, max - 1) : parts;
  const rest = parts.slice(shown.length);
  const all: Omit<Part, 'ratio'>[] =
    rest.length === 0
      ? shown
      : [
          ...shown,
          {
            key: 'rest',
            kind: 'rest',
            assets: rest.flatMap((part) => part.assets),
            names: rest.flatMap((part) => part.names),
            value: decimalSum(rest.map((part) => part.value)),
          },
        ];
  const ratios = percentages(all.map((part) => part.value));
  return all.map((part, index) => ({ ...part, ratio: ratios[index]! }));
}
