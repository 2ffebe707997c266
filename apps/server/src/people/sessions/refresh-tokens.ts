import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../platform/sealing.ts';

/** A token that is unused for this long ends its session. */
export const refreshIdleMs = 14 * 24 * 3_600_000;
/**
 * Two tabs, or a retry after a lost answer, may present the same token at nearly the same time. Within this time the second gets the same successor
 * as the first, so the chain never forks. Later use counts as theft.
 */
export const refreshGraceMs = 60_000;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export const newRefreshToken = () => randomBytes(32).toString('base64url');
export const isRefreshToken = (text: string) => tokenPattern.test(text);
export const hashOf = (token: string) => createHash('sha256').update(token).digest();

const sealingKey = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'bourse refresh successor', 32));

/** Encrypts the successor with its predecessor, so that the database alone cannot reveal it. */
export const sealSuccessor = (successor: string, predecessor: string): Buffer => seal(sealingKey(predecessor), '', Buffer.from(successor));

export const unsealSuccessor = (sealed: Buffer, predecessor: string): string => unseal(sealingKey(predecessor), '', sealed).toString();
