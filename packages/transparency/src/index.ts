export { fromBase64, toBase64 } from './base64.ts';
export { type Checkpoint, checkpointText, parseCheckpoint } from './checkpoint.ts';
export { emptyRoot, hashBytes, leafHash, nodeHash, sameHash } from './hashes.ts';
export {
  BadKey,
  isKeyName,
  isSignedBy,
  type KeyRole,
  parseVerifier,
  type SignerKey,
  signBytes,
  signerFromSeed,
  type VerifierKey,
  verifierText,
} from './keys.ts';
export { BadNote, formatNote, type Note, type NoteSignature, noteLimits, parseNote, type Signed, signersOf, signNote } from './note.ts';
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
