import { createHash } from 'node:crypto';
import { formatUnits, trimZeros } from '@bourse/money';
import { canonicalJson } from '@bourse/protocol/canonical';
import type { CardSubject, cardFacts } from '@bourse/protocol/chat';
import { cardEnds } from '@bourse/protocol/chat-cards';
import type { z } from 'zod';
import type { Catalogue } from '../market/port.ts';
import type { Rails } from '../payments/port.ts';
import type { Queryable } from '../platform/database.ts';
import type { GroupRow } from './log.ts';

type Facts = z.output<typeof cardFacts>;
export type Owner = Pick<GroupRow, 'customer_id' | 'venue' | 'account'>;

const digestOf = (facts: object) => createHash('sha256').update(canonicalJson(facts)).digest('hex');

export interface Subject {
  facts: Facts;
  /** Of a deposit. */
  channel: number | null;
  /** When it came to its end; null: it has not. */
  endedAt: number | null;
}

/** What cards show: deposits, withdrawals and orders of a group's owner, in the owner's venue and account, and nobody else's. */
export function createCards({ catalogue, rails }: { catalogue: Pick<Catalogue, 'assetById'>; rails: Pick<Rails, 'get'> }) {
  const factsOf = (about: CardSubject, id: string, venue: string, status: string, amount: string | null, asset: string | null): Facts => ({
    ...{ status, amount, asset },
    digest: digestOf({ about, id, venue, status, amount, asset }),
  });

  async function subject(
    db: Queryable,
    { customer_id, venue, account }: Owner,
    about: CardSubject,
    id: string,
  ): Promise<Subject | undefined> {
    if (account === null) return undefined;
    if (about === 'recharge') {
      if (venue !== 'real') return undefined;
      const [row] = await db.query<{ step: string; units: string; decimals: number; rail: number; changed_at: Date }>(
        'SELECT step, units, decimals, rail, changed_at FROM deposit WHERE number = $1 AND customer_id = $2',
        [id, customer_id],
      );
      if (!row) return undefined;
      const rail = rails.get(row.rail);
      const amount = trimZeros(formatUnits(BigInt(row.units), row.decimals));
      return {
        facts: factsOf(about, id, venue, row.step, amount, rail?.asset.code ?? null),
        channel: rail?.channel ?? null,
        endedAt: cardEnds.recharge.includes(row.step) ? row.changed_at.getTime() : null,
      };
    }
    if (about === 'withdrawal') {
      const [row] = await db.query<{ state: string; amount: string; asset: number; time: bigint }>(
        `SELECT event->>'state' AS state, event->>'amount' AS amount, (event->>'asset')::integer AS asset, time FROM latest
         WHERE venue = $1 AND kind = 'payout' AND key = $2 AND owner = $3`,
        [venue, id, account],
      );
      if (!row) return undefined;
      const asset = catalogue.assetById(row.asset);
      const amount = asset ? trimZeros(formatUnits(BigInt(row.amount), asset.scale)) : null;
      return {
        facts: factsOf(about, id, venue, row.state, amount, asset?.code ?? null),
        channel: null,
        endedAt: cardEnds.withdrawal.includes(row.state) ? Number(row.time) : null,
      };
    }
    const [row] = await db.query<{ status: number; lots: bigint; filled_lots: bigint; updated_at: bigint }>(
      'SELECT status, lots, filled_lots, updated_at FROM orders WHERE venue = $1 AND order_id = $2 AND account = $3',
      [venue, id, account],
    );
    return row && { facts: factsOf(about, id, venue, String(row.status), null, null), channel: null, endedAt: Number(row.updated_at) };
  }

  return {
    subject,
    /** Whether a number is one of the owner's own. */
    async owns(db: Queryable, owner: Owner, number: string): Promise<boolean> {
      for (const about of ['recharge', 'withdrawal', 'order'] as const) if (await subject(db, owner, about, number)) return true;
      return false;
    },
  };
}
export type Cards = ReturnType<typeof createCards>;

/** The subject of a group by its sign; undefined for a group without one. */
export function subjectOf(sign: string): { about: 'recharge' | 'withdrawal'; id: string } | undefined {
  const [about, id] = sign.split(':');
  return (about === 'recharge' || about === 'withdrawal') && id ? { about, id } : undefined;
}
