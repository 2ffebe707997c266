import { catalogue } from '../catalogue/declare.ts';
import { contract } from '../contract/declare.ts';
import { core } from '../core/declare.ts';
import { type CommandDeclaration, type CommandOf, command, declare, type EventOf, event, timer } from '../define/declare.ts';
import { choice, commandOf, count, flag, list, serial, struct, text, type ValuesOf } from '../define/field.ts';
import { earn } from '../earn/declare.ts';
import { loans } from '../loans/declare.ts';
import { membership } from '../membership/declare.ts';
import { payments } from '../payments/declare.ts';
import { stock } from '../stock/declare.ts';
import { swaps } from '../swaps/declare.ts';
import { timed } from '../timed/declare.ts';
import { treasury } from '../treasury/declare.ts';

/** Commands that change what somebody has: their declarations say so. */
const announcedRooms = [core, catalogue, treasury, contract, stock, timed, payments, swaps, earn, loans, membership] as const;
export const announcedCommands: readonly CommandDeclaration[] = announcedRooms.flatMap(({ commands }) =>
  Object.values<CommandDeclaration>(commands).filter(({ announced }) => announced !== undefined),
);
export type AnnouncedCommand =
  | CommandOf<typeof core, 'setRules' | 'setTradingMode'>
  | CommandOf<typeof catalogue, 'defineInstrument' | 'setInstrumentStatus'>
  | CommandOf<typeof treasury, 'setFeeClass'>
  | CommandOf<typeof contract, 'defineContract'>
  | CommandOf<typeof stock, 'defineStock' | 'setDayTrade'>
  | CommandOf<typeof timed, 'defineTimed'>
  | CommandOf<typeof swaps, 'defineSwap'>
  | CommandOf<typeof earn, 'defineEarn'>
  | CommandOf<typeof loans, 'defineLoan'>
  | CommandOf<typeof membership, 'defineLevels'>
  | CommandOf<typeof payments, 'defineRail' | 'stopRail' | 'definePayoutRules'>;
export type AnnouncedKind = AnnouncedCommand['kind'];

/** What changes; `corporateAction` is only told, because its own command applies it. Stored by place: append, never reorder. */
export const changeSubjects = [
  ...(['setRules', 'setTradingMode', 'defineInstrument', 'setInstrumentStatus', 'setFeeClass'] as const),
  ...(['defineContract', 'defineStock', 'setDayTrade', 'defineTimed', 'corporateAction'] as const),
  ...(['defineRail', 'stopRail', 'definePayoutRules'] as const),
  'defineSwap',
  'defineEarn',
  'defineLoan',
  'defineLevels',
] as const satisfies readonly (AnnouncedKind | 'corporateAction')[];
export type ChangeSubject = (typeof changeSubjects)[number];

/**
 * Whose decision it was: the configuration file's, an operator's, that of a new release, the server's own for the safety of trading, or a company's.
 * The actor of the command is in the journal. Stored by place.
 */
export const changeOrigins = ['file', 'operator', 'release', 'server', 'company'] as const;
export type ChangeOrigin = (typeof changeOrigins)[number];

/** `waits` until its time; then `inForce`. Before that it may be `withdrawn`, or `replaced` by a newer one. `failed`: its time came and it no longer fitted. */
export const changeStates = ['waits', 'inForce', 'withdrawn', 'replaced', 'failed'] as const;
export type ChangeState = (typeof changeStates)[number];

/**
 * One value before and after: whole numbers in the field's own unit, '' where there is none. `at`: which item of a list, from 1 or by its own number; of a
 * rail, its number; 0: no list.
 */
const difference = { field: text(), at: count(), before: text(undefined, { max: 80 }), after: text(undefined, { max: 80 }) };
export type Difference = ValuesOf<typeof difference>;

export const reasonLength = 240;
const reason = text('evidence', { max: reasonLength });

/** What was announced, without its state. */
export const announcement = {
  change: serial(),
  subject: choice(changeSubjects),
  /** 0: the whole venue. */
  instrument: count(),
  /** Whose own terms change; 0: everybody's. */
  account: count(),
  origin: choice(changeOrigins),
  reason: text(undefined, { max: 256 }),
  announcedAt: count(),
  /** When it takes effect. */
  from: count(),
  worse: flag(),
  differences: list(struct(difference)),
};
export type Announcement = ValuesOf<typeof announcement>;

/** Changes of terms, fees, limits and switches: announced with their reason, and for the worse only with notice. */
export const changes = declare('changes', {
  commands: {
    /**
     * The terms that shall hold: the newest announcement about something replaces the one that waits. Terms as they are in force withdraw it. `from` 0: as
     * soon as the rules allow, which is at once unless it is for the worse.
     */
    announceChange: command(40, {
      by: 'operator',
      approval: 'asBody',
      fields: {
        body: commandOf<AnnouncedCommand>(announcedCommands),
        origin: choice(changeOrigins, 'evidence'),
        reason,
        from: count('time'),
      },
      refuses: [...(['changeTooSoon', 'overloaded', 'assetUnknown', 'instrumentUnknown', 'transferNotAllowed', 'accountUnknown'] as const)],
    }),
    /** Takes back a change that waits. */
    withdrawChange: command(41, {
      by: 'operator',
      approval: { power: 'rules', when: 'sealed' },
      fields: { change: serial(), origin: choice(changeOrigins, 'evidence'), reason },
      refuses: ['changeUnknown'],
    }),
  },
  events: {
    /** A change after each step of its life. */
    change: event(40, {
      keep: 'latest',
      key: 'change',
      owner: 'account',
      fields: {
        ...announcement,
        state: choice(changeStates),
        /** Why it was withdrawn, or the refusal of one that failed. */
        endReason: text(undefined, { max: 256 }),
      },
    }),
    /** Rules of an instrument that came into force by a change; histories keep them for receipts, like those of their own commands. */
    ruleInForce: event(41, { keep: 'none', fields: { change: serial(), body: commandOf<AnnouncedCommand>(announcedCommands) } }),
  },
  timers: {
    /** A change that waits is due. */
    changeDue: timer(6),
  },
});
export type AnnounceChange = CommandOf<typeof changes, 'announceChange'>;
export type WithdrawChange = CommandOf<typeof changes, 'withdrawChange'>;
export type ChangeEvent = EventOf<typeof changes, 'change'>;
export type RuleInForceEvent = EventOf<typeof changes, 'ruleInForce'>;
