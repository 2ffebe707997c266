import { room } from '../define/room.ts';
import { buyLevel } from './buy.ts';
import { membership } from './declare.ts';
import { defineLevels } from './define.ts';
import { grantLevel } from './grant.ts';
import { checkMembership, membershipSection } from './keep.ts';
import { applyPlus, decidePlus } from './plus.ts';
import { levelEnds } from './tell.ts';

export const membershipRoom = room(membership, {
  commands: { defineLevels, buyLevel, applyPlus, decidePlus, grantLevel },
  timers: { levelEnds },
  sections: [membershipSection],
  // One person decides, as about the class of an account.
  persons: { grantLevel: (s) => (s.gate.sealed ? 1 : 0) },
  check: checkMembership,
});
