import type { Venue } from '@bourse/protocol/enums';
import type { LogLevel } from '../../config.ts';
import type { Connection } from '../../platform/postgres.ts';
import type { SequencerLimits } from '../limits.ts';

/** What a shadow's thread is started with. */
export interface ShadowStart {
  venue: Venue;
  connection: Connection;
  logLevel: LogLevel;
  limits: SequencerLimits;
}

/** To the shadow: up to here everything is durable and projected. */
export interface Projected {
  kind: 'projected';
  seq: number;
}

/** From the shadow: it has applied everything up to `seq`. `digests` holds the last sequence and the digest of each batch that it applied whole, in turns. */
export interface Followed {
  kind: 'followed';
  seq: number;
  digests: Float64Array;
}
