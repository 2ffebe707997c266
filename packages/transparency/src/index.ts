export { fromBase64, toBase64 } from './base64.ts';
export { type Checkpoint, checkpointText, parseCheckpoint } from './checkpoint.ts';
export {
  commandHash,
  type Entry,
  encodeEntry,
  entryBytes,
  entryLayout,
  eventLeaf,
  eventsRoot,
  nodesOf,
  parseEntry,
  Salts,
  saltPlaces,
} from './entry.ts';
export { BadEvidence, checkEvidence, type Evidence, type Opening, type Proven, type ShownEntry } from './evidence.ts';
export { emptyRoot, hashBytes, leafHash, nodeHash, sameHash, sha256, useSha256 } from './hashes.ts';
export {
  BadKey,
  isKeyName,
  isSignedBy,
  type KeyRole,
  openSigner,
  parseSigner,
  parseVerifier,
  type SignerKey,
  signBytes,
  signerFromSeed,
  signerText,
  type VerifierKey,
  verifierText,
} from './keys.ts';
export {
  type AssetLiabilities,
  BadSum,
  isOwedUnder,
  type LiabilityLeaf,
  liabilitiesDigest,
  liabilityLeaf,
  type SumNode,
  type SumStep,
  SumTree,
} from './liabilities.ts';
export {
  BadNote,
  formatNote,
  formatSignatures,
  type Note,
  type NoteSignature,
  noteLimits,
  parseNote,
  parseSignatures,
  type Signed,
  signersOf,
  signNote,
} from './note.ts';
export {
  edgeTiles,
  nodeInTile,
  parseTilePath,
  type Tile,
  type TileName,
  TreeBuilder,
  throughTiles,
  tileHeight,
  tileOf,
  tilePath,
  tileWidth,
} from './tiles.ts';
export { consistencyProof, inclusionProof, isConsistent, isIncluded, type ReadNodes, type TreeNode, treeRoot } from './tree.ts';
export { type CheckpointRequest, formatCheckpointRequest, parseCheckpointRequest } from './witness-request.ts';
