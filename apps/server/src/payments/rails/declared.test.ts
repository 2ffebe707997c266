import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCatalogue } from '../../market/catalogue/catalogue.ts';
import { readRails } from './declared.ts';
import shipped from './rails.json';

const catalogue = createCatalogue();
const folder = mkdtempSync(join(tmpdir(), 'bourse-rails-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The shipped file with another bank. */
function withBank(change: { asset?: string; currency?: string }, scaleOf: (code: string) => number | undefined = () => undefined) {
  const { currency, ...rest } = change;
  const rails = shipped.rails.map((one) =>
    one.source.kind === 'bank' ? { ...one, ...rest, source: { ...one.source, ...(currency ? { currency } : {}) } } : one,
  );
  const path = join(folder, 'rails.json');
  writeFileSync(path, JSON.stringify({ ...shipped, rails }));
  const assetByCode = (code: string) => {
    const found = catalogue.assetByCode(code);
    return found && { ...found, scale: scaleOf(code) ?? found.scale };
  };
  return () => readRails(assetByCode, { path, reachable: () => false });
}

describe('a bank', () => {
  test('pays in the asset of its rail, in the decimals that statements and orders of payments have', () => {
    expect(withBank({})).not.toThrow();
    // 400 ringgit would be credited as 400 of the asset, and as much would be paid out.
    expect(withBank({ currency: 'MYR' })).toThrow('rail 7: a bank in MYR has an asset of its own, not USD');
    expect(withBank({ asset: 'USDT' })).toThrow('rail 7: a bank in USD has an asset of its own, not USDT');
    expect(withBank({ asset: 'USDT', currency: 'USDT' })).toThrow('rail 7: no bank has accounts in USDT');
    // A payout of 1 would be ordered as 100.
    expect(withBank({}, (code) => (code === 'USD' ? 4 : undefined))).toThrow('rail 7: banks know 2 decimals of USD, the asset has 4');
  });
});
