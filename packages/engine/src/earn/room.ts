import { room } from '../define/room.ts';
import { earnDayBegins, earnMatures } from './days.ts';
import { earn } from './declare.ts';
import { defineEarn } from './define.ts';
import { checkEarnings, earnSection } from './keep.ts';
import { tellingSection } from './short.ts';
import { subscribeEarn } from './subscribe.ts';
import { extractEarn, redeemEarn, renewEarn } from './take-out.ts';

export const earnRoom = room(earn, {
  commands: { defineEarn, subscribeEarn, redeemEarn, extractEarn, renewEarn },
  timers: { earnDayBegins, earnMatures },
  sections: [earnSection, tellingSection],
  check: checkEarnings,
});
