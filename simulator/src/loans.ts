import type { EngineEvent, LoanEvent, SequencedCommand } from '@bourse/engine';

const hourMs = 3_600_000;
const year = 8_760n * 1_000_000n;
const million = 1_000_000n;
/** A price is fresh for so long, and a loan that could not be sold is looked at again within this time. */
const [freshMs, patienceMs] = [5_000, 3_000];

interface Account extends Pick<LoanEvent, 'instrument' | 'collateral' | 'principal' | 'yearlyPpm' | 'sellPpm'> {
  owed: bigint;
  /** Up to and with this hour, interest has been charged. */
  charged: number;
  /** Since when its level has been reached without a sale; 0: it has not been. */
  overSince: number;
}
interface Market {
  lotUnits: bigint;
  unit: bigint;
  ticks: number;
  time: number;
}

/** Keeps the books of loans hour by hour, from what happened alone: every payment is divided as the rules say, and no loan stays at its level of sale while there is a fresh price. */
export class LoanJudge {
  readonly problems: string[] = [];
  private readonly open = new Map<number, Account>();
  private readonly markets = new Map<number, Market>();

  hear({ command, time }: SequencedCommand, events: readonly EngineEvent[]): void {
    if (command.kind === 'defineInstrument') {
      const { instrument, lotUnits, quoteUnitsPerTickLot } = command;
      this.markets.set(instrument, { lotUnits, unit: BigInt(quoteUnitsPerTickLot), ticks: 0, time: 0 });
    }
    for (const event of events) {
      if (event.kind === 'reference') {
        const market = this.markets.get(event.instrument);
        if (market) Object.assign(market, { ticks: event.priceTicks, time: event.tickTime });
      }
      if (event.kind === 'loanRepayment' || event.kind === 'loanSale') this.paid(event.loan, event.time, event.interest, event.repaid);
      if (event.kind === 'loan') this.told(event);
    }
    for (const [loan, account] of this.open) this.look(loan, account, time);
  }

  private told(event: LoanEvent): void {
    if (event.loanState !== 'open') {
      this.open.delete(event.loan);
      return;
    }
    const known = this.open.get(event.loan);
    if (known !== undefined && known.principal !== event.principal)
      this.problems.push(`loan ${event.loan}: the principal is ${event.principal}, payments leave ${known.principal}`);
    const begun = { owed: 0n, charged: Math.floor(event.openedAt / hourMs) - 1, overSince: 0 };
    this.open.set(event.loan, { ...(known ?? begun), ...event });
  }

  private charge(account: Account, time: number): bigint {
    for (const now = Math.floor(time / hourMs); account.charged < now; account.charged += 1)
      account.owed += BigInt(account.principal) * BigInt(account.yearlyPpm);
    return BigInt(account.principal) + (account.owed + year - 1n) / year;
  }

  private paid(loan: number, time: number, interest: number, repaid: number): void {
    const account = this.open.get(loan);
    if (account === undefined) return;
    const debt = this.charge(account, time);
    const paid = BigInt(interest) + BigInt(repaid);
    const whole = account.owed / year;
    const due = paid === debt ? debt - BigInt(account.principal) : paid < whole ? paid : whole;
    if (paid > debt || BigInt(interest) !== due)
      this.problems.push(`loan ${loan}: of ${paid} paid ${interest} is interest, ${due} was due`);
    account.owed -= BigInt(interest) * year;
    account.principal -= repaid;
    account.overSince = 0;
  }

  private look(loan: number, account: Account, time: number): void {
    const market = this.markets.get(account.instrument);
    if (market === undefined || market.ticks === 0 || time - market.time > freshMs) return;
    const debt = this.charge(account, time);
    const value = (BigInt(account.collateral) * BigInt(market.ticks) * market.unit) / market.lotUnits;
    const over = debt * million > BigInt(account.sellPpm - 1) * value;
    if (!over) account.overSince = 0;
    else if (account.overSince === 0) account.overSince = time;
    else if (time - account.overSince > patienceMs)
      this.problems.push(`loan ${loan} owes ${debt} against ${value} since ${account.overSince}, and nothing was sold by ${time}`);
  }
}
