import type { Authenticator } from '../calls/session.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { DeviceStore } from './device-store.ts';

interface Parts {
  devices: Pick<DeviceStore, 'closeEnded'>;
  sessions: Pick<Authenticator, 'onSessionEnd'>;
  log: Log;
}

/** Closes the devices of sessions that are over: at once when this server ends one, and in rounds for the others. A session that is over sends nothing meanwhile. */
export function closeDevicesJob({ devices, sessions, log }: Parts): Job {
  sessions.onSessionEnd((session, reason) => {
    // A replaced session may take its place back for a minute, and keeps its device until then.
    if (reason === 'replaced') return;
    devices.closeEnded(session).catch((error) => log.warn({ err: error }, 'a device could not be closed yet; the next round closes it'));
  });
  return { name: 'close-devices', everyMs: 5_000, run: () => devices.closeEnded() };
}
