/** A device that may send commands for its account. */
export interface Device {
  /** The sequence of the command that opened it. */
  readonly device: number;
  readonly account: number;
  /** '' for a device without a key. */
  readonly publicKey: string;
  readonly openedAt: number;
}

/** A customer has one live session for each kind of device; those that were just replaced are still open for a moment. */
export const mostOpen = 16;

/** The open devices of all accounts, and which accounts ever had a key. */
export class Devices {
  private readonly byAccount = new Map<number, Device[]>();
  private readonly keys = new Set<string>();
  /** Accounts that ever had a device with a key. */
  readonly keyed = new Set<number>();

  of(account: number): readonly Device[] {
    return this.byAccount.get(account) ?? [];
  }

  find(account: number, device: number): Device | undefined {
    return this.byAccount.get(account)?.find((one) => one.device === device);
  }

  /** Whether a device with this key is open, of any account. */
  hasKey(publicKey: string): boolean {
    return this.keys.has(publicKey);
  }

  /**
   * Whether an unsigned command of this account has to be refused: it ever had a device with a key, and none without a key is open. Nobody may send in the name
   * of a customer who has signed out everywhere.
   */
  mustSign(account: number): boolean {
    return this.keyed.has(account) && this.of(account).every(({ publicKey }) => publicKey !== '');
  }

  add(device: Device): void {
    const open = this.byAccount.get(device.account);
    if (open) open.push(device);
    else this.byAccount.set(device.account, [device]);
    if (device.publicKey === '') return;
    this.keys.add(device.publicKey);
    this.keyed.add(device.account);
  }

  remove({ account, device, publicKey }: Device): void {
    const left = this.of(account).filter((one) => one.device !== device);
    if (left.length > 0) this.byAccount.set(account, left);
    else this.byAccount.delete(account);
    this.keys.delete(publicKey);
  }

  /** All of them, in the order in which they were opened. */
  list(): Device[] {
    return [...this.byAccount.values()].flat().sort((a, b) => a.device - b.device);
  }
}
