import { type Room, room } from '../define/room.ts';
import { announceChange, changeDueNow, withdrawChange } from './announce.ts';
import { changes } from './declare.ts';
import { changesSection, checkChanges } from './keep.ts';

export const changesRoom: Room = room(changes, {
  commands: { announceChange, withdrawChange },
  timers: { changeDue: changeDueNow },
  sections: [changesSection],
  check: checkChanges,
});
