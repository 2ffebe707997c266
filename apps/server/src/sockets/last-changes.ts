/** Accounts remembered one by one; beyond, all of them count as changed just now. */
const maxAccounts = 200_000;

/** When each account of a venue changed last, as far as this process saw it. An answer may be too late, never too early. */
export class LastChanges {
  private readonly last = new Map<number, number>();
  private floor: number | null = null;
  private newest = 0;

  from(seq: number): void {
    this.floor ??= seq;
    this.newest = Math.max(this.newest, seq);
  }

  note(account: number, seq: number): void {
    this.newest = Math.max(this.newest, seq);
    if (this.last.size >= maxAccounts && !this.last.has(account)) {
      this.last.clear();
      this.floor = this.newest;
    }
    this.last.set(account, seq);
  }

  of(account: number): number | null {
    return this.floor === null ? null : Math.max(this.floor, this.last.get(account) ?? 0);
  }
}
