import { exponentOf, isCurrency } from '@bourse/bank-files';
import { networkNames, networks } from '@bourse/chains';
import { changeReasonLength, type DefinePayoutRules } from '@bourse/engine';
import { unitsOf } from '@bourse/money';
import { PaymentMethod, RechargeChannel } from '@bourse/protocol/enums';
import { z } from 'zod';
import type { AssetInfo } from '../../market/port.ts';
import { FileProblems, fitting, readJson } from '../../platform/declared-file.ts';
import type { Rail, RailSource } from '../port.ts';
import shippedFile from './rails.json';

const decimal = z.string().regex(/^(0|[1-9]\d*)(\.\d+)?$/, 'write a plain decimal in quotes, such as "0.01"');
const hours = z.number().min(0).max(8_784);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'write a local time, such as "09:30"');
const confirmations = z.int().min(1).max(1000);
const decimals = z.int().min(0).max(18);
const network = z.enum(networkNames as [(typeof networkNames)[number], ...typeof networkNames]);
const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('chain'),
    network,
    token: z.string().optional(),
    decimals,
    confirmations,
    large: z.strictObject({ from: decimal, confirmations }).optional(),
    /** An address that was credited as much is swept. */
    sweepFrom: decimal.optional(),
  }),
  z.strictObject({
    kind: z.literal('gateway'),
    network: z.string().regex(/^[a-z][a-z0-9-]{1,29}$/),
    mainCoinType: z.string(),
    coinType: z.string(),
    decimals,
    confirmations,
  }),
  z.strictObject({
    kind: z.literal('bank'),
    bank: z.string(),
    holder: z.string(),
    account: z.string(),
    bic: z.string(),
    currency: z.string(),
  }),
  z.strictObject({ kind: z.literal('screenshot'), network, token: z.string().optional(), decimals, confirmations }),
  z.strictObject({ kind: z.literal('provider'), name: z.string(), url: z.url() }),
  z.strictObject({
    kind: z.literal('desk'),
    languages: z.array(z.string()).min(1),
    opens: timeOfDay,
    closes: timeOfDay,
    timeZone: z.string(),
    pays: z.string(),
  }),
]);
const rail = z.strictObject({
  id: z.int().min(1).max(65_535),
  code: z.string().regex(/^[a-z0-9-]{3,40}$/),
  asset: z.string(),
  channel: z.literal(Object.values(RechargeChannel)),
  networkName: z.string().nullable(),
  open: z.array(z.enum(['in', 'out'])),
  minIn: decimal,
  autoInMax: decimal,
  feeInPpm: z.int().min(0).max(500_000).default(0),
  holdHours: hours.default(0),
  minOut: decimal,
  feeFixed: decimal,
  feePpm: z.int().min(0).max(1_000_000).default(0),
  hourlyUnreviewed: decimal,
  source,
});
const railsFile = z.strictObject({
  /** Why the terms changed; it stands in the announcement of the change. */
  why: z.string().min(1).max(changeReasonLength).optional(),
  payouts: z.strictObject({
    levelLimits: z.array(decimal).length(3),
    factorsPpm: z.array(z.int().min(0)).min(1).max(64),
    destinationWaitHours: hours,
    credentialWaitHours: hours,
    reviewAbove: decimal,
    secondAbove: decimal,
    youngHours: hours,
    burstCount: z.int().min(1).max(100),
    burstHours: hours,
  }),
  rails: z.array(rail).max(1000),
});
type RailDeclared = z.output<typeof rail>;

export interface DeclaredRails {
  rails: readonly Rail[];
  payouts: DefinePayoutRules;
  /** Why they changed; '' when the file does not say. */
  why: string;
}

const help = 'docs/operations.md';
const hourMs = 3_600_000;
const inWords = { in: 1, out: 2 } as const;
/** In which the limits of payouts are said. */
const valueAsset = 'USDT';

/** Reads a rails file, or the shipped one. Throws one `FileProblems` with every problem. `tokens`: contracts by the name that the file gives them. */
export function readRails(
  assetByCode: (code: string) => AssetInfo | undefined,
  {
    path,
    tokens = {},
    reachable = () => true,
  }: { path?: string | undefined; tokens?: Readonly<Record<string, string>>; reachable?: (network: string) => boolean } = {},
): DeclaredRails {
  const file = path ?? 'rails.json';
  const data = fitting(railsFile, path === undefined ? shippedFile : readJson(path, help), { file, help });
  const problems: string[] = [];
  const asset = (at: string, code: string): AssetInfo => {
    const found = assetByCode(code);
    if (found === undefined) problems.push(`${at}: there is no asset ${code}`);
    return found ?? { id: 0, code, name: code, kind: 3, scale: 18 };
  };
  const amount = (at: string, text: string, { code, scale }: AssetInfo): bigint => {
    try {
      return unitsOf(text, scale);
    } catch {
      problems.push(`${at}: ${text} has more than the ${scale} decimals of ${code}`);
      return 0n;
    }
  };
  const value = asset('payouts', valueAsset);
  const worth = (at: string, text: string) => Number(amount(at, text, value));
  const tokenOf = (at: string, name: string | undefined) => {
    if (name === undefined) return undefined;
    const found = tokens[name] ?? (name.includes(':0x') || name.includes(':T') ? name.slice(name.indexOf(':') + 1) : undefined);
    const [network = ''] = name.split(':');
    // Nobody reads a network that has no node, and its rails are closed.
    if (found === undefined && !reachable(network)) return name;
    if (found === undefined) problems.push(`${at}: the contract of ${name} is not known; name it by its address`);
    return found;
  };

  /** What a statement tells is credited as it is, and what is paid out is ordered as it is: nothing is exchanged in between. */
  const bankAsset = (at: string, one: string, { asset: code, open }: RailDeclared): AssetInfo => {
    const found = asset(at, one);
    if (one !== code) problems.push(`${at}: a bank in ${one} has an asset of its own, not ${code}`);
    const decimals = isCurrency(one) ? exponentOf(one) : undefined;
    if (decimals === undefined) problems.push(`${at}: no bank has accounts in ${one}`);
    else if (open.includes('out') && found.scale !== decimals)
      problems.push(`${at}: banks know ${decimals} decimals of ${one}, the asset has ${found.scale}`);
    return found;
  };
  const sourceOf = (at: string, declared: RailDeclared): RailSource => {
    const { source: one, asset: code } = declared;
    if (one.kind === 'bank') return { ...one, currency: bankAsset(at, one.currency, declared) };
    if (one.kind === 'desk') return { ...one, pays: asset(at, one.pays) };
    if (one.kind === 'screenshot') return { ...one, token: tokenOf(at, one.token && `${one.network}:${one.token}`) };
    if (one.kind !== 'chain') return one;
    const { large, token, sweepFrom, ...rest } = one;
    if (token === undefined && networks[one.network].decimals !== one.decimals) problems.push(`${at}: ${one.network} has other decimals`);
    const from = large && unitsOf(large.from, one.decimals);
    if (large !== undefined && large.confirmations < one.confirmations) problems.push(`${at}: large ${code} needs fewer confirmations`);
    return {
      ...rest,
      ...(sweepFrom === undefined ? {} : { sweepFrom: unitsOf(sweepFrom, one.decimals) }),
      token: tokenOf(at, token && `${one.network}:${token}`),
      ...(large && from !== undefined ? { largeConfirmations: { from, needed: large.confirmations } } : {}),
    };
  };
  const railOf = (one: RailDeclared): Rail => {
    const at = `rail ${one.id}`;
    const of = asset(at, one.asset);
    return {
      ...{ rail: one.id, code: one.code, asset: of, channel: one.channel, networkName: one.networkName, feeInPpm: one.feeInPpm },
      method: methodOf(one.channel),
      source: sourceOf(at, one),
      rules: {
        ...{ rail: one.id, asset: of.id, channel: one.channel, holdMs: one.holdHours * hourMs, feePpm: one.feePpm },
        minIn: amount(at, one.minIn, of),
        autoInMax: amount(at, one.autoInMax, of),
        minOut: amount(at, one.minOut, of),
        feeFixed: Number(amount(at, one.feeFixed, of)),
        hourlyUnreviewed: worth(at, one.hourlyUnreviewed),
        open: one.open.reduce((bits, way) => bits | inWords[way], 0),
      },
    };
  };
  const rails = data.rails.map(railOf);
  for (const field of ['rail', 'code'] as const)
    if (new Set(rails.map((one) => one[field])).size < rails.length) problems.push(`two rails have the same ${field}`);
  const { payouts: p } = data;
  const payouts: DefinePayoutRules = {
    kind: 'definePayoutRules',
    levelLimits: p.levelLimits.map((text) => worth('payouts.levelLimits', text)),
    factorsPpm: p.factorsPpm,
    destinationWaitMs: p.destinationWaitHours * hourMs,
    credentialWaitMs: p.credentialWaitHours * hourMs,
    reviewAbove: worth('payouts.reviewAbove', p.reviewAbove),
    secondAbove: worth('payouts.secondAbove', p.secondAbove),
    youngMs: p.youngHours * hourMs,
    burstCount: p.burstCount,
    burstMs: p.burstHours * hourMs,
  };
  if (problems.length > 0) throw new FileProblems(file, problems, help);
  return { rails, payouts, why: data.why ?? '' };
}

function methodOf(channel: RechargeChannel): Rail['method'] {
  if (channel === RechargeChannel.cryptoCallback || channel === RechargeChannel.cryptoScreenshot) return PaymentMethod.virtualCurrency;
  return channel === RechargeChannel.bankCard ? PaymentMethod.bankCard : PaymentMethod.c2c;
}
