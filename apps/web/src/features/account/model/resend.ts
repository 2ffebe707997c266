/** When another code may be asked for. Kept as an instant, so that a sleeping phone wakes with the right number. */
export type Resend = { sentTo: string; againAtMs: number; endsAtMs: number };

export const resendOf = (answer: { sentTo: string; expiresInS: number; retryInS: number }, nowMs: number): Resend => ({
  sentTo: answer.sentTo,
  againAtMs: nowMs + answer.retryInS * 1000,
  endsAtMs: nowMs + answer.expiresInS * 1000,
});

/** Whole seconds left, counted up so that the last second reads 1 and not 0. */
export const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000));

export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
