import { room } from '../define/room.ts';
import { devices } from './declare.ts';
import { devicesSection } from './keep.ts';
import { closeDevice, openDevice } from './open.ts';

export const devicesRoom = room(devices, { commands: { openDevice, closeDevice }, timers: {}, sections: [devicesSection] });
