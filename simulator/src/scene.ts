import type { Actor, Command, Engine, EngineEvent, Outcome, SequencedCommand } from '@bourse/engine';
import type { Applied, DurableBatch } from '@bourse/server/src/sequencer/port.ts';
import type { CustomerWorld } from './customer.ts';
import type { Server } from './server.ts';

/** What a scene may do with the world that it plays in. */
export interface SceneWorld extends CustomerWorld {
  readonly seed: number;
  /** The faults are over: everything must come to rest. */
  readonly healing: boolean;
  /** The server that accepts commands now. */
  running(): Server | undefined;
  /** Sends a command of the server's own. Undefined: nobody knows what became of it. */
  tell(command: Command, actor?: Actor): Promise<Applied | undefined>;
  /** Ends a server as by `kill -9`. */
  crash(server: Server, occasion: string): void;
  /** All clocks go forward. */
  leap(ms: number): void;
  fault(what: string): void;
}

/** Who lives in a simulated world, and what must be true of it in the end. */
export interface Scene {
  /** The system's first commands. Repeating them does no harm. */
  readonly opening: readonly Command[];
  begin(world: SceneWorld): void;
  /** Nobody wants anything new from now on. */
  rest(): void;
  /** What is still to come to its end. */
  readonly waiting: number;
  /** What a server says is durable, at that moment. */
  durable?(batch: DurableBatch): void;
  /** Each command of the journal as it is replayed, with the engine after it. */
  hear(sequenced: SequencedCommand, outcome: Outcome, events: readonly EngineEvent[], engine: Engine): void;
  /** After the last command. Answers what is wrong. */
  verdict(engine: Engine): readonly string[] | Promise<readonly string[]>;
  /** How often what happened. */
  readonly counts: Readonly<Record<string, number>>;
}
