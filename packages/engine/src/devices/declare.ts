import { type CommandOf, command, declare, type EventOf, event } from '../define/declare.ts';
import { choice, count, flag, id, refusing, serial, text } from '../define/field.ts';
import { account } from '../define/names.ts';

/** Why a device may send nothing any more: how its session ended. */
export const closeReasons = ['logout', 'replaced', 'revoked', 'reused', 'password', 'expired', 'restricted'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** How somebody showed that a device belongs to the account. */
const proofs = ['signIn'] as const;

/**
 * The devices that may send commands for an account, with their public keys. The journal holds them because a table beside it could be changed:
 * whoever checks a signature takes the key from here.
 */
export const devices = declare('devices', {
  commands: {
    /**
     * A session's device. Its number is the sequence of this command. A device without a key sends commands that are not signed; an account that has a
     * device with a key takes them from no other.
     */
    openDevice: command(36, {
      by: 'system',
      fields: {
        account,
        /** ECDSA P-256: the uncompressed point of 65 bytes in base64url, or '' for a device without a key. */
        publicKey: refusing('deviceKeyInvalid', text('evidence', { max: 87 })),
        provenBy: choice(proofs, 'evidence'),
      },
      refuses: ['accountUnknown', 'deviceKeyInvalid', 'deviceKeyUsed', 'devicesTooMany'],
    }),
    closeDevice: command(37, {
      by: 'system',
      fields: { account, device: serial(), reason: choice(closeReasons, 'evidence') },
      refuses: ['deviceUnknown'],
    }),
  },
  events: {
    deviceOpened: event(36, {
      keep: 'each',
      key: 'device',
      owner: 'account',
      fields: { account: id(), device: serial(), publicKey: text(), openedAt: count(), first: flag() },
      notice: ({ first, publicKey }) => {
        // The first key is trusted as the sign-in is; from then on the owner hears of each.
        if (first) return undefined;
        return publicKey === '' ? { kind: 'devices.unsigned', params: {} } : { kind: 'devices.opened', params: {} };
      },
    }),
    deviceClosed: event(37, {
      keep: 'each',
      key: 'device',
      owner: 'account',
      fields: { account: id(), device: serial(), openedAt: count(), reason: choice(closeReasons) },
    }),
  },
});
export type OpenDevice = CommandOf<typeof devices, 'openDevice'>;
export type CloseDevice = CommandOf<typeof devices, 'closeDevice'>;
export type DeviceOpenedEvent = EventOf<typeof devices, 'deviceOpened'>;
export type DeviceClosedEvent = EventOf<typeof devices, 'deviceClosed'>;
