import { room } from '../define/room.ts';
import { timed } from './declare.ts';
import { defineTimed } from './define.ts';
import { checkTimed, timedSection } from './keep.ts';
import { placeTimed } from './place.ts';
import { timedVoid } from './settle.ts';

export const timedRoom = room(timed, {
  commands: { defineTimed, placeTimed },
  timers: { timedVoid },
  sections: [timedSection],
  check: checkTimed,
});
