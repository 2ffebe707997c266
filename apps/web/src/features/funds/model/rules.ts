import { flowByCode, flows } from '@bourse/protocol/flows';

/** The sentence that explains a line: one rule per way money moves, not per code. */
export type RuleName = 'transfer' | 'hold' | 'release' | 'buyPay' | 'buyReceive' | 'sellDeliver' | 'sellReceive' | 'fee' | 'demo' | 'other';

const named: Partial<Record<string, RuleName>> = {
  spotOrderFreeze: 'hold',
  spotAmendFreeze: 'hold',
  spotOrderRelease: 'release',
  spotAmendRelease: 'release',
  spotBuyPay: 'buyPay',
  spotBuyReceive: 'buyReceive',
  spotSellDeliver: 'sellDeliver',
  spotSellReceive: 'sellReceive',
  spotTakerFee: 'fee',
  spotMakerFee: 'fee',
  demoGrant: 'demo',
  demoReset: 'demo',
};

export function ruleOf(code: number): RuleName {
  const name = flowByCode(code);
  if (!name) return 'other';
  return named[name] ?? (flows[name].area === 'transfer' ? 'transfer' : 'other');
}
