import { call, deviceTimeZone } from '../../data/index.ts';

/** What this browser can do about pushes: nothing, nothing until the person allows it in the settings, or something. */
export type DeviceState = 'none' | 'denied' | 'able';

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration('/') : undefined;

export async function deviceState(): Promise<DeviceState> {
  const found = await registration();
  if (!found?.pushManager || !('Notification' in window)) return 'none';
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/** A subscription for another key is one of an exchange that was here before. */
async function fresh(manager: PushManager, pushKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  const bytes = known?.options.applicationServerKey;
  if (known && bytes && base64url(bytes) === pushKey) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}
const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** Asks the person, and tells the exchange where this browser is reached. Resolves to false when the person does not allow it. */
export async function turnOn(pushKey: string): Promise<boolean> {
  const found = await registration();
  if (!found || (await Notification.requestPermission()) !== 'granted') return false;
  const { endpoint = '', keys = {} } = (await fresh(found.pushManager, pushKey)).toJSON();
  await call('POST system/push/subscribe', {
    endpoint,
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
    timeZone: deviceTimeZone(),
  });
  return true;
}

/** Ends the subscription in the browser, so that nothing reaches it any more, whatever the exchange still holds. */
export async function forgetDevice(): Promise<void> {
  const known = await (await registration())?.pushManager?.getSubscription();
  await known?.unsubscribe();
}

export async function turnOff(): Promise<void> {
  await call('POST system/push/unsubscribe', {});
  await forgetDevice();
}
