import { type CloseReason, system } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { resultOf } from '../calls/answers.ts';
import type { Session, SessionDevice } from '../calls/session.ts';
import { takeBackMs } from '../people/sessions/sessions.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { eachAlone } from '../platform/in-turns.ts';
import { derivedCommandId } from '../sequencer/command-ids.ts';
import type { Venues } from '../sequencer/port.ts';

interface Row {
  session_id: string;
  venue: Venue;
  account: number;
  public_key: string;
  number: bigint | null;
  reason: CloseReason;
}

/** Most devices that one round closes. */
const roundSize = 500;

/**
 * Which session stands behind which device of the journal. A row is written before the command and completed after it, so that a crash in between
 * leaves no open device that nobody would close.
 */
export function createDeviceStore({ database, venues, clock }: { database: Database; venues: Venues; clock: Pick<Clock, 'now'> }) {
  const open = (venue: Venue, account: number, sessionId: string, publicKey: string) =>
    venues[venue].submit({
      account,
      commandId: derivedCommandId(`device:${sessionId}`),
      command: { kind: 'openDevice', account, publicKey, provenBy: 'signIn' },
      actor: system,
    });

  return {
    /** Enters a session's device in the journal, once. Rejects with `commandIdReused` when the session has another key. */
    async open({ venue, account, sessionId }: Session, publicKey: string): Promise<SessionDevice> {
      await database.query(
        'INSERT INTO device (session_id, venue, account, public_key) VALUES ($1, $2, $3, $4) ON CONFLICT (session_id) DO NOTHING',
        [sessionId, venue, account, publicKey],
      );
      const opened = await open(venue, account, sessionId, publicKey);
      resultOf(opened);
      await database.transaction(async (tx) => {
        await tx.query('UPDATE device SET number = $2, public_key = $3 WHERE session_id = $1', [sessionId, opened.seq, publicKey]);
        // Other gateways read the session again.
        await tx.query('UPDATE session SET changed_at = clock_timestamp() WHERE id = $1', [sessionId]);
      });
      return { number: opened.seq, publicKey };
    },

    /** Closes the devices whose sessions are over, or that of one session. Safe to run twice, and at any time. Returns how many it closed. */
    async closeEnded(session: string | null = null): Promise<number> {
      const now = clock.now();
      const rows = await database.query<Row>(
        `SELECT d.session_id, d.venue, d.account, d.public_key, d.number,
           CASE WHEN s.state = 'ended' THEN s.ended_reason WHEN s.state = 'replaced' THEN 'replaced' ELSE 'expired' END AS reason
         FROM device d LEFT JOIN session s ON s.id = d.session_id
         WHERE d.closed_at IS NULL AND ($3::uuid IS NULL OR d.session_id = $3) AND (s.id IS NULL OR s.state = 'ended' OR s.expires_at <= $1 OR (s.state = 'replaced' AND s.replaced_at < $2))
         ORDER BY d.venue DESC LIMIT ${roundSize}`,
        [new Date(now), new Date(now - takeBackMs), session],
      );
      // The real venue comes first: a demo that does not answer holds up nothing of it.
      await eachAlone(rows, async ({ session_id: sessionId, venue, account, public_key: publicKey, number, reason }) => {
        // A server that died before it knew the number: the command's answer still has it, or it is opened now and closed at once.
        const opened = number === null ? await open(venue, account, sessionId, publicKey) : undefined;
        const device = opened === undefined ? Number(number) : opened.outcome.ok ? opened.seq : undefined;
        // A device that was closed before is not found, which is what was wanted.
        if (device !== undefined) await venues[venue].submit({ account: 0, command: { kind: 'closeDevice', account, device, reason } });
        await database.query('UPDATE device SET closed_at = $2 WHERE session_id = $1', [sessionId, new Date(now)]);
      });
      return rows.length;
    },
  };
}
export type DeviceStore = ReturnType<typeof createDeviceStore>;
