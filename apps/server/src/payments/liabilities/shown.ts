import { type LiabilityLeaf, type SumNode, type SumStep, toBase64 } from '@bourse/transparency';

const stepOf = ({ side, hash, sum }: SumStep) => ({ side, hash: toBase64(hash), units: String(sum) });

/** The root of an asset's tree as everybody is shown it. */
export const shownRoot = (assetId: number, { hash, sum }: SumNode, customers: number) => ({
  ...{ assetId, root: toBase64(hash), units: String(sum), customers },
});

/** A customer's own leaf and the way to its root, as the customer is shown it. */
export const shownLeaf = (assetId: number, { amount, salt }: LiabilityLeaf, path: readonly SumStep[]) => ({
  ...{ assetId, units: String(amount), salt: toBase64(salt), path: path.map(stepOf) },
});
