/** A time for refusals and mails, in UTC, because the server does not know the customer's time zone. */
export const utcText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
