import { permissions } from '@bourse/protocol';
import { catalogue } from '../catalogue/declare.ts';
import { changes, reasonLength } from '../changes/declare.ts';
import { contract } from '../contract/declare.ts';
import { core } from '../core/declare.ts';
import {
  type CommandDeclaration,
  type CommandOf,
  command,
  declare,
  type EventOf,
  event,
  type RoomDeclaration,
  timer,
} from '../define/declare.ts';
import { choice, commandOf, count, digest, flag, id, list, serial, struct, text, type ValuesOf } from '../define/field.ts';
import { earn } from '../earn/declare.ts';
import { loans } from '../loans/declare.ts';
import { membership } from '../membership/declare.ts';
import { payments } from '../payments/declare.ts';
import { standing } from '../standing/declare.ts';
import { stock } from '../stock/declare.ts';
import { swaps } from '../swaps/declare.ts';
import { timed } from '../timed/declare.ts';
import { treasury } from '../treasury/declare.ts';

/** What an operator may decide. Stored by its place in the protocol's list. */
const powers = list(choice(permissions), { max: permissions.length });

/** Who decides, and from when on nothing is decided without them. */
export const operators = declare('operators', {
  commands: {
    /**
     * An operator with these powers, from now on; none ends the operator. A new definition voids what the operator has approved and is not applied yet. The
     * system defines a venue's first three bare; then two others decide about each.
     */
    defineOperator: command(42, {
      by: 'operator',
      approval: { power: 'people', when: 'byRule' },
      fields: { operator: id(), powers },
      refuses: ['powersExclude', 'overloaded'],
    }),
    /** From now on what is declared for a sealed venue needs a proposal. It is never opened again. The same again is `done`. */
    sealVenue: command(43, { by: 'operator', approval: { power: 'rules', when: 'byRule' }, refuses: ['operatorsTooFew'] }),
  },
  events: {
    /** An operator after each change. `proposal` decided it; 0: the system, before the venue had operators enough. */
    operator: event(42, { keep: 'latest', key: 'operator', fields: { operator: id(), powers, proposal: count() } }),
    venueSealed: event(45, { keep: 'none', fields: { sealed: flag() } }),
  },
});

/**
 * The rooms whose commands may be proposed: those that declare an approval. A room is added here, and nowhere else, to have its commands carried out by
 * proposals.
 */
const approvedRooms = [
  core,
  catalogue,
  treasury,
  contract,
  stock,
  timed,
  changes,
  payments,
  standing,
  operators,
  swaps,
  earn,
  loans,
  membership,
] as const;

type ApprovedOf<D> = D extends RoomDeclaration
  ? {
      [K in keyof D['commands'] & string]: D['commands'][K] extends { approval: undefined } ? never : CommandOf<D, K>;
    }[keyof D['commands'] & string]
  : never;
/** A command that operators can decide together. */
export type ApprovedCommand = ApprovedOf<(typeof approvedRooms)[number]>;
export const approvedCommands: readonly CommandDeclaration[] = approvedRooms.flatMap(({ commands }) =>
  Object.values<CommandDeclaration>(commands).filter(({ approval }) => approval !== undefined),
);

/** `waits` for more people; then `applied`, or `refused` by the command itself, or `retracted`, or `expired`. Stored by place. */
export const proposalStates = ['waits', 'applied', 'refused', 'retracted', 'expired'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** One person's decision. `proof` is the hash of what the operator signed, or '' in a development venue. `seq` is the command that brought it. */
const approval = { operator: id(), proof: digest(undefined, { orNone: true }), time: count(), seq: count() };
export type Approved = ValuesOf<typeof approval>;

/** A proposal without its state. */
export const proposed = {
  proposal: serial(),
  body: commandOf<ApprovedCommand>(approvedCommands),
  /** 0: the system, for a release. */
  proposer: count(),
  /** SHA-256 over venue, command id, proposer and body: `proposalDigest`. */
  digest: digest(),
  reason: text(undefined, { max: 256 }),
  proposedAt: count(),
  expiresAt: count(),
  /** How many different people it needed when it was last looked at. */
  needed: count(),
  /** Different people whose decisions counted then, the proposer's first. */
  approvals: list(struct(approval)),
};
export type Proposed = ValuesOf<typeof proposed>;

const proof = digest('evidence', { orNone: true });
const reason = text('evidence', { min: 1, max: reasonLength });

/** What the server writes into the journal so that it cannot be changed later. Stored by place. */
export const anchorSubjects = ['audit', 'liabilities', 'custody', 'caseHead', 'screeningList', 'priceDay'] as const;

/** Four eyes: a command that several operators decide is carried out when enough different people have approved exactly that command. */
export const gate = declare('gate', {
  commands: {
    /** The sender is the first person. A command that needs no more is carried out at once. */
    propose: command(44, {
      by: 'operator',
      fields: { body: commandOf<ApprovedCommand>(approvedCommands), proof, reason },
      refuses: ['operatorUnknown', 'powerMissing', 'samePerson', 'referenceBooked', 'overloaded'],
    }),
    /** The last approval carries the command out, or ends the proposal with the command's own refusal: the answer and the event say which. */
    approve: command(45, {
      by: 'operator',
      fields: { proposal: serial(), digest: digest('evidence'), proof },
      refuses: ['operatorUnknown', 'proposalOver', 'digestDiffers', 'powerMissing', 'samePerson'],
    }),
    /** By the proposer, or by anybody who could approve it. */
    retract: command(46, {
      by: 'operator',
      fields: { proposal: serial(), reason },
      refuses: ['operatorUnknown', 'proposalOver', 'powerMissing'],
    }),
    /** A digest that is to stay as it is. It moves nothing. `count`: how many things it is over. */
    anchor: command(47, {
      by: 'system',
      fields: { subject: choice(anchorSubjects), digest: digest('evidence'), count: count('evidence') },
    }),
  },
  events: {
    /** A proposal after each step of its life. */
    proposal: event(43, {
      keep: 'latest',
      key: 'proposal',
      fields: {
        ...proposed,
        state: choice(proposalStates),
        /** The refusal of one that was `refused`. */
        error: text(),
        /** Who retracted it, and why; 0: nobody, or the system. */
        endedBy: count(),
        endReason: text(undefined, { max: 256 }),
      },
    }),
    /** `anchor` is the sequence of its command. */
    anchor: event(44, {
      keep: 'each',
      key: 'anchor',
      fields: { anchor: serial(), subject: choice(anchorSubjects), digest: digest(), count: count() },
    }),
  },
  timers: {
    /** A proposal's life is over. */
    proposalEnds: timer(7),
  },
});
export type DefineOperator = CommandOf<typeof operators, 'defineOperator'>;
export type OperatorEvent = EventOf<typeof operators, 'operator'>;
export type VenueSealedEvent = EventOf<typeof operators, 'venueSealed'>;
export type Propose = CommandOf<typeof gate, 'propose'>;
export type Approve = CommandOf<typeof gate, 'approve'>;
export type Retract = CommandOf<typeof gate, 'retract'>;
export type Anchor = CommandOf<typeof gate, 'anchor'>;
export type AnchorSubject = (typeof anchorSubjects)[number];
export type ProposalEvent = EventOf<typeof gate, 'proposal'>;
export type AnchorEvent = EventOf<typeof gate, 'anchor'>;
