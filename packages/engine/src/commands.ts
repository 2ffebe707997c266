import type { Actor } from './core/actor.ts';
import type { DeclaredCommand } from './declared.ts';

export type * from './catalogue/declare.ts';
export type * from './changes/declare.ts';
export type * from './contract/declare.ts';
export type * from './core/declare.ts';
export type * from './devices/declare.ts';
export type * from './earn/declare.ts';
export type * from './gate/declare.ts';
export type * from './invitations/declare.ts';
export type * from './leverage/declare.ts';
export type * from './loans/declare.ts';
export type * from './membership/declare.ts';
export type * from './orders/declare.ts';
export type * from './payments/declare.ts';
export type * from './standing/declare.ts';
export type * from './stock/declare.ts';
export type * from './swaps/declare.ts';
export type * from './timed/declare.ts';
export type * from './treasury/declare.ts';

/**
 * Everything that can happen to the exchange's state, as the rooms declare it in their `declare.ts`. A command is plain data; the sequencer
 * gives it a sequence number and a time, the journal keeps it, the engine applies it. No field of any command is a fill, an outcome or a
 * balance; prices appear only as a customer's own limit or stop, and as feed ticks with their source.
 *
 * Units: prices in integer ticks, quantities in integer lots, amounts in minor units of their asset, times in integer milliseconds since the
 * epoch. Numbers are safe integers. Account, asset and instrument ids are positive 32-bit integers.
 */
export type Command = DeclaredCommand;

/** A command as the journal keeps it. */
export interface SequencedCommand {
  seq: number;
  time: number;
  /** 16 bytes chosen by the client (a UUID); zeros for the server's own commands. */
  commandId: Uint8Array;
  actor: Actor;
  command: Command;
  /** What the customer signed, where a device with a key sent the command. */
  signed?: Signature | undefined;
}

/** The part of a signed request that does not follow from its command, and its signature. */
export interface Signature {
  /** The number of the device whose key signed. */
  device: number;
  /** When the device signed, milliseconds by the device's own clock. */
  time: number;
  /** The call, such as `POST pay/order-coin/amend`. */
  call: string;
  /** The body as the customer sent it, as canonical JSON. */
  body: string;
  /** ECDSA P-256 with SHA-256 over the signed text: r and s, 32 bytes each, s in the lower half. */
  bytes: Uint8Array;
}
