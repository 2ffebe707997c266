import { checkInstrument, checkStatus, defineInstrument, setInstrumentStatus } from '../catalogue/define.ts';
import { checkContract, defineContract } from '../contract/define.ts';
import { limitNames, limitNumbers } from '../core/limits.ts';
import { checkRules, setRules, setTradingMode } from '../core/rules.ts';
import type { State } from '../core/state.ts';
import type { Announced } from '../define/declare.ts';
import type { Fields } from '../define/field.ts';
import { checkEarn, defineEarn } from '../earn/define.ts';
import type { Outcome, Refused } from '../events.ts';
import { checkLoanRules, defineLoan } from '../loans/define.ts';
import { checkLevels, defineLevels } from '../membership/define.ts';
import { checkPayoutRules, checkRail, checkStop, definePayoutRules, defineRail, stopRail } from '../payments/rails.ts';
import { railOpen } from '../payments/states.ts';
import { checkDayTrade, checkStock, defineStock, setDayTrade } from '../stock/define.ts';
import { checkSwapRules, defineSwap } from '../swaps/define.ts';
import { checkTimedRules, defineTimed } from '../timed/define.ts';
import { checkFeeClass, setFeeClass } from '../treasury/accounts.ts';
import { type AnnouncedCommand, type AnnouncedKind, announcedCommands, type Difference } from './declare.ts';
import { differencesOf, isWorse } from './differences.ts';
import type { Pending } from './pending.ts';
import { onlyTurns, openingsOf, railInDueTime } from './rails.ts';

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
  /** The limit that says how long before it is announced, where that is not `noticeMs`. */
  readonly notice?: 'railNoticeMs';
  /** Whether a change of terms is a switch all the same. */
  isSwitch?(differences: readonly Difference[]): boolean;
  /** What to carry out when its time has come, where a switch may have acted since it was announced. */
  inDueTime?(s: State, command: C, differences: readonly Difference[]): C;
  /** Changes that wait and that this one takes back. */
  takesBack?(s: State, command: C): readonly Pending[];
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
  defineSwap: subject({
    current: (s, { instrument }: Named<'defineSwap'>) => s.swaps.get(instrument),
    check: checkSwapRules,
    apply: defineSwap,
  }),
  defineEarn: subject({
    current: (s, { product }: Named<'defineEarn'>) => s.earn.products.get(product)?.rules,
    check: checkEarn,
    apply: defineEarn,
  }),
  defineLoan: subject({
    current: (s, { product }: Named<'defineLoan'>) => s.loans.products.get(product)?.rules,
    check: checkLoanRules,
    apply: defineLoan,
  }),
  defineLevels: subject({
    current: (s, _: Named<'defineLevels'>) => s.membership.rules,
    check: checkLevels,
    apply: defineLevels,
  }),
  defineRail: subject({
    notice: 'railNoticeMs',
    current: (s, { kind, rail }: Named<'defineRail'>) => {
      const rules = s.payments.rails.get(rail)?.rules;
      return rules && { kind, ...rules };
    },
    check: checkRail,
    apply: defineRail,
    isSwitch: onlyTurns,
    inDueTime: railInDueTime,
  }),
  stopRail: subject({
    notice: 'railNoticeMs',
    // Of what it would stop, what is stopped already.
    current: (s, command: Named<'stopRail'>) => {
      const open = s.payments.rails.get(command.rail)?.rules.open;
      if (open === undefined) return undefined;
      return { ...command, stopIn: command.stopIn && (open & railOpen.in) === 0, stopOut: command.stopOut && (open & railOpen.out) === 0 };
    },
    check: checkStop,
    apply: stopRail,
    takesBack: openingsOf,
  }),
  definePayoutRules: subject({
    notice: 'railNoticeMs',
    current: (s, { kind }: Named<'definePayoutRules'>) => s.payments.rules && { kind, ...s.payments.rules },
    check: checkPayoutRules,
    apply: definePayoutRules,
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

export const takenBackBy = (s: State, command: AnnouncedCommand): readonly Pending[] => of(command).takesBack?.(s, command) ?? [];
/** How long before a change of this kind for the worse is announced; 0: it is not. */
export const noticeMsOf = (s: State, command: AnnouncedCommand): number => s.limits[of(command).notice ?? 'noticeMs'];

/** The instrument, the account, and the rail or the product that a change is about; 0: none. */
export const aboutOf = (command: AnnouncedCommand) => ({
  instrument: 'instrument' in command ? command.instrument : 0,
  account: 'account' in command ? command.account : 0,
  numbered: 'rail' in command ? command.rail : 'product' in command ? command.product : 0,
});

/** A change, compared with what is in force. */
export interface Compared {
  readonly differences: readonly Difference[];
  /** It makes something worse for anybody, and is no switch. */
  readonly worse: boolean;
  /** What it changes: at most one change of it waits. */
  readonly about: string;
}

export function compared(s: State, body: AnnouncedCommand): Compared {
  const { instrument, account, numbered } = aboutOf(body);
  const before = currentOf(s, body);
  const found = differencesOf(fieldsOf(body), before && { ...before }, { ...body });
  const differences = numbered === 0 ? found : found.map((one) => ({ ...one, at: numbered }));
  const turns = before !== undefined && (of(body).isSwitch?.(differences) ?? false);
  const isSwitch = turns || howAnnounced(body) === 'switch';
  const worse = before !== undefined && !isSwitch && (of(body).isWorse?.(s, body) ?? isWorse(fieldsOf(body), { ...before }, { ...body }));
  const about = [body.kind, instrument, account, ...(numbered === 0 ? [] : [numbered]), ...(turns ? ['switch'] : [])].join(':');
  return { differences, worse, about };
}

/** What to carry out when the time of a change has come. */
export const inDueTime = (s: State, { body, differences }: Pending): AnnouncedCommand => of(body).inDueTime?.(s, body, differences) ?? body;
