import type { Signature } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import { readHeader, signedText } from '@bourse/protocol/signing';
import type { SignedInContext } from '../calls/handlers.ts';
import type { Session, SessionDevice } from '../calls/session.ts';
import type { Clock } from '../platform/clock.ts';
import type { Venues } from '../sequencer/port.ts';
import type { DeviceStore } from './device-store.ts';
import { nameOfKey, signatureOf } from './keys.ts';
import type { Verifier } from './verifier.ts';

/** The signed time may differ from ours by this much: a clock that is wrong by a day, or set to another zone, locks nobody out. */
export const signedTimeHours = 36;

export interface Signing {
  /** The checked signature of a request that sends a command. Undefined for a session whose device has no key; throws when such a request is signed. */
  check(context: SignedInContext): Promise<Signature> | undefined;
  /**
   * For a command that was refused because the account's other devices sign: enters this session's device in the journal as one without a key, which its
   * owner is told. Rejects with the refusal when it is another one, or when the session has a device already.
   */
  admitUnsigned(session: Session, error: unknown): Promise<void>;
}

interface DeviceKey {
  publicKey: string;
  name: string;
}

interface Parts {
  venues: Venues;
  clock: Pick<Clock, 'now'>;
  devices: DeviceStore;
  verifier: Verifier;
}

export function createSigning({ venues, clock, devices, verifier }: Parts): Signing {
  /** Keys by the device of a session, from the journal, so that a changed row of the database changes no key. */
  const keys = new WeakMap<SessionDevice, DeviceKey>();

  const readKey = async ({ venue, account }: Session, device: SessionDevice): Promise<DeviceKey> => {
    const { value } = await venues[venue].read((engine) => engine.device(account, device.number));
    if (!value || value.publicKey === '') throw new Refusal('deviceKeyClosed');
    const key = { publicKey: value.publicKey, name: nameOfKey(value.publicKey) };
    keys.set(device, key);
    return key;
  };

  const checked = async ({ session, signature, commandId }: SignedInContext, device: SessionDevice): Promise<Signature> => {
    if (!signature) throw new Refusal('signatureMissing');
    const sent = readHeader(signature.header);
    const bytes = sent && signatureOf(sent.signature);
    if (!sent || !bytes) throw new Refusal('signatureInvalid');
    const { publicKey, name } = keys.get(device) ?? (await readKey(session, device));
    if (sent.key !== name) throw new Refusal('deviceKeyUnknown');
    if (Math.abs(sent.time - clock.now()) > signedTimeHours * 3_600_000) throw new Refusal('signedTimeOff', { hours: signedTimeHours });
    const { venue, account } = session;
    const { call } = signature;
    const body = signature.body();
    const text = signedText({ venue, account, key: sent.key, commandId, time: sent.time, call, body });
    if (!(await verifier.verify(publicKey, text, sent.signature))) throw new Refusal('signatureInvalid');
    return { device: device.number, time: sent.time, call, body, bytes };
  };

  return {
    check(context) {
      const { device } = context.session;
      if (device?.publicKey) return checked(context, device);
      if (context.signature) throw new Refusal('deviceKeyUnknown');
      return undefined;
    },

    async admitUnsigned(session, error) {
      if (!(error instanceof Refusal) || error.refusal !== 'signatureMissing' || session.device) throw error;
      session.device = await devices.open(session, '').catch((reason: unknown) => {
        // The session enters its key at this moment: then this command should have been signed.
        throw reason instanceof Refusal && reason.refusal === 'commandIdReused' ? error : reason;
      });
    },
  };
}
