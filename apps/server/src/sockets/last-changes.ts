/** Max. number of accounts remembered one by one. Beyond it, every account counts as changed just now. */
const maxAccounts = 200_000;

/** When each account of a venue changed last, as far as this process knows. An answer may be later than the last change, never earlier. */
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
