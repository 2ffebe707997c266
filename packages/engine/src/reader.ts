import type { Permission } from '@bourse/protocol';
import { OrderStatus, type Venue, Wallet } from '@bourse/protocol/enums';
import type {
  BalanceView,
  ContractView,
  Definition,
  EarnHoldingView,
  EarnProductView,
  EngineReader,
  InstrumentTerms,
  InstrumentView,
  InvitationView,
  LevelsView,
  LevelView,
  LoanPreview,
  LoanProductView,
  LoanView,
  MarginAccountView,
  MembershipView,
  PendingChange,
  PositionPreview,
  PositionView,
  RebatesDue,
  StockView,
  SwapOfferView,
  SwapQuoteView,
  TimedBookView,
} from './api.ts';
import { limb } from './base/exact.ts';
import { Lev, LevI, levelWidth } from './book/levels.ts';
import { openSlots } from './book/order-record.ts';
import type { BookSide } from './book/side.ts';
import { noticeOf } from './changes/announce.ts';
import type { Funds, PlaceContractOrder, PlaceStockOrder, TradingMode } from './commands.ts';
import { previewContract } from './contract/preview.ts';
import { contractView, marginAccountView } from './contract/views.ts';
import { House } from './core/accounts.ts';
import type { Limits } from './core/limits.ts';
import type { State } from './core/state.ts';
import type { Device } from './devices/registry.ts';
import { dispatcher } from './dispatcher.ts';
import { earnHoldingView, earnHoldingViews, earnProductViews } from './earn/view.ts';
import type { OrderEvent, OrderTermsEvent, TimedEvent } from './events.ts';
import type { ApprovedCommand, Proposed } from './gate/declare.ts';
import { inForce, isAnnounced } from './gate/in-force.ts';
import type { Operator } from './gate/registry.ts';
import type { Link } from './invitations/book.ts';
import { invitationView } from './invitations/view.ts';
import { termsView } from './leverage/order-life.ts';
import { positionView } from './leverage/views.ts';
import { loanProductViews, loanViewOf, loanViews, previewLoan, waitingLoanViews } from './loans/view.ts';
import { feeClassOf } from './membership/class.ts';
import { levelsView, membershipView, plusWaiting } from './membership/view.ts';
import { orderView } from './orders/view.ts';
import { type PaymentsView, paymentsView } from './payments/view.ts';
import type { Standing } from './standing/book.ts';
import { previewStock } from './stock/preview.ts';
import { stockView } from './stock/view.ts';
import { swapOfferViews, swapQuoteView } from './swaps/view.ts';
import { timedViews } from './timed/tell.ts';
import { timedBookView } from './timed/view.ts';
import { balanceViews } from './treasury/view.ts';

/** Questions about the state. None changes it. */
export class Reader implements EngineReader {
  protected readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  get venue(): Venue {
    return this.state.venue;
  }
  get seq(): number {
    return this.state.seq;
  }
  get time(): number {
    return this.state.time;
  }
  get mode(): TradingMode {
    return this.state.mode;
  }

  rules(): { version: number; limits: Readonly<Limits> } {
    return { version: this.state.rulesVersion, limits: this.state.limits };
  }

  hasAccount(account: number): boolean {
    return this.state.accounts.trading(account) !== 0;
  }

  devices(account: number): readonly Device[] {
    return this.state.devices.of(account);
  }
  device(account: number, device: number): Device | undefined {
    return this.state.devices.find(account, device);
  }
  mustSign(account: number): boolean {
    return this.state.devices.mustSign(account);
  }

  feeClass(account: number): number {
    return feeClassOf(this.state, this.state.accounts.slot(account));
  }

  standing(account: number): Standing {
    return this.state.standing.of(account);
  }

  payments(): PaymentsView {
    return paymentsView(this.state);
  }

  balances(account: number): BalanceView[] {
    return balanceViews(this.state, account);
  }

  hasHeld(account: number, wallet: Wallet, asset: number): boolean {
    const { accounts, assets, ledger } = this.state;
    const owner = accounts.slot(account);
    const known = assets.get(asset);
    return owner !== 0 && known !== undefined && ledger.find(owner, wallet, known.index) !== 0;
  }

  nextFunding(): number {
    return this.state.funded.highest + 1;
  }

  order(order: number): OrderEvent | undefined {
    const slot = this.state.orders.slot(order);
    return slot === 0 ? undefined : orderView(this.state, slot);
  }

  queueBefore(order: number): number | undefined {
    const slot = this.state.orders.slot(order);
    if (slot === 0) return undefined;
    const { status, instrument } = orderView(this.state, slot);
    if (status !== OrderStatus.open && status !== OrderStatus.partlyFilled) return undefined;
    return this.state.instruments.get(instrument)?.book.lotsBefore(slot);
  }

  openOrders(account: number, instrument = 0): OrderEvent[] {
    const owner = this.state.accounts.slot(account);
    const ins = instrument === 0 ? undefined : this.state.instruments.get(instrument);
    if (owner === 0 || (instrument !== 0 && ins === undefined)) return [];
    return openSlots(this.state, owner, ins?.slot ?? 0).map((slot) => orderView(this.state, slot));
  }

  instrument(instrument: number): InstrumentView | undefined {
    const ins = this.state.instruments.get(instrument);
    if (ins === undefined) return undefined;
    return {
      instrument,
      status: ins.status,
      referenceTicks: ins.reference,
      referenceTime: ins.referenceTime,
      source: this.state.sources[ins.source] ?? '',
    };
  }

  depth(instrument: number, levels: number): { bids: LevelView[]; asks: LevelView[] } {
    const book = this.state.instruments.get(instrument)?.book;
    return book === undefined ? { bids: [], asks: [] } : { bids: this.side(book.bids, levels), asks: this.side(book.asks, levels) };
  }

  private side(side: BookSide, levels: number): LevelView[] {
    const views: LevelView[] = [];
    const { f, i } = this.state.levels.store;
    if (levels <= 0) return views;
    side.walk((slot) => {
      const at = slot * levelWidth;
      views.push({ priceTicks: f[at + Lev.price]!, lots: f[at + Lev.lots]!, orders: i[at * 2 + LevI.orders]! });
      return views.length < levels;
    });
    return views;
  }

  timed(account: number): TimedEvent[] {
    const owner = this.state.accounts.slot(account);
    return owner === 0 ? [] : timedViews(this.state, owner);
  }

  timedBook(instrument: number): TimedBookView | undefined {
    return timedBookView(this.state, instrument);
  }

  swapQuote(from: number, to: number, amount: bigint): SwapQuoteView {
    return swapQuoteView(this.state, from, to, amount);
  }

  swapOffers(): SwapOfferView[] {
    return swapOfferViews(this.state);
  }

  loanProducts(): LoanProductView[] {
    return loanProductViews(this.state);
  }

  loans(account: number): LoanView[] {
    const owner = this.state.accounts.trading(account);
    return owner === 0 ? [] : loanViews(this.state, owner);
  }

  loan(loan: number): LoanView | undefined {
    return loanViewOf(this.state, loan);
  }

  waitingLoans(): LoanView[] {
    return waitingLoanViews(this.state);
  }

  previewLoan(product: number, collateral: number, amount: number): LoanPreview | undefined {
    return previewLoan(this.state, product, collateral, amount);
  }

  earnProducts(): EarnProductView[] {
    return earnProductViews(this.state);
  }

  earnHoldings(account: number): EarnHoldingView[] {
    const owner = this.state.accounts.slot(account);
    return owner === 0 ? [] : earnHoldingViews(this.state, owner);
  }

  earnHolding(holding: number): EarnHoldingView | undefined {
    return earnHoldingView(this.state, holding);
  }

  invitation(account: number): InvitationView {
    return invitationView(this.state, account);
  }

  inviter(account: number): Readonly<Link> | undefined {
    return this.state.invitations.links.get(account);
  }

  rebatesDue(account: number, from: number, size: number): RebatesDue {
    return this.state.invitations.page(account, from, size);
  }

  rebateSums(account: number): ReadonlyMap<number, bigint> {
    return this.state.invitations.sums(account);
  }

  levels(): LevelsView | undefined {
    return levelsView(this.state);
  }

  membership(account: number): MembershipView | undefined {
    const owner = this.state.accounts.trading(account);
    return owner === 0 ? undefined : membershipView(this.state, owner);
  }

  plusWaiting(): readonly number[] {
    return plusWaiting(this.state);
  }

  contract(instrument: number): ContractView | undefined {
    return contractView(this.state, instrument);
  }

  positions(account: number): PositionView[] {
    const views: PositionView[] = [];
    const owner = this.state.accounts.slot(account);
    for (let slot = owner === 0 ? 0 : this.state.positions.first(owner); slot !== 0; slot = this.state.positions.next(slot)) {
      views.push(positionView(this.state, slot));
    }
    return views;
  }

  position(position: number): PositionView | undefined {
    const slot = this.state.positions.slot(position);
    return slot === 0 ? undefined : positionView(this.state, slot);
  }

  orderTerms(order: number): OrderTermsEvent | undefined {
    const slot = this.state.orders.slot(order);
    return slot === 0 ? undefined : termsView(this.state, slot);
  }

  marginAccount(account: number): MarginAccountView {
    return marginAccountView(this.state, this.state.accounts.slot(account));
  }

  previewContract(order: PlaceContractOrder, funds?: Funds): PositionPreview {
    return previewContract(this.state, this.state.accounts.trading(order.account), order, funds);
  }

  previewStock(order: PlaceStockOrder, funds?: Funds): PositionPreview {
    return previewStock(this.state, this.state.accounts.trading(order.account), order, funds);
  }

  stock(instrument: number): StockView | undefined {
    const ins = this.state.instruments.get(instrument);
    return ins?.stock === undefined ? undefined : stockView(this.state, ins);
  }

  mayDayTrade(account: number): boolean {
    return this.state.stocks.dayTraders.has(this.state.accounts.trading(account));
  }

  terms(instrument: number): InstrumentTerms | undefined {
    const ins = this.state.instruments.get(instrument);
    if (ins === undefined) return undefined;
    return {
      instrument: ins.rules,
      contract: ins.contract?.rules,
      timed: this.state.timed.books.get(instrument)?.rules,
      stock: ins.stock?.rules,
      swap: this.state.swaps.get(instrument),
    };
  }

  definitions(): readonly Definition[] {
    const { assets, instruments } = this.state;
    return [
      ...assets.list.map(({ index: _, ...asset }) => ({ kind: 'defineAsset' as const, ...asset })),
      ...instruments.list.flatMap(({ rules, contract, stock }) => [rules, contract?.rules ?? [], stock?.rules ?? []].flat()),
    ];
  }

  pendingChanges(): readonly PendingChange[] {
    return this.state.changes.all();
  }

  get sealed(): boolean {
    return this.state.gate.sealed;
  }
  operators(): readonly Operator[] {
    return this.state.gate.operators();
  }
  proposals(): readonly Readonly<Proposed>[] {
    return this.state.gate.waiting();
  }
  proposal(proposal: number): Readonly<Proposed> | undefined {
    return this.state.gate.proposal(proposal);
  }
  approvalOf(command: ApprovedCommand): { power: Permission | undefined; persons: number } {
    return { power: dispatcher.power(command), persons: dispatcher.persons(this.state, command) };
  }

  noticeOf(command: ApprovedCommand): number {
    const body = command.kind === 'announceChange' ? command.body : command;
    return isAnnounced(body) ? noticeOf(this.state, body) : 0;
  }

  inForce(command: ApprovedCommand): ApprovedCommand | undefined {
    return inForce(this.state, command);
  }

  sources(): readonly string[] {
    return this.state.sources;
  }

  /** Counts, and per asset what the house owes in all (`issued:CODE`, minor units; exact below 2^53): what came in from outside. */
  statistics(): Record<string, number> {
    const s = this.state;
    const issued: Record<string, number> = {};
    const outside = s.accounts.slot(House.external);
    for (const { code, index } of s.assets.list) {
      let sum = 0;
      for (const wallet of Object.values(Wallet)) {
        const slot = s.ledger.find(outside, wallet, index);
        const [high, low] = s.ledger.limbs(slot);
        if (slot !== 0) sum -= high * limb + low;
      }
      issued[`issued:${code}`] = sum + 0;
    }
    let resting = 0;
    let triggers = 0;
    for (const ins of s.instruments.list) {
      resting += ins.book.orders;
      triggers += ins.book.triggers;
    }
    return {
      accounts: s.accounts.count,
      assets: s.assets.list.length,
      instruments: s.instruments.list.length,
      restingOrders: resting,
      untriggeredOrders: triggers,
      priceLevels: s.levels.store.count,
      timers: s.timers.size,
      ordersAccepted: s.nextOrder - 1,
      fills: s.nextFill - 1,
      capitalBooked: s.funded.size,
      wakeBacklogs: s.backlogs,
      timedOpen: s.timed.count,
      timedSold: s.timed.nextTimed - 1,
      ...issued,
    };
  }
}
