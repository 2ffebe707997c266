/**
 * The time from which another code can be requested. It is an instant, not a countdown, so that a phone that slept shows the right number.
 */
export type Resend = { sentTo: string; againAtMs: number; endsAtMs: number };

export const resendOf = (answer: { sentTo: string; expiresInS: number; retryInS: number }, nowMs: number): Resend => ({
  sentTo: answer.sentTo,
  againAtMs: nowMs + answer.retryInS * 1000,
  endsAtMs: nowMs + answer.expiresInS * 1000,
});

/** Whole seconds left, rounded up: the last second reads 1, not 0. */
export const secondsLeft = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000));

export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
