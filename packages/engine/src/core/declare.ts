import { type CommandOf, command, declare, type EventOf, event } from '../define/declare.ts';
import { choice, count, list, struct, worse, worseList } from '../define/field.ts';
import { limitsWorse } from './limits.ts';

export const modes = ['normal', 'cancelOnly', 'readOnly'] as const;
export type TradingMode = (typeof modes)[number];

/** The venue itself: its rules, its kill switch and its clock. */
export const core = declare('core', {
  commands: {
    setTradingMode: command(3, {
      by: 'operator',
      announced: 'switch',
      approval: { power: 'rules', when: 'byRule' },
      fields: { mode: choice(modes) },
    }),
    /** Lets timers fire when nothing else happens. */
    advanceTime: command(16, { by: 'system' }),
    /**
     * The bounds that hold from now on: the first command of a journal, and again at each change. The version counts up by one.
     * A limit is named by its number in `limits.ts`; one that is not given keeps the value it had before it was first listed.
     */
    setRules: command(31, {
      by: 'system',
      announced: 'terms',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        version: worse('never', count('rule', { min: 1 })),
        limits: worseList(list(struct({ limit: count('rule'), value: count('rule') }), { max: 256 }), limitsWorse, 'limit'),
      },
    }),
  },
  events: {
    tradingMode: event(1, { keep: 'none', fields: { mode: choice(modes) } }),
  },
});
export type SetTradingMode = CommandOf<typeof core, 'setTradingMode'>;
export type SetRules = CommandOf<typeof core, 'setRules'>;
export type TradingModeEvent = EventOf<typeof core, 'tradingMode'>;
