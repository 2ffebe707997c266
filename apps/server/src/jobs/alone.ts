import type { PoolClient, QueryResultRow } from 'pg';
import type { Database, Queryable } from '../platform/database.ts';
import { isServerAnswer } from '../platform/postgres.ts';

const lockClass = 7_218;

/** The connection that holds the locks of all running jobs of this process. */
interface Session extends Queryable {
  users: number;
  /** Gives the connection back; with an error, it is closed and the database gives its locks free. */
  end(error?: Error): void;
}

/**
 * Locks by name: of several processes, only one holds a name at a time.
 *
 * All names of a process stand on one connection of the pool. A job may wait long for an outside service; with a connection for each lock, waiting jobs would leave none to customers.
 * The database gives the names free when that connection breaks, so what runs under a name must be safe to run twice.
 */
export function createLocks(database: Database) {
  let shared: Session | undefined;

  const open = (): Session => {
    let end: Session['end'] = () => {};
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => {
        if (shared === session) shared = undefined;
        if (error) reject(error);
        else resolve();
      };
    });
    const connected = new Promise<PoolClient>((opened, failed) => {
      const untilEnded = (client: PoolClient) => {
        opened(client);
        return ended;
      };
      database.withConnection(untilEnded).catch(failed);
    });
    // A connection answers one statement at a time.
    let last: Promise<unknown> = connected;
    const query = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
      const ask = async () => (await (await connected).query<Row>(text, values as unknown[])).rows;
      const answer = last.then(ask, ask);
      last = answer;
      return answer;
    };
    const session: Session = { users: 0, query, end };
    return session;
  };

  /** Runs `work` under the name, or not at all if another holds it. `work` gets the connection of the locks, for short statements only. */
  return async (name: string, work: (session: Queryable) => Promise<void>): Promise<void> => {
    shared ??= open();
    const session = shared;
    session.users += 1;
    try {
      const [lock] = await session.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [lockClass, name]);
      if (lock?.locked !== true) return;
      // Always release the lock. A connection that keeps it would stop every server from running this job.
      await work(session).finally(() => session.query('SELECT pg_advisory_unlock($1, hashtext($2))', [lockClass, name]));
    } catch (error) {
      if (!isServerAnswer(error)) session.end(error as Error);
      throw error;
    } finally {
      session.users -= 1;
      if (session.users === 0) session.end();
    }
  };
}
