/** What an account may do: everything, only what closes and takes out, or nothing. Stored by place, each stricter than the one before: append, never reorder. */
export const accountModes = ['normal', 'closeOnly', 'locked'] as const;
export type AccountMode = (typeof accountModes)[number];

/** The highest level of identity. Level 0 knows nobody, and nobody there is paid out. */
export const highestLevel = 2;

/** What is known of an account beside its money. */
export interface Standing {
  readonly level: number;
  readonly mode: AccountMode;
  /** Payouts wait until then, ms. */
  readonly payoutsUntil: number;
}
export const usualStanding: Standing = Object.freeze({ level: 0, mode: 'normal', payoutsUntil: 0 });

export const strictness = (mode: AccountMode): number => accountModes.indexOf(mode);

/** Standings by account. An account that is not here has the usual one. */
export class Standings {
  private readonly byAccount = new Map<number, Standing>();
  /** How many accounts are restricted: on most days none, and then no command has to look. */
  restricted = 0;

  of(account: number): Standing {
    return this.byAccount.get(account) ?? usualStanding;
  }

  modeOf(account: number): AccountMode {
    return this.restricted === 0 ? 'normal' : this.of(account).mode;
  }

  change(account: number, change: Partial<Standing>): void {
    const before = this.of(account);
    const after = { ...before, ...change };
    this.restricted += Number(after.mode !== 'normal') - Number(before.mode !== 'normal');
    if (after.level === 0 && after.mode === 'normal' && after.payoutsUntil === 0) this.byAccount.delete(account);
    else this.byAccount.set(account, after);
  }

  /** By account number. */
  list(): ({ account: number } & Standing)[] {
    return [...this.byAccount].map(([account, standing]) => ({ account, ...standing })).sort((a, b) => a.account - b.account);
  }
}
