import type { Command, EngineEvent, EngineReader, Outcome, RebateDayEvent } from '@bourse/engine';
import { flows } from '@bourse/protocol/flows';

const chargedBy: readonly number[] = [
  ...[flows.spotTakerFee, flows.spotMakerFee, flows.contractTakerFee, flows.contractMakerFee].map(({ code }) => code),
  ...[flows.stockFee.code, flows.flashExchangeFee.code],
];
const paidBy: readonly number[] = [flows.rebateFirstLevel.code, flows.rebateFriendDiscount.code];

/** What a receiver is owed of a friend's fees, by wallet and asset. */
const keyOf = (receiver: number, wallet: number, asset: number, friend: number) => `${receiver}/${wallet}/${asset} of ${friend}`;

/**
 * Adds up from ledger lines alone what inviters and friends are owed, and compares it with what the engine pays and still owes: nothing twice, nothing
 * left out.
 */
export class RebateJudge {
  readonly problems: string[] = [];
  private readonly links = new Map<number, { inviter: number; inviterPpm: number; friendPpm: number }>();
  /** Fees × part by key, in millionths: as lines of the ledger say, and as payouts say. */
  private readonly earned = new Map<string, bigint>();
  private readonly told = new Map<string, bigint>();
  private readonly days = new Set<string>();

  hear(command: Command, outcome: Outcome, events: readonly EngineEvent[]): void {
    const forced = new Set(
      events.flatMap((event) => (event.kind === 'positionFill' && event.role === 'liquidation' ? [`${event.fill}/${event.account}`] : [])),
    );
    let credited = 0n;
    let paid = 0n;
    for (const event of events) {
      if (event.kind === 'ledger') {
        if (paidBy.includes(event.flow)) credited += event.availableDelta;
        const charged = -(event.availableDelta + event.frozenDelta);
        const ofLiquidation = event.flow === flows.stockFee.code && forced.has(`${event.fill}/${event.account}`);
        if (chargedBy.includes(event.flow) && charged > 0n && !ofLiquidation) this.earn(event.account, event.wallet, event.asset, charged);
      }
      if (event.kind === 'rebateDay') {
        paid += event.paid;
        this.pay(event);
      }
    }
    if (credited !== paid) this.problems.push(`rebates of ${paid} are told, ${credited} moved`);
    if (command.kind !== 'setInviter' || !outcome.ok) return;
    if (this.links.has(command.account)) this.problems.push(`account ${command.account} was invited twice`);
    this.links.set(command.account, command);
  }

  /** At the end of the journal: what was paid and what is due is what was earned. */
  end(engine: Pick<EngineReader, 'invitation'>): void {
    const due = new Map<string, bigint>();
    const receivers = new Set([...this.links].flatMap(([account, { inviter }]) => [account, inviter]));
    for (const account of receivers)
      for (const { wallet, asset, friend, fees, partPpm } of engine.invitation(account).due)
        add(due, keyOf(account, wallet, asset, friend), fees * BigInt(partPpm));
    for (const key of new Set([...this.earned.keys(), ...this.told.keys(), ...due.keys()])) {
      const [earned, known] = [this.earned.get(key) ?? 0n, (this.told.get(key) ?? 0n) + (due.get(key) ?? 0n)];
      if (earned !== known) this.problems.push(`rebates ${key}: fees bring ${earned}, paid and due are ${known}`);
    }
  }

  private earn(account: number, wallet: number, asset: number, fee: bigint): void {
    const link = this.links.get(account);
    if (link === undefined) return;
    for (const [receiver, ppm] of [
      [link.inviter, link.inviterPpm],
      [account, link.friendPpm],
    ] as const)
      if (ppm > 0) add(this.earned, keyOf(receiver, wallet, asset, account), fee * BigInt(ppm));
  }

  private pay({ account, wallet, asset, day, lines }: RebateDayEvent): void {
    for (const { friend, fees, partPpm } of lines) {
      const key = keyOf(account, wallet, asset, friend);
      if (this.days.has(`${day} ${key}`)) this.problems.push(`rebates ${key} of ${day} were paid twice`);
      this.days.add(`${day} ${key}`);
      add(this.told, key, fees * BigInt(partPpm));
    }
  }
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}
