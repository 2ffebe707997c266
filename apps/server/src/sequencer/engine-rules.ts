import { type Command, type EngineReader, type Limits, limitNames, listLimits } from '@bourse/engine';
import type { SequencerOptions } from './options.ts';
import { decidedForm } from './send-decided.ts';

/**
 * The announcement of rules to a venue that has some. Limits that customers meet wait for their notice; all others hold at once. Rules that are in force
 * withdraw what waits.
 */
const announced = (body: Extract<Command, { kind: 'setRules' }>): Command => ({
  ...{ kind: 'announceChange', body, origin: 'release', reason: '', from: 0 },
});

/**
 * The `setRules` that gives the engine these limits, and the names of the limits that change. Undefined when the engine has them already. Limits
 * decide outcomes, so the journal must hold every change of them, and its first command must set them all.
 */
export function rulesToSet(engine: EngineReader, wanted: Readonly<Limits>): { command: Command; changed: (keyof Limits)[] } | undefined {
  const { version, limits } = engine.rules();
  const changed = limitNames.filter((name) => wanted[name] !== limits[name]);
  const rules = { kind: 'setRules', version: version + 1, limits: listLimits(wanted) } as const;
  if (version === 0) return { command: rules, changed: [] };
  const waiting = engine.pendingChanges().find(({ subject }) => subject === 'setRules')?.body;
  const expected = waiting?.kind === 'setRules' ? sameLimits(waiting.limits, rules.limits) : changed.length === 0;
  return expected ? undefined : { command: announced(rules), changed };
}

type Listed = Readonly<ReturnType<typeof listLimits>>;
const sameLimits = (one: Listed, other: Listed) =>
  one.length === other.length && one.every(({ limit, value }) => other.some((its) => its.limit === limit && its.value === value));

/** Sets the rules of this release where the engine has others. */
export function bringRules(engine: EngineReader, options: SequencerOptions, enqueue: (command: Command) => Promise<unknown>): void {
  const { rules, log, venue } = options;
  const next = rules && rulesToSet(engine, rules);
  if (!next) return;
  if (next.changed.length > 0) log.info({ venue, changed: next.changed }, 'the limits have changed');
  const form = decidedForm(engine, next.command, 'release');
  if (form === undefined) return;
  enqueue(form).catch((error: unknown) => {
    log.warn({ err: error, venue }, 'the rules did not reach the journal; the next start brings them again');
  });
}
