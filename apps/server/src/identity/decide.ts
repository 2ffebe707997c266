import type { IdentityReason } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Effect } from '../cases/carry-out.ts';
import { type BodyOf, saidOf, tellVenue } from '../cases/gated.ts';
import type { CaseRow } from '../cases/machine.ts';
import type { Reveal } from '../cases/read.ts';
import type { Documents } from '../documents/documents.ts';
import type { Venues } from '../sequencer/port.ts';
import type { Identity } from './identity.ts';

/** Somebody who has the level was found on a new list: a no takes the level away, a yes leaves it. */
export const found = ({ subject }: Pick<CaseRow, 'subject'>) => subject['again'] !== undefined;

/** What the venue hears: the level. */
export const identityBody: BodyOf = async (row, { pass }) => {
  const again = found(row);
  if (pass === again) return null;
  const level = again ? 0 : Number(row.subject['level']);
  return { kind: 'setLevel', account: row.account ?? 0, level, evidence: row.digest.toString('base64url') };
};

/**
 * What a decided case of an application does: the venue hears of the level from the operator who decided, then the customer does. Doing it twice does no
 * harm. While the venue does not know the operator, the case waits.
 */
export const identityEffect =
  ({ identity, venues }: { identity: Identity; venues: Venues }): Effect =>
  async (row) => {
    const { venue, subject, verdict, reason_code, remark, proposed_by } = row;
    const application = BigInt(subject['application'] ?? 0);
    const by = proposed_by ?? 0;
    const body = await identityBody(row, saidOf(row));
    const ref = body && (await tellVenue(venues[venue], row, body));
    if (ref !== null && typeof ref === 'object') return ref;
    if (found(row)) {
      if (!verdict) await identity.withdraw(application);
      return ref;
    }
    try {
      await identity.decide({
        application,
        passed: verdict === true,
        ...(verdict ? {} : { reasonCode: (reason_code ?? 'other') as IdentityReason }),
        ...(remark === null ? {} : { remark }),
        by: `operator:${by}`,
      });
    } catch (error) {
      // It was decided before, or by somebody who carried the case out at the same time.
      const decided = (await identity.read(application))?.view.status;
      if (!(error instanceof Refusal && error.refusal === 'notFound' && decided === (verdict ? 1 : -1))) throw error;
    }
    return ref;
  };

/** Opens what a case names: what an application says, line by line, or the picture of a document. */
export const revealer =
  ({ identity, documents }: { identity: Identity; documents: Documents }): Reveal =>
  async (ref, viewer, reason) => {
    const [kind, id = ''] = ref.split(':');
    if (kind === 'document') {
      const picture = await documents.open(id, viewer, reason);
      return picture ? `data:${picture.mimeType};base64,${picture.bytes.toString('base64')}` : null;
    }
    return kind === 'identity' ? identity.text(BigInt(id)) : null;
  };
