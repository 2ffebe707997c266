import { count, id, list, serial, struct, text } from '../define/field.ts';
import { laterSection } from '../define/section.ts';

/** The open devices, and the accounts that ever had a key. */
export const devicesSection = laterSection(
  25,
  'devices',
  {
    open: list(struct({ device: serial(), account: id(), publicKey: text(), openedAt: count() })),
    keyed: list(id()),
  },
  {
    save: (s) =>
      s.devices.keyed.size === 0 && s.devices.list().length === 0
        ? undefined
        : { open: s.devices.list(), keyed: [...s.devices.keyed].sort((a, b) => a - b) },
    load(s, { open, keyed }) {
      for (const device of open) s.devices.add(device);
      for (const account of keyed) s.devices.keyed.add(account);
    },
  },
);
