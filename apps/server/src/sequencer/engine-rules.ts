import { type Command, type EngineReader, type Limits, limitNames, listLimits } from '@bourse/engine';
import type { SequencerOptions } from './options.ts';

/**
 * The `setRules` that gives the engine these limits, and the names of the limits that change. Undefined when the engine has them already. Limits
 * decide outcomes, so the journal must hold every change of them, and its first command must set them all.
 */
export function rulesToSet(engine: EngineReader, wanted: Readonly<Limits>): { command: Command; changed: (keyof Limits)[] } | undefined {
  const { version, limits } = engine.rules();
  const changed = limitNames.filter((name) => wanted[name] !== limits[name]);
  if (version > 0 && changed.length === 0) return undefined;
  return { command: { kind: 'setRules', version: version + 1, limits: listLimits(wanted) }, changed: version > 0 ? changed : [] };
}

/** Sets the rules of this release where the engine has others. */
export function bringRules(engine: EngineReader, options: SequencerOptions, enqueue: (command: Command) => Promise<unknown>): void {
  const { rules, log, venue } = options;
  const next = rules && rulesToSet(engine, rules);
  if (!next) return;
  if (next.changed.length > 0) log.info({ venue, changed: next.changed }, 'the limits have changed');
  enqueue(next.command).catch((error: unknown) => {
    log.warn({ err: error, venue }, 'the rules did not reach the journal; the next start brings them again');
  });
}
