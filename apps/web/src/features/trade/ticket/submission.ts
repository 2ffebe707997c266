import { type ErrorName, errorByCode } from '@bourse/protocol/errors';
import type { CommandName, Sent } from '../../../data/index.ts';
import type { Translate } from '../../../i18n/index.ts';

/** An order that the exchange has taken, as its answer described it. */
export interface Accepted {
  commandId: string;
  orderId: string;
  status: number | null;
  filledQuantity: string;
  filledAmount: string;
  seq: string;
}

/** The status of a ticket's order, as the ticket shows it. */
export type Submission =
  | { state: 'idle' }
  | { state: 'sent'; commandId: string }
  /** `status` is null if only the acceptance is known. */
  | ({ state: 'accepted' } & Accepted)
  | { state: 'rejected'; name: ErrorName | undefined; message: string }
  /** The answer was lost: the order may have been placed. */
  | { state: 'unknown'; commandId: string; asked: number }
  /** The exchange answers, and has no record of it. */
  | { state: 'missing'; commandId: string };

/** The answers of the order calls: a timed contract has an id and neither rests nor fills. */
type Answer = { orderId?: string; id?: string; status?: number; filledQuantity?: string; filledAmount?: string };

export function submissionOf(sent: Sent<CommandName>, t: Translate): Submission {
  switch (sent.state) {
    case 'offline':
      return { state: 'rejected', name: undefined, message: t('common.nothingSent') };
    case 'rejected':
      return { state: 'rejected', name: errorByCode(sent.code), message: sent.message };
    case 'accepted': {
      const answer = (sent.data ?? {}) as Answer;
      const orderId = answer.orderId ?? answer.id ?? sent.orderId ?? '';
      const { status = null, filledQuantity = '0', filledAmount = '0' } = answer;
      return { state: 'accepted', commandId: sent.commandId, orderId, status, filledQuantity, filledAmount, seq: sent.seq };
    }
    default:
      return sent;
  }
}
