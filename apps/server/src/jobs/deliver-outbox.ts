import { type Outbox, outboxChannels } from '../platform/outbox.ts';
import type { Job } from './jobs.ts';

/** One job for each channel: mails do not wait for a text service that is away. */
export const deliverOutbox = (outbox: Outbox): Job[] =>
  outboxChannels.map((channel) => ({ name: `deliver-${channel}`, everyMs: 1_000, run: () => outbox.deliver(channel) }));
