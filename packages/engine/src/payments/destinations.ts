import type { Destination } from './declare.ts';

/** Where customers let themselves be paid. */
export class Destinations {
  next = 1;
  private readonly byId = new Map<number, Destination>();
  private readonly byAccount = new Map<number, Map<number, Destination>>();

  get(id: number): Destination | undefined {
    return this.byId.get(id);
  }

  /** An account's, oldest first. */
  of(account: number): Destination[] {
    return [...(this.byAccount.get(account)?.values() ?? [])];
  }

  countOf(account: number): number {
    return this.byAccount.get(account)?.size ?? 0;
  }

  add(destination: Destination): void {
    this.byId.set(destination.destination, destination);
    const own = this.byAccount.get(destination.account) ?? new Map<number, Destination>();
    this.byAccount.set(destination.account, own.set(destination.destination, destination));
  }

  remove({ account, destination }: Destination): void {
    this.byId.delete(destination);
    const own = this.byAccount.get(account)!;
    own.delete(destination);
    if (own.size === 0) this.byAccount.delete(account);
  }

  /** By number. */
  list(): Destination[] {
    return [...this.byId.values()].sort((a, b) => a.destination - b.destination);
  }
}
