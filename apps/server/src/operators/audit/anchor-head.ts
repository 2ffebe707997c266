import type { Job } from '../../jobs/jobs.ts';
import type { Database } from '../../platform/database.ts';
import { anchor } from '../../sequencer/anchor.ts';
import type { EnginePort } from '../../sequencer/port.ts';

/**
 * Writes the head of the audit into the real venue's journal. Whoever rewrites the audit with its whole chain afterwards has another hash at that row than the
 * journal says.
 */
export function anchorAudit({ database, real, everyMs }: { database: Pick<Database, 'query'>; real: EnginePort; everyMs: number }): Job {
  let anchored = 0n;
  return {
    name: 'anchor-audit',
    everyMs,
    async run() {
      const [head] = await database.query<{ number: bigint; hash: Buffer }>('SELECT number, hash FROM operator_audit_head');
      if (!head || head.number === anchored) return;
      await anchor(real, 'audit', head.hash, Number(head.number));
      anchored = head.number;
    },
  };
}
