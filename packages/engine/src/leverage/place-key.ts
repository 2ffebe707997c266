/** Instrument slots are below 4,096 (see `limits.instruments`), directions are two. */
export const placeSpan = 16_384;

/** One number for an account (slot), an instrument (slot) and a direction. */
export const placeKey = (owner: number, instrument: number, direction: number) => owner * placeSpan + instrument * 2 + direction - 1;
