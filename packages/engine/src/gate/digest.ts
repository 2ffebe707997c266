import type { Venue } from '@bourse/protocol/enums';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64url } from '../base/base64url.ts';
import { writeBody } from '../codec/bodies.ts';
import type { Command } from '../commands.ts';
import { ByteWriter } from '../define/bytes.ts';

/** What operators sign and approve: SHA-256 over venue, the id of the proposing command, proposer and the body's bytes in the journal, as base64url. */
export function proposalDigest(venue: Venue, commandId: Uint8Array, proposer: number, body: Command): string {
  const w = new ByteWriter();
  w.text('bourse proposal 1');
  w.text(venue);
  w.raw(commandId);
  w.count(proposer);
  writeBody(w, body);
  return base64url(sha256(w.done()));
}
