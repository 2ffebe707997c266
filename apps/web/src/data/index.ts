/**
 * The public interface of the data layer. Screens import nothing else from this folder.
 *
 * Reading      useRead(name, input, options) → Remote<T>; named reads below; lastValue(remote); readOnce in loaders; cache.write(readKey(…), value)
 * Changing     useAction(act) → {run, busy, error} · call(name, input, {noMsg})
 * Commands     useCommand(act) → {sent, busy, send(name, input), again, forget}: whatever moves money or orders; runCommand outside of components
 * Proofs       beginProof, sendProven; screens use `useProof` of features/security, which also asks for the factors; commands `useProvenCommand`
 * Positions    useContractPage, useStockPage, useTimedPage, useContractWallet, useFastWallet, useTiers, useRisk, useStockSession, useProtection
 * Live         useMark, useTick, useTickOnly + useLookAt (lists), useBest, useBook, useTape, onCandle, useSocketStatus, isStale
 * Session      useSignedIn, useIsDemo, useMember, session.signIn(tokens), logout()
 * Preferences  usePreference(name), setPreference(name, value), useMoney, useTimeZone
 * Events       on(name, listener): otherLogin, version, notice, go …
 */

export { cache } from './answers.ts';
export {
  CallError,
  type CallInput,
  type CallName,
  type CallOptions,
  type CallOutput,
  call,
  clientWith,
  logout,
  request,
  session,
} from './api.ts';
export {
  bookNow,
  followMark,
  markNow,
  onCandle,
  onMark,
  useBest,
  useBook,
  useLookAtMarks,
  useMark,
  useMarkOnly,
  useTape,
} from './books/book-reads.ts';
export type { Book, Level, LiveCandle, Mark, Print } from './books/books.ts';
export { useAreaCodes, useCandles, useChanges, usePriceDays, useSources } from './chart-reads.ts';
export { serverNow, useNow } from './clock.ts';
export type { CommandName, Sent, Settled } from './commands/commands.ts';
export { runCommand, useCommand } from './commands/use-command.ts';
export { type AppEvents, emit, type Notice, on } from './events.ts';
export { type DisplayCurrency, type Money, useExchangeRates, useMoney } from './funds/money-reads.ts';
export { type Today, useBalances, useOverview, useToday } from './funds/wallet-reads.ts';
export { pageSize, priceStaleMs } from './limits.ts';
export { broughtLink, dropLink, type LinkTokens } from './link.ts';
export {
  isStale,
  reconnect,
  tapMarket,
  useLookAt,
  useOfflineSince,
  useSocketStatus,
  useTick,
  useTickOnly,
} from './live.ts';
export { useOpening } from './opening.ts';
export {
  type PositionView,
  useContractPage,
  useContractWallet,
  useFastWallet,
  useProtection,
  useRisk,
  useSessionTurn,
  useStockPage,
  useStockSession,
  useTiers,
  useTimedOffers,
  useTimedPage,
} from './position-reads.ts';
export {
  activeTimeZone,
  browserKey,
  type Direction,
  deviceTimeZone,
  type Preferences,
  preferences,
  setPreference,
  type Theme,
  usePreference,
  useTimeZone,
} from './preferences.ts';
export { type BegunProof, beginProof, type ProofPart, type ProofParts, sendProven } from './proofs.ts';
export { cancelOnline, keepOnline } from './pushes.ts';
export {
  type FavouriteOf,
  type Instrument,
  type MarketPage,
  type MarketQuery,
  seedTicks,
  toggleFavourite,
  useBaseInfo,
  useBrand,
  useFavourites,
  useInstrument,
  useInstruments,
  useMarketList,
  useMember,
  useMenuVisible,
} from './reads.ts';
export { type Action, lastValue, type ReadOptions, type Remote, readKey, readOnce, useAction, useRead } from './remote.ts';
export { ticks } from './tick-store.ts';
export type { Tick } from './ticks.ts';
export { changeOf, emptyTick } from './ticks.ts';
export { useEnterDemo, useIsDemo, useSignedIn } from './use-session.ts';
