import { Refusal } from '@bourse/protocol/errors';
import { openCase } from '../../cases/machine.ts';
import type { Lists } from '../../identity/lists.ts';
import { BadList } from '../../identity/sanctions-lists.ts';
import type { Now } from '../../people/ports.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';

/** Screening lists: which are in force, and how a new one gets there. */
export function listHandlers({
  clock,
  act,
  lists,
}: {
  clock: Now;
  act: MakeAct;
  lists: Lists;
}): AdminHandlers<'GET list/list' | 'GET list/get' | 'POST list/import'> {
  return {
    'GET list/list': async () => ({ lists: await lists.all(), files: await lists.files(), toScreen: await lists.toScreen() }),
    'GET list/get': async ({ name, birthYear }) =>
      (await lists.person(name, Number(birthYear))).map(({ source, id, matched, similarity }) => ({
        ...{ source, entry: id, name: matched, score: similarity.toFixed(3) },
      })),
    'POST list/import': act('POST list/import', async (tx, { source, file, reason }, { operator }) => {
      const bytes = await lists.open(file);
      if (!bytes) throw new Refusal('notFound');
      const read = await lists.offer(tx, { source, file, bytes }).catch((error: unknown) => {
        throw error instanceof BadList ? new Refusal('listUnusable') : error;
      });
      if (!read) throw new Refusal('listKnown');
      const subject = { list: String(read.id), source, file, people: String(read.people), digest: read.digest };
      const opened = await openCase(
        tx,
        {
          ...{ kind: 'screeningList', venue: 'real', customer: null, account: null, subject },
          evidence: [{ kind: 'reason', text: reason, required: true }],
        },
        { kind: 'operator', operator: Number(operator.operatorId) },
        clock.now(),
      );
      return {
        subject: `list ${source} ${read.id}`,
        reason,
        changes: [{ field: 'digest', before: null, after: read.digest }],
        answer: { case: String(opened!.id), people: read.people },
      };
    }),
  };
}
