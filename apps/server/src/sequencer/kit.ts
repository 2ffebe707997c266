import type { Command, Engine, SequencedCommand } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';

/** What the sequencer needs of the engine's package. Passed in, so that tests and the simulator can plant a broken one. */
export interface EngineKit {
  create(venue: Venue): Engine;
  restore(bytes: Uint8Array): Engine;
  encode(commands: readonly SequencedCommand[]): Uint8Array;
  decode(bytes: Uint8Array): SequencedCommand[];
  /** Canonical bytes of a command's meaning: equal exactly when two commands ask for the same. Throws when it cannot be written down. */
  body(command: Command): Uint8Array;
}
