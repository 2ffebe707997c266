import type { State } from '../core/state.ts';
import { done, refuse } from '../outcomes.ts';
import { type CloseDevice, devices, type OpenDevice } from './declare.ts';
import { mostOpen } from './registry.ts';

/** An uncompressed point begins with the byte 4, so its base64url begins with B. Whether it lies on the curve is checked where signatures are. */
const point = /^B[A-Za-z0-9_-]{86}$/;

export function openDevice(s: State, { account, publicKey }: OpenDevice) {
  if (s.accounts.trading(account) === 0) return refuse('accountUnknown');
  if (publicKey !== '' && !point.test(publicKey)) return refuse('deviceKeyInvalid');
  if (publicKey !== '' && s.devices.hasKey(publicKey)) return refuse('deviceKeyUsed');
  if (s.devices.of(account).length >= mostOpen) return refuse('devicesTooMany');
  const first = !s.devices.keyed.has(account);
  const device = { device: s.seq, account, publicKey, openedAt: s.time };
  s.devices.add(device);
  s.log.tell(devices.events.deviceOpened, { ...device, first });
  return done;
}

export function closeDevice(s: State, { account, device, reason }: CloseDevice) {
  const open = s.devices.find(account, device);
  if (open === undefined) return refuse('deviceUnknown');
  s.devices.remove(open);
  s.log.tell(devices.events.deviceClosed, { account, device, openedAt: open.openedAt, reason });
  return done;
}
