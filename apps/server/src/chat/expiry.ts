import { chatLimits } from '@bourse/protocol/chat-limits';
import type { Job } from '../jobs/jobs.ts';
import { eachAlone, inTurns } from '../platform/in-turns.ts';
import { subjectOf } from './cards.ts';
import { promiseMs } from './clocks.ts';
import type { ChatParts } from './index.ts';
import type { GroupRow } from './log.ts';
import { type FinishWay, finish, lockOrder, mayMove, type OrderRow, release } from './orders.ts';
import { picturesOf, withdrawnFrom } from './shown.ts';

const dayMs = 24 * 3_600_000;
/** How long words are kept after the last of them. Whatever is about a deposit or a withdrawal is about money, of whichever type its group is. */
const keptDays = { visitors: 90, common: 730, money: 5 * 365 };
const aboutMoney = `(g.sign LIKE 'recharge:%' OR g.sign LIKE 'withdrawal:%')`;
const atOnce = 100;

/** What ends by itself: silent work orders, those whose subject is over, those of agents who are gone, and words that nobody needs any more. */
export function createExpiry(parts: ChatParts): readonly Job[] {
  const { database, clock, log, cards, documents, told, hours } = parts;

  /** Each in a transaction of its own: one that cannot end stops no other. */
  async function end(id: bigint, way: FinishWay, still: (group: GroupRow, order: OrderRow) => boolean): Promise<void> {
    const group = await database.transaction(async (tx) => {
      const found = await lockOrder(tx, id);
      if (!mayMove(found.order.state, 'finished') || !still(found.group, found.order)) return undefined;
      await finish(tx, log, found.group, found.order, { sender: null, way, reason: null, at: clock.now() });
      return found.group.id;
    });
    if (group !== undefined) told.entry(group);
  }

  const silentBefore = () => new Date(clock.now() - chatLimits.silentS * 1_000);
  // Whoever waits for a first answer is not silent: the desk is.
  const mayBeSilent = inTurns(
    atOnce,
    (after, size) =>
      database.query<{ id: bigint }>(
        `SELECT w.id FROM chat_work_order w JOIN chat_group g ON g.id = w.group_id
         WHERE g.spoke_at <= $1 AND (w.state = 'answered' OR (w.state <> 'finished' AND g.account IS NULL)) AND w.id > $2 ORDER BY w.id LIMIT $3`,
        [silentBefore(), after, size],
      ),
    ({ id }) => id,
  );
  async function silent(): Promise<void> {
    const before = silentBefore();
    await eachAlone(await mayBeSilent(), ({ id }) =>
      end(id, 3, ({ account, spoke_at }, { state }) => {
        const from = spoke_at.getTime();
        // A visitor who asks while nobody is at the desk has a day after the answer was due.
        const since = account === null && state !== 'answered' ? (hours.after(from, promiseMs(2, true)) ?? from) : from;
        return since <= before.getTime();
      }),
    );
  }

  const openSubjects = inTurns(
    atOnce * 10,
    (after, size) =>
      database.query<GroupRow & { work_order: bigint }>(
        `SELECT g.*, w.id AS work_order FROM chat_work_order w JOIN chat_group g ON g.id = w.group_id
         WHERE w.state <> 'finished' AND ${aboutMoney} AND w.id > $1 ORDER BY w.id LIMIT $2`,
        [after, size],
      ),
    ({ work_order }) => work_order,
  );
  async function subjects(): Promise<void> {
    const over = clock.now() - chatLimits.silentS * 1_000;
    await eachAlone(await openSubjects(), async (row) => {
      const subject = subjectOf(row.sign);
      const found = subject && (await cards.subject(database, row, subject.about, subject.id));
      if (found?.endedAt != null && found.endedAt <= over) await end(row.work_order, 4, ({ spoke_at }) => spoke_at.getTime() <= over);
    });
  }

  /** An agent whose last socket closed two minutes ago has nobody waiting for them. */
  async function goneAgents(): Promise<void> {
    const rows = await database.query<{ id: bigint }>(
      `SELECT w.id FROM chat_work_order w JOIN chat_presence p ON p.operator_id = w.agent
       WHERE w.state IN ('active', 'answered') AND p.seen_at <= $1 LIMIT $2`,
      [new Date(clock.now() - chatLimits.agentGoneS * 1_000), atOnce],
    );
    await eachAlone(rows, async ({ id }) => {
      const group = await database.transaction(async (tx) => {
        const found = await lockOrder(tx, id);
        if (found.order.agent === null || found.order.state === 'finished') return undefined;
        await release(tx, log, found.group, found.order, clock.now());
        return found.group.id;
      });
      if (group !== undefined) told.entry(group);
    });
  }

  /** Pictures go first: if the server stops in between, the next run finds the words. A group in which somebody writes meanwhile is passed over. */
  async function retention(): Promise<void> {
    const now = clock.now();
    await database.transaction(async (tx) => {
      const rows = await tx.query<{ id: bigint }>(
        `SELECT id FROM chat_group g WHERE sealed_key IS NOT NULL AND last_offset > 0 AND spoke_at <= $1
           AND spoke_at <= CASE WHEN group_type >= 3 OR ${aboutMoney} THEN $3::timestamptz WHEN group_type = 2 THEN $1::timestamptz ELSE $2::timestamptz END
           AND NOT EXISTS (SELECT 1 FROM chat_work_order w WHERE w.group_id = g.id AND w.state <> 'finished') LIMIT $4 FOR UPDATE SKIP LOCKED`,
        [...[keptDays.visitors, keptDays.common, keptDays.money].map((days) => new Date(now - days * dayMs)), atOnce],
      );
      if (rows.length === 0) return;
      const pictures = await tx.query<{ id: string }>('SELECT id FROM document WHERE used_by = ANY($1) AND erased_at IS NULL', [
        rows.flatMap(({ id }) => [picturesOf(id), withdrawnFrom(id)]),
      ]);
      await documents.erase(pictures.map(({ id }) => id));
      await log.erase(
        tx,
        rows.map(({ id }) => id),
        now,
      );
    });
  }

  return [
    { name: 'chat-gone-agents', everyMs: 10_000, run: goneAgents },
    { name: 'chat-silence', everyMs: 60_000, run: silent },
    { name: 'chat-subjects', everyMs: 60_000, run: subjects },
    { name: 'chat-retention', everyMs: 3_600_000, run: retention },
  ];
}
