import { bodyBytes, createEngine, decodeCommands, encodeCommands, restoreEngine } from '@bourse/engine';
import type { EngineKit } from './kit.ts';

/** The real engine. */
export const engineKit: EngineKit = {
  create: (venue) => createEngine({ venue }),
  restore: (bytes) => restoreEngine(bytes),
  encode: encodeCommands,
  decode: decodeCommands,
  body: bodyBytes,
};
