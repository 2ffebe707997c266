/** What one customer is owed of one asset, in minor units. */
export interface OwedTo {
  account: number;
  amount: bigint;
}

const leafBytes = 20;
const half = 0xffff_ffff_ffff_ffffn;

/** What each customer is owed of one asset, in the order of the accounts: twenty bytes each, as they are stored. A hundred thousand of them are two megabytes. */
export class PackedLeaves implements Iterable<OwedTo> {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get count(): number {
    return Math.floor(this.bytes.length / leafBytes);
  }

  *[Symbol.iterator](): Iterator<OwedTo> {
    for (let at = 0; at < this.count; at += 1) yield this.at(at);
  }

  /** What this account is owed, or undefined: nothing. */
  of(account: number): OwedTo | undefined {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.bytes.readUInt32BE(middle * leafBytes) < account) low = middle + 1;
      else high = middle;
    }
    const found = low < this.count ? this.at(low) : undefined;
    return found?.account === account ? found : undefined;
  }

  private at(place: number): OwedTo {
    const from = place * leafBytes;
    return {
      account: this.bytes.readUInt32BE(from),
      amount: (this.bytes.readBigUInt64BE(from + 4) << 64n) | this.bytes.readBigUInt64BE(from + 12),
    };
  }
}

/** Takes customers one by one, in the order of their accounts. */
export class LeavesWriter {
  private bytes = Buffer.alloc(leafBytes * 1024);
  private count = 0;

  add({ account, amount }: OwedTo): void {
    const from = this.count * leafBytes;
    if (from === this.bytes.length) this.bytes = Buffer.concat([this.bytes], this.bytes.length * 2);
    this.bytes.writeUInt32BE(account, from);
    this.bytes.writeBigUInt64BE(amount >> 64n, from + 4);
    this.bytes.writeBigUInt64BE(amount & half, from + 12);
    this.count += 1;
  }

  leaves(): PackedLeaves {
    return new PackedLeaves(this.bytes.subarray(0, this.count * leafBytes));
  }
}
