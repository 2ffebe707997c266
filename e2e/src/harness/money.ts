/** The runs' own arithmetic on money: every asset in units of 10⁻¹⁸, so that it shares no code with what it checks. */
const digits = 18;

export function units(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^([-−]?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (!/^[-−]?\d+(\.\d*)?$/.test(text) || fraction.length > digits) throw new Error(`not an amount: ${text}`);
  const value = BigInt(whole + fraction.padEnd(digits, '0'));
  return sign ? -value : value;
}

export const sum = (values: readonly string[]): bigint => values.reduce((total, value) => total + units(value), 0n);

/** As people write it. */
export function decimal(value: bigint): string {
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0');
  const fraction = text.slice(-digits).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${text.slice(0, -digits)}${fraction && `.${fraction}`}`;
}

/** The greatest multiple of a step that is not above the value. */
export const floorTo = (value: bigint, step: string): string => decimal(value - (value % units(step)));

/** Share of a value in ten-thousandths. */
export const bps = (value: bigint, share: bigint): bigint => (value * share) / 10_000n;

/** An amount as a screen shows it: cut after the digits that fit. */
export function shows(shown: string, exact: string): boolean {
  const plain = shown.replace(/[,\s\u202f\u00a0]/g, '');
  const decimals = plain.split('.')[1]?.length ?? 0;
  const gap = units(exact) - units(plain);
  return gap >= 0n && gap < 10n ** BigInt(digits - decimals);
}

/** The number that a screen shows, without the text around it. */
export const figure = (shown: string): number =>
  Number(/[-−+]?[\d.,]*\d/.exec(shown)?.[0].replace('−', '-').replaceAll(',', '') ?? Number.NaN);
