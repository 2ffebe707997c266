/** A position at the instant of a round: what it owes or is owed follows from its lots, whatever becomes of it afterwards. */
export interface StoredDue {
  position: number;
  account: number;
  lots: number;
}

/** One side of a round: its positions by id, each settled once. */
export class Dues {
  private readonly positions: Float64Array;
  private readonly accounts: Float64Array;
  /** 0 once it is settled. */
  private readonly lots: Float64Array;
  /** Everything before this place is settled. */
  private next = 0;

  /** Room for so many; `put` fills it, by position. */
  constructor(size: number) {
    this.positions = new Float64Array(size);
    this.accounts = new Float64Array(size);
    this.lots = new Float64Array(size);
  }

  static of(stored: readonly StoredDue[]): Dues {
    const dues = new Dues(stored.length);
    for (const [at, { position, account, lots }] of stored.entries()) dues.put(at, position, account, lots);
    return dues;
  }

  put(at: number, position: number, account: number, lots: number): void {
    this.positions[at] = position;
    this.accounts[at] = account;
    this.lots[at] = lots;
  }

  get length(): number {
    return this.lots.length;
  }

  /** The place of the first that is not settled, -1 when all are. */
  first(): number {
    while (this.next < this.lots.length && this.lots[this.next] === 0) this.next += 1;
    return this.next < this.lots.length ? this.next : -1;
  }

  /** The place of a position that is not settled, -1 for any other. */
  find(position: number): number {
    let low = this.next;
    let high = this.positions.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.positions[middle]!;
      if (found === position) return this.lots[middle] === 0 ? -1 : middle;
      if (found < position) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  position(at: number): number {
    return this.positions[at]!;
  }

  account(at: number): number {
    return this.accounts[at]!;
  }

  /** Its lots at the instant, 0 once it is settled. */
  lotsAt(at: number): number {
    return this.lots[at]!;
  }

  /** Its lots at the instant; it is settled with that. */
  take(at: number): number {
    const lots = this.lots[at]!;
    this.lots[at] = 0;
    return lots;
  }

  /** Those that are not settled, by position. */
  store(): StoredDue[] {
    const open: StoredDue[] = [];
    for (let at = this.next; at < this.lots.length; at++)
      if (this.lots[at] !== 0) open.push({ position: this.positions[at]!, account: this.accounts[at]!, lots: this.lots[at]! });
    return open;
  }
}

/** What a snapshot keeps of a round under way. */
export interface StoredRound {
  round: number;
  rateE8: number;
  markTicks: number;
  asked: number;
  paid: number;
  received: number;
  payers: readonly StoredDue[];
  receivers: readonly StoredDue[];
}

/**
 * A round of funding under way: rate, mark and positions are those of its instant. Payers come first, so that what they could not pay is known when
 * the others share; between the two the money stands with the house account `funding`.
 */
export class FundingRound {
  readonly round: number;
  readonly rateE8: number;
  readonly markTicks: number;
  /** What all receivers are owed. */
  readonly asked: number;
  paid: number;
  received: number;
  readonly payers: Dues;
  readonly receivers: Dues;

  constructor(started: Omit<StoredRound, 'payers' | 'receivers'>, payers: Dues, receivers: Dues) {
    const { round, rateE8, markTicks, asked, paid, received } = started;
    this.round = round;
    this.rateE8 = rateE8;
    this.markTicks = markTicks;
    this.asked = asked;
    this.paid = paid;
    this.received = received;
    this.payers = payers;
    this.receivers = receivers;
  }

  static of(stored: StoredRound): FundingRound {
    return new FundingRound(stored, Dues.of(stored.payers), Dues.of(stored.receivers));
  }

  store(): StoredRound {
    const { round, rateE8, markTicks, asked, paid, received, payers, receivers } = this;
    return { round, rateE8, markTicks, asked, paid, received, payers: payers.store(), receivers: receivers.store() };
  }
}
