import { room } from '../define/room.ts';
import { swaps } from './declare.ts';
import { defineSwap } from './define.ts';
import { swapsSection } from './keep.ts';
import { swap } from './swap.ts';

export const swapsRoom = room(swaps, { commands: { defineSwap, swap }, timers: {}, sections: [swapsSection] });
