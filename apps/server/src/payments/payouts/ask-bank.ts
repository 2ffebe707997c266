import { shortAnswer } from '../../platform/short-answer.ts';

const answerMs = 10_000;
/** A statement of a busy day has a few megabytes. */
const answerBytes = 64 * 1024 * 1024;

/**
 * Asks the bank, at its own address only: a redirect would take orders of payments to another place, and statements from it. Rejects when the bank does not
 * answer, sends the question on, or answers with too much.
 */
export async function askBank(url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerMs) });
  return { status: answer.status, text: await shortAnswer(answer, answerBytes, 'the bank') };
}
