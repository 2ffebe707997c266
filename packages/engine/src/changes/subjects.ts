import { checkInstrument, checkStatus, defineInstrument, setInstrumentStatus } from '../catalogue/define.ts';
import { checkContract, defineContract } from '../contract/define.ts';
import { limitNames, limitNumbers } from '../core/limits.ts';
import { checkRules, setRules, setTradingMode } from '../core/rules.ts';
import type { State } from '../core/state.ts';
import type { Announced } from '../define/declare.ts';
import type { Fields } from '../define/field.ts';
import type { Outcome, Refused } from '../events.ts';
import { checkDayTrade, checkStock, defineStock, setDayTrade } from '../stock/define.ts';
import { checkTimedRules, defineTimed } from '../timed/define.ts';
import { checkFeeClass, setFeeClass } from '../treasury/accounts.ts';
import { type AnnouncedCommand, type AnnouncedKind, announcedCommands } from './declare.ts';
import { isWorse } from './differences.ts';

type Named<K extends AnnouncedKind> = Extract<AnnouncedCommand, { kind: K }>;

/** How a kind of change is checked, compared and carried out. */
interface Subject<C extends AnnouncedCommand, R extends Refused> {
  /** The same values as they are in force; undefined before they were ever set. */
  current(s: State, command: C): C | undefined;
  check(s: State, command: C): R | undefined;
  apply(s: State, command: C): Outcome;
  /** The command with what it does not decide as it is now. */
  wanted?(s: State, command: C): C;
  /** Where the declared directions do not say it. */
  isWorse?(s: State, command: C): boolean;
}

const subject = <C extends AnnouncedCommand, R extends Refused>(of: Subject<C, R>) => of;

const subjects = {
  setRules: subject({
    current: (s, command: Named<'setRules'>) => {
      if (s.rulesVersion === 0) return undefined;
      const given = new Set(command.limits.map(({ limit }) => limit));
      const list = limitNames.filter((name) => given.has(limitNumbers[name]));
      return { ...command, limits: list.map((name) => ({ limit: limitNumbers[name], value: s.limits[name] })) };
    },
    check: checkRules,
    apply: setRules,
    // The version counts rules as they come into force.
    wanted: (s, command) => ({ ...command, version: s.rulesVersion + 1 }),
  }),
  setTradingMode: subject({
    current: (s, command: Named<'setTradingMode'>) => ({ ...command, mode: s.mode }),
    check: (): Refused<never> | undefined => undefined,
    apply: setTradingMode,
  }),
  defineInstrument: subject({
    current: (s, { instrument }: Named<'defineInstrument'>) => s.instruments.get(instrument)?.rules,
    check: checkInstrument,
    apply: defineInstrument,
    // Whether it trades is a switch of its own.
    wanted: (s, command) => ({ ...command, status: s.instruments.get(command.instrument)?.status ?? command.status }),
  }),
  setInstrumentStatus: subject({
    current: (s, command: Named<'setInstrumentStatus'>) => {
      const status = s.instruments.get(command.instrument)?.status;
      return status === undefined ? undefined : { ...command, status };
    },
    check: checkStatus,
    apply: setInstrumentStatus,
  }),
  setFeeClass: subject({
    current: (s, command: Named<'setFeeClass'>) => {
      const owner = s.accounts.trading(command.account);
      return owner === 0 ? undefined : { ...command, feeClass: s.accounts.feeClass(owner) };
    },
    check: checkFeeClass,
    apply: setFeeClass,
    isWorse: (s, { account, feeClass }) => classIsDearer(s, s.accounts.feeClass(s.accounts.trading(account)), feeClass),
  }),
  defineContract: subject({
    current: (s, { instrument }: Named<'defineContract'>) => s.instruments.get(instrument)?.contract?.rules,
    check: checkContract,
    apply: defineContract,
  }),
  defineStock: subject({
    current: (s, { instrument }: Named<'defineStock'>) => s.instruments.get(instrument)?.stock?.rules,
    check: checkStock,
    apply: defineStock,
  }),
  setDayTrade: subject({
    current: (s, command: Named<'setDayTrade'>) => {
      const owner = s.accounts.trading(command.account);
      return owner === 0 ? undefined : { ...command, allowed: s.stocks.dayTraders.has(owner) };
    },
    check: checkDayTrade,
    apply: setDayTrade,
  }),
  defineTimed: subject({
    current: (s, { instrument }: Named<'defineTimed'>) => s.timed.books.get(instrument)?.rules,
    check: checkTimedRules,
    apply: defineTimed,
  }),
} as const satisfies { [K in AnnouncedKind]: Subject<Named<K>, Refused> };

/** What one of these may be refused with. */
type SubjectRefusal = NonNullable<ReturnType<(typeof subjects)[AnnouncedKind]['check']>>;

/** Whether any fee of one class is above that of another, now or by a change that waits. */
function classIsDearer(s: State, from: number, to: number): boolean {
  const rate = (rates: readonly number[], feeClass: number) => rates[Math.min(feeClass, rates.length - 1)]!;
  const dearer = (rates: readonly number[]) => rate(rates, to) > rate(rates, from);
  const waiting = s.changes.all().flatMap(({ body }) => (body.kind === 'defineInstrument' ? body : []));
  return [...s.instruments.list.map(({ rules }) => rules), ...waiting].some(
    ({ takerFeePpm, makerFeePpm }) => dearer(takerFeePpm) || dearer(makerFeePpm),
  );
}

interface Declared {
  readonly fields: Fields;
  readonly announced: Announced | undefined;
}
const declarations = new Map<string, Declared>(announcedCommands.map((one) => [one.kind, one]));
/** The number of a set of rules is no rule. */
const withoutVersion = ({ version: _, ...fields }: Fields): Fields => fields;
export const fieldsOf = ({ kind }: AnnouncedCommand): Fields => withoutVersion(declarations.get(kind)!.fields);
export const howAnnounced = ({ kind }: AnnouncedCommand): Announced => declarations.get(kind)!.announced!;

const of = ({ kind }: AnnouncedCommand) => subjects[kind] as unknown as Subject<AnnouncedCommand, SubjectRefusal>;
export const currentOf = (s: State, command: AnnouncedCommand): AnnouncedCommand | undefined => of(command).current(s, command);
export const checkChange = (s: State, command: AnnouncedCommand): SubjectRefusal | undefined => of(command).check(s, command);
export const applyChange = (s: State, command: AnnouncedCommand): Outcome => of(command).apply(s, wantedOf(s, command));
export const wantedOf = (s: State, command: AnnouncedCommand): AnnouncedCommand => of(command).wanted?.(s, command) ?? command;

/** Whether a change needs notice: it makes something worse for anybody, and is no emergency switch. */
export function needsNotice(s: State, before: AnnouncedCommand, after: AnnouncedCommand): boolean {
  if (howAnnounced(after) === 'switch') return false;
  return of(after).isWorse?.(s, after) ?? isWorse(fieldsOf(after), { ...before }, { ...after });
}

/** The instrument and the account that a change is about; 0: none. */
export const aboutOf = (command: AnnouncedCommand) => ({
  instrument: 'instrument' in command ? command.instrument : 0,
  account: 'account' in command ? command.account : 0,
});
