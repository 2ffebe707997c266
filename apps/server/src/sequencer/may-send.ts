import { type EngineReader, firstCustomer } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import type { CommandRequest } from './port.ts';

/**
 * Whether a customer's command may be sequenced now: its device is still open, or, without a signature, the account has no device that would have to
 * sign. It is asked at the command's place in the order, so that a device that was closed sends nothing afterwards, and whoever replays the journal
 * finds each command under a device that was open.
 */
export function senderRefused(engine: EngineReader, { account, actor, signed }: CommandRequest): Refusal | undefined {
  if (signed) {
    const device = engine.device(account, signed.device);
    return device && device.publicKey !== '' ? undefined : new Refusal('deviceKeyClosed');
  }
  // The server names itself where it acts for a customer.
  if (actor === undefined && account >= firstCustomer && engine.mustSign(account)) return new Refusal('signatureMissing');
  return undefined;
}
