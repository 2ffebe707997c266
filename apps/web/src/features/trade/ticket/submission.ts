import { CallError } from '@bourse/protocol/client';
import { type ErrorName, errorByCode } from '@bourse/protocol/errors';

/**
 * One order on its way: sent → accepted | rejected | unknown. Unknown is honest: the answer got lost, the order may stand. It is asked for by its
 * command id, which the engine keeps for ever, and can be sent again under the same id without being placed twice.
 */
export type Submission =
  | { state: 'idle' }
  | { state: 'sent'; commandId: string }
  | { state: 'accepted'; commandId: string; orderId: string; status: number | null; filledQuantity: string; seq: string }
  | { state: 'rejected'; commandId: string; name: ErrorName | undefined; message: string }
  | { state: 'unknown'; commandId: string; asked: number }
  /** The exchange answers, and has no record of it. */
  | { state: 'missing'; commandId: string };

export interface Placed {
  orderId: string;
  status: number;
  filledQuantity: string;
  seq: string;
}
interface Outcome {
  known: boolean;
  seq: string | null;
  accepted: boolean | null;
  orderId: string | null;
  refusal: { code: number; msg: string } | null;
}

export interface Desk {
  place: (commandId: string) => Promise<Placed>;
  outcome: (commandId: string) => Promise<Outcome>;
  sleep: (ms: number) => Promise<void>;
}

/** An answer that never came, or came from something in between, says nothing about the order. */
const isUncertain = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.status === 0 ||
  errorByCode(error.code) === 'outcomeUnknown' ||
  (error.status >= 500 && errorByCode(error.code) === undefined);

const rejected = (commandId: string, code: number, message: string): Submission => ({
  state: 'rejected',
  commandId,
  name: errorByCode(code),
  message,
});

/** How long to wait before asking the n-th time. */
export const askAfterMs = (asked: number): number => Math.min(5_000, 400 * 2 ** asked);
/** Answers of "no record" in a row before we say so: a request on its way may still arrive. */
const missingAfter = 4;

/** Sends an order and follows it until its outcome is known; `report` hears every change. Stops when `alive` says the screen has gone. */
export async function submit(desk: Desk, commandId: string, report: (next: Submission) => void, alive: () => boolean = () => true) {
  report({ state: 'sent', commandId });
  try {
    const placed = await desk.place(commandId);
    report({ state: 'accepted', commandId, ...placed });
  } catch (error) {
    if (isUncertain(error)) return follow(desk, commandId, report, alive);
    const refusal = error as CallError;
    report(rejected(commandId, refusal.code, refusal.message));
  }
}

/** Asks what became of a command until somebody knows. */
export async function follow(desk: Desk, commandId: string, report: (next: Submission) => void, alive: () => boolean = () => true) {
  let without = 0;
  for (let asked = 0; alive(); asked += 1) {
    report({ state: 'unknown', commandId, asked });
    await desk.sleep(askAfterMs(asked));
    if (!alive()) return;
    try {
      const outcome = await desk.outcome(commandId);
      if (outcome.known && outcome.accepted)
        return report({
          state: 'accepted',
          commandId,
          orderId: outcome.orderId ?? '',
          status: null,
          filledQuantity: '0',
          seq: outcome.seq ?? '0',
        });
      if (outcome.known) return report(rejected(commandId, outcome.refusal?.code ?? 0, outcome.refusal?.msg ?? ''));
      without += 1;
      if (without >= missingAfter) return report({ state: 'missing', commandId });
    } catch {
      without = 0;
    }
  }
}
