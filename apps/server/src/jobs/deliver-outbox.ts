import type { Outbox } from '../platform/outbox.ts';
import type { Job } from './jobs.ts';

export const deliverOutbox = (outbox: Outbox): Job => ({ name: 'deliver-outbox', everyMs: 1_000, run: () => outbox.deliver() });
