import { permissionsOf } from '@bourse/protocol';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Venues } from '../sequencer/port.ts';
import { knownRoles } from './sign-in/keys.ts';

/** The engine takes so many of a venue's operators from the server. Everybody else is decided by two of them. */
const firstOperators = 3;

/** Tells each venue its first operators, those of the server's first start. A venue that knows somebody already is left alone. */
export async function registerFirstOperators({ database, venues, log }: { database: Database; venues: Venues; log: Log }): Promise<void> {
  const rows = await database.query<{ id: number; roles: string[] }>(
    `SELECT id, roles FROM operator WHERE created_by IS NULL ORDER BY id LIMIT ${firstOperators}`,
  );
  for (const port of Object.values(venues)) {
    const { value: known } = await port.read((engine) => engine.operators().map(({ operator }) => operator));
    for (const { id, roles } of rows) {
      if (known.includes(id)) continue;
      const powers = [...permissionsOf(knownRoles(roles))];
      const { outcome } = await port.submit({ account: 0, command: { kind: 'defineOperator', operator: id, powers } });
      if (!outcome.ok)
        log.warn({ venue: port.venue, operator: id, refused: outcome.error }, 'a venue did not take one of its first operators');
    }
  }
}
