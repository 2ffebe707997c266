import { type Room, room } from '../define/room.ts';
import { gate, operators } from './declare.ts';
import { checkGate, operatorsSection, proposalsSection } from './keep.ts';
import { defineOperator, isFirst, sealVenue } from './operators.ts';
import { anchor, approve, proposalEndsNow, propose, retract } from './propose.ts';

export const operatorsRoom: Room = room(operators, {
  commands: { defineOperator, sealVenue },
  timers: {},
  sections: [operatorsSection],
  persons: {
    defineOperator: (s, command) => (isFirst(s, command) ? 0 : 2),
    // It only takes freedom away.
    sealVenue: () => 0,
  },
});

export const gateRoom: Room = room(gate, {
  commands: { propose, approve, retract, anchor },
  timers: { proposalEnds: proposalEndsNow },
  sections: [proposalsSection],
  check: checkGate,
});
