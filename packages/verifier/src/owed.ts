import { fromBase64, isOwedUnder, liabilitiesDigest, sameHash } from '@bourse/transparency';
import { checkProof } from './receipt.ts';

/** What was published, as `GET pay/proof/latest` answers it. Hashes and digests are base64, sums whole numbers of the smallest unit. */
export interface PublishedOwed {
  seq: number;
  digest: string;
  anchorSeq: number;
  assets: readonly { assetId: number; root: string; units: string; customers: number }[];
  evidence: unknown;
}
/** One customer's leaves, as `GET pay/proof/mine` answers them. */
export interface OwnLeaves {
  account: number;
  leaves: readonly {
    assetId: number;
    units: string;
    salt: string;
    path: readonly { side: 'left' | 'right'; hash: string; units: string }[];
  }[];
}
export type OwedStepName = 'total' | 'log' | 'leaves' | 'account';
export type OwedVerdict = 'agrees' | 'differs' | 'waits';
export interface CheckedOwed {
  steps: readonly { name: OwedStepName; verdict: OwedVerdict }[];
  verdict: OwedVerdict;
}

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64(text);
  if (bytes === undefined) throw new TypeError('This is no base64.');
  return bytes;
}
const nodeOf = ({ root, units }: { root: string; units: string }) => ({ hash: bytesOf(root), sum: BigInt(units) });

/** Whether bytes stand somewhere in others: as they are, or as text in base64url. */
function holds(bytes: Uint8Array, digest: Uint8Array): boolean {
  const text = btoa(String.fromCharCode(...digest))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
  const forms = [digest, new TextEncoder().encode(text)];
  return forms.some((form) => bytes.some((_, from) => form.every((byte, at) => bytes[from + at] === byte)));
}

/** Whether the signed log holds the published digest, at the place that was said. */
function loggedAs(latest: PublishedOwed, keys: Parameters<typeof checkProof>[1], venue: string): OwedVerdict {
  if (latest.evidence === null) return 'waits';
  const { proven, steps } = checkProof(latest.evidence, keys, venue);
  if (proven === undefined) return steps.some(({ verdict }) => verdict === 'differs') ? 'differs' : 'waits';
  const command = proven.commands.find(({ seq }) => seq === latest.anchorSeq)?.command;
  return given(() => command !== undefined && holds(command.bytes, bytesOf(latest.digest)));
}

function given(check: () => boolean): OwedVerdict {
  try {
    return check() ? 'agrees' : 'differs';
  } catch {
    return 'differs';
  }
}

/** Checks what was published against itself, the real venue's log, and one customer's own leaves. No input makes it throw. */
export function checkOwed(latest: PublishedOwed, mine: OwnLeaves, account: number, keys: Parameters<typeof checkProof>[1]): CheckedOwed {
  const total = () => {
    const roots = latest.assets.map((one) => ({ asset: one.assetId, root: nodeOf(one), count: one.customers }));
    return sameHash(liabilitiesDigest(latest.seq, roots), bytesOf(latest.digest));
  };
  const leads = ({ assetId, units, salt, path }: OwnLeaves['leaves'][number]) => {
    const published = latest.assets.find((one) => one.assetId === assetId);
    // The account is this browser's own: a leaf that was made for somebody else does not lead to the root.
    const leaf = { account, amount: BigInt(units), salt: bytesOf(salt) };
    const steps = path.map((step) => ({ side: step.side, hash: bytesOf(step.hash), sum: BigInt(step.units) }));
    return published !== undefined && isOwedUnder(nodeOf(published), leaf, steps);
  };
  const steps = [
    { name: 'account' as const, verdict: given(() => mine.account === account) },
    { name: 'leaves' as const, verdict: given(() => mine.leaves.every(leads)) },
    { name: 'total' as const, verdict: given(total) },
    { name: 'log' as const, verdict: loggedAs(latest, keys, 'real') },
  ];
  const verdict = steps.some((step) => step.verdict === 'differs')
    ? 'differs'
    : steps.some((step) => step.verdict === 'waits')
      ? 'waits'
      : 'agrees';
  return { steps, verdict };
}
