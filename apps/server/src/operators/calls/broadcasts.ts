import type { BroadcastRow } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import { openCase } from '../../cases/machine.ts';
import { countRecipients, isPlain, personsFor, type Texts, textsOf } from '../../notices/broadcasts/store.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';

interface Listed {
  id: bigint;
  texts: Texts;
  filter: BroadcastRow['filter'];
  recipients: number;
  given: number;
  state: BroadcastRow['state'];
  case_id: bigint | null;
  name: string;
  written_at: Date;
  sent_at: Date | null;
  total: bigint;
}

const inEach = (texts: Texts, what: 'title' | 'text') => ({ en: texts[`${what}.en`], 'zh-CN': texts[`${what}.zh-CN`] });

/** What operators tell many customers at once, in their own words. */
export function broadcastHandlers({
  database,
  clock,
  act,
}: {
  database: Database;
  clock: Now;
  act: MakeAct;
}): AdminHandlers<'GET broadcast/list' | 'GET broadcast/count' | 'POST broadcast/send'> {
  return {
    'GET broadcast/list': async ({ pageNo, pageSize }) => {
      const rows = await database.query<Listed>(
        `SELECT b.id, b.texts, b.filter, b.recipients, b.given, b.state, b.case_id, o.name, b.written_at, b.sent_at, count(*) OVER () AS total
         FROM broadcast b JOIN operator o ON o.id = b.written_by ORDER BY b.id DESC LIMIT $1 OFFSET $2`,
        [pageSize, (pageNo - 1) * pageSize],
      );
      return {
        list: rows.map(({ id, texts, filter, recipients, given, state, case_id, name, written_at, sent_at }) => ({
          ...{ id: String(id), title: inEach(texts, 'title'), text: inEach(texts, 'text'), filter, recipients, given, state },
          ...{ case: case_id === null ? null : String(case_id), writtenBy: name },
          ...{ writtenAt: written_at.getTime(), sentAt: sent_at?.getTime() ?? null },
        })),
        ...{ total: Number(rows[0]?.total ?? 0n), pageNo, pageSize },
      };
    },
    'GET broadcast/count': async (filter) => {
      const { recipients } = await countRecipients(database, filter);
      return { recipients, persons: await personsFor(database, recipients, clock.now()) };
    },
    'POST broadcast/send': act('POST broadcast/send', async (tx, { title, text, reason, ...filter }, { operator }) => {
      if (!isPlain(title, text)) throw new Refusal('broadcastText');
      // Two at once are counted one after the other.
      await tx.query("SELECT pg_advisory_xact_lock(hashtext('broadcast'))");
      const now = clock.now();
      const { recipients, last } = await countRecipients(tx, filter);
      if (recipients === 0) throw new Refusal('broadcastNobody');
      const large = (await personsFor(tx, recipients, now)) === 2;
      const by = Number(operator.operatorId);
      const [row] = await tx.query<{ id: bigint }>(
        `INSERT INTO broadcast (texts, filter, recipients, last_customer, state, written_by, written_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        [JSON.stringify(textsOf(title, text)), JSON.stringify(filter), recipients, last, large ? 'waits' : 'sending', by, new Date(now)],
      );
      const id = String(row?.id);
      const subject = {
        ...{ broadcast: id, recipients: String(recipients), ...filter },
        ...{ titleEn: title.en, textEn: text.en, titleZh: title['zh-CN'], textZh: text['zh-CN'] },
      };
      const opened = large
        ? await openCase(
            tx,
            {
              ...{ kind: 'broadcast', venue: filter.venue, customer: null, account: null, subject },
              evidence: [{ kind: 'reason', text: reason, required: true }],
            },
            { kind: 'operator', operator: by },
            now,
          )
        : undefined;
      if (opened) await tx.query('UPDATE broadcast SET case_id = $2 WHERE id = $1', [id, opened.id]);
      const change = { field: 'recipients', before: null, after: String(recipients) };
      return {
        ...{ subject: `broadcast ${id}`, reason, changes: [change] },
        answer: { id, recipients, case: opened ? String(opened.id) : null },
      };
    }),
  };
}
