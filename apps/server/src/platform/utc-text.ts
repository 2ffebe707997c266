/** A time as refusals and letters say it: in UTC, because a server knows no other of the customer's. */
export const utcText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
