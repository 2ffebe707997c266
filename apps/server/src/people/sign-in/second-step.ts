import { createHash, randomBytes } from 'node:crypto';
import type { SecondStep } from '@bourse/protocol';
import { heldBy } from '../../proofs/held.ts';
import type { Customer } from '../customers.ts';
import { addressBlock } from '../limits.ts';
import type { PeopleServices } from '../services.ts';

/** How long the second step may take. */
export const ticketMs = 5 * 60_000;
/** Answers to one ticket. */
export const ticketTries = 5;

const sha256 = (text: string) => createHash('sha256').update(text).digest();
export const ticketHash = (ticket: string) => sha256(`ticket\n${ticket}`);
/** A ticket works from the network that the password came from. */
export const ticketNetwork = (ip: string) => sha256(`network\n${addressBlock(ip)}`);

/**
 * The ticket with which a customer who has a factor completes the sign-in; undefined for a customer who has none. It replaces an earlier one of this
 * network.
 */
export async function openSecondStep(services: PeopleServices, { id }: Customer, ip: string): Promise<SecondStep | undefined> {
  const { database, clock, party } = services;
  const held = await heldBy(database, String(id));
  if (!held.totp && held.passkeys.length === 0) return undefined;
  const ticket = randomBytes(32).toString('base64url');
  const challenge = randomBytes(32);
  const expiresAt = clock.now() + ticketMs;
  await database.query(
    `INSERT INTO sign_in_ticket (customer_id, network, hash, challenge, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (customer_id, network) DO UPDATE SET hash = excluded.hash, challenge = excluded.challenge, tries = 0, expires_at = excluded.expires_at`,
    [id, ticketNetwork(ip), ticketHash(ticket), challenge, new Date(expiresAt)],
  );
  const passkeys = held.passkeys.length > 0;
  return {
    ticket,
    ways: [
      ...(held.totp ? (['totp'] as const) : []),
      ...(passkeys ? (['passkey'] as const) : []),
      ...(held.codes > 0 ? (['recoveryCode'] as const) : []),
    ],
    passkeys: passkeys && party ? { rpId: party.id, ids: held.passkeys, challenge: challenge.toString('base64url') } : null,
    expiresAt,
  };
}
