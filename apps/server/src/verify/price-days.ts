import type { SequencedCommand } from '@bourse/engine';
import { commitmentTo, dayText } from '../market/feeds/simulated/secrets.ts';
import type { Database } from '../platform/database.ts';

/** Checks the secrets of simulated prices: each must be the one whose commitment the journal got before its day. */
export class PriceDaysCheck {
  /** Commitments by day, with the command that anchored each. */
  private readonly anchored = new Map<number, Map<string, number>>();

  /** Takes each accepted command of the journal. */
  take({ seq, command }: SequencedCommand): void {
    if (command.kind !== 'anchor' || command.subject !== 'priceDay') return;
    const of = this.anchored.get(command.count) ?? new Map<string, number>();
    of.set(Buffer.from(command.digest, 'base64url').toString('hex'), seq);
    this.anchored.set(command.count, of);
  }

  /** `upTo`: the last command that was read. What a server anchored after it is looked at next time. */
  async result(database: Pick<Database, 'query'>, upTo: number): Promise<{ findings: string[]; checked: string }> {
    const findings: string[] = [];
    const rows = await database.query<{ day: number; secret: Buffer; anchor_seq: bigint | null }>(
      'SELECT day, secret, anchor_seq FROM price_secret ORDER BY day',
    );
    const stored = new Set<number>();
    for (const { day, secret, anchor_seq } of rows) {
      const seq = this.anchored.get(day)?.get(commitmentTo(secret));
      if (seq !== undefined) stored.add(seq);
      const later = seq === undefined && Number(anchor_seq) > upTo;
      if (anchor_seq !== null && seq !== Number(anchor_seq) && !later)
        findings.push(`the secret of simulated prices of ${dayText(day)} is not the one that command ${anchor_seq} anchored`);
    }
    for (const [day, commitments] of this.anchored)
      for (const seq of commitments.values())
        if (!stored.has(seq)) findings.push(`the secret of ${dayText(day)} that command ${seq} anchored is not stored any more`);
    return { findings, checked: `demo: ${stored.size} days of simulated prices have the secrets that were anchored` };
  }
}
