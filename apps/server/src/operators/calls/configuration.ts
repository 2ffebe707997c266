import { createHash } from 'node:crypto';
import { type Command, changeReasonLength } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import { openCase } from '../../cases/machine.ts';
import { goodSetting, settingChoices } from '../../content/settings.ts';
import type { Catalogue } from '../../market/port.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import { isOn, readSwitches } from '../../protection/products.ts';
import type { Venues } from '../../sequencer/port.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';
import { allInForce } from './change-bodies.ts';

type Names =
  | 'GET change/in-force'
  | 'POST rail/stop'
  | 'GET product/list'
  | 'POST product/close'
  | 'POST product/open'
  | 'GET setting/list'
  | 'POST setting/set';

/** What is in force, what one person stops at once, and the settings that are no rules of the engine. */
export function configurationHandlers(parts: {
  database: Database;
  clock: Now;
  venues: Venues;
  catalogue: Catalogue;
  act: MakeAct;
}): AdminHandlers<Names> {
  const { database, clock, venues, catalogue, act } = parts;
  return {
    'GET change/in-force': async ({ venue, kind }) => (await venues[venue].read((engine) => allInForce(engine, catalogue, kind))).value,
    'POST rail/stop': act('POST rail/stop', async (_tx, { venue, rail, stopIn, stopOut, reason }, { commandId }) => {
      const { value: known } = await venues[venue].read((engine) =>
        engine
          .payments()
          .rails()
          .some((one) => one.rail === rail),
      );
      if (!known) throw new Refusal('notFound');
      const stops = [stopIn ? 'in' : '', stopOut ? 'out' : ''].filter(Boolean).join(', ');
      const evidence = createHash('sha256').update(`${commandId} ${reason}`).digest('base64url');
      return {
        subject: `rail ${venue} ${rail}`,
        reason,
        changes: [{ field: 'stopped', before: null, after: stops }],
        answer: null,
        after: async () => {
          const command: Command = {
            ...{ kind: 'announceChange', body: { kind: 'stopRail', rail, stopIn, stopOut, evidence } },
            ...{ origin: 'operator', reason: reason.slice(0, changeReasonLength), from: 0 },
          };
          const { outcome } = await venues[venue].submit({ account: 0, command });
          if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
          return null;
        },
      };
    }),
    'GET product/list': async () => {
      const rows = await database.query<{ product: 'contract'; real: boolean; demo: boolean; by: string; at: Date; reason: string }>(
        'SELECT product, real_on AS real, demo_on AS demo, changed_by AS by, changed_at AS at, reason FROM product_switch ORDER BY product',
      );
      return rows.map(({ by, at, ...row }) => ({ ...row, changedBy: by, changedAt: at.getTime() }));
    },
    'POST product/close': act('POST product/close', async (tx, { product, venue, reason }, { operator }) => {
      const before = isOn(await readSwitches(tx), product, venue, null);
      await tx.query(
        `UPDATE product_switch SET ${venue === 'real' ? 'real_on = false, real_closed_at' : 'demo_on = false, demo_closed_at'} = $3,
           changed_by = $2, changed_at = $3, reason = $4 WHERE product = $1`,
        [product, `operator ${operator.operatorId}`, new Date(clock.now()), reason],
      );
      // Countries that had it open of their own lose it too: whoever closes means everybody.
      if (venue === 'real') await tx.query('UPDATE product_switch_country SET real_on = false WHERE product = $1', [product]);
      return {
        subject: `product ${product} ${venue}`,
        reason,
        changes: [{ field: 'open', before: String(before), after: 'false' }],
        answer: null,
      };
    }),
    'POST product/open': act('POST product/open', async (tx, { product, venue, reason }, { operator }) => {
      const [same] = await tx.query(
        `SELECT 1 FROM case_file WHERE kind = 'product' AND venue = $1 AND subject->>'product' = $2 AND step NOT IN ('passed', 'refused', 'cancelled')`,
        [venue, product],
      );
      const opened =
        same === undefined &&
        (await openCase(
          tx,
          {
            ...{ kind: 'product', venue, customer: null, account: null, subject: { product, reason } },
            evidence: [{ kind: 'reason', text: reason, required: true }],
          },
          { kind: 'operator', operator: Number(operator.operatorId) },
          clock.now(),
        ));
      if (!opened) throw new Refusal('caseOpen');
      const answer = { case: String(opened.id) };
      return { subject: `product ${product} ${venue}`, reason, changes: [{ field: 'case', before: null, after: answer.case }], answer };
    }),
    'GET setting/list': async () => {
      const rows = await database.query<{ key: string; value: string }>('SELECT key, value FROM published_config');
      const values = new Map(rows.map(({ key, value }) => [key, value]));
      return Object.entries(settingChoices).map(([key, choices]) => ({ key, value: values.get(key) ?? '', choices: [...choices] }));
    },
    'POST setting/set': act('POST setting/set', async (tx, { key, value, reason }) => {
      if (!Object.hasOwn(settingChoices, key)) throw new Refusal('badRequest', { field: 'key', problem: 'unknown' });
      if (!goodSetting(key, value)) {
        const choices = settingChoices[key]!.join(', ');
        throw new Refusal('badRequest', choices ? { field: 'value', problem: 'oneOf', choices } : { field: 'value', problem: 'malformed' });
      }
      const [old] = await tx.query<{ value: string }>('SELECT value FROM published_config WHERE key = $1 FOR UPDATE', [key]);
      await tx.query('INSERT INTO published_config (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [
        key,
        value,
      ]);
      return { subject: `setting ${key}`, reason, changes: [{ field: key, before: old?.value ?? null, after: value }], answer: null };
    }),
  };
}
