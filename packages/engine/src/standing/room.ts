import { room } from '../define/room.ts';
import { adjust } from './adjust.ts';
import { standing } from './declare.ts';
import { holdAccount, personsToHold, setLevel } from './hold.ts';
import { checkStanding, standingSection } from './keep.ts';

export const standingRoom = room(standing, {
  commands: { holdAccount, setLevel, adjust },
  timers: {},
  sections: [standingSection],
  persons: { holdAccount: personsToHold, setLevel: () => 1 },
  check: checkStanding,
});
