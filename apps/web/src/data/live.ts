/**
 * The live market of this page: hooks that subscribe components to single values, and the instruments that screens look at. The socket
 * loads later.
 */
import type { ServerMessage } from '@bourse/protocol/socket';
import { useEffect, useSyncExternalStore } from 'react';
import { onCloseSockets, session } from './api.ts';
import type { Book, LiveCandle, Mark, Print } from './books/books.ts';
import { priceStaleMs } from './limits.ts';
import type { MarketSocket } from './market-socket.ts';
import { Slots } from './slots.ts';
import { initialStatus, type SocketStatus } from './socket-status.ts';
import { later, ticks } from './tick-store.ts';
import type { Tick } from './ticks.ts';
import type { Want } from './wants.ts';

export const books = new Slots<Book>(later);
export const tapes = new Slots<readonly Print[]>(later);
export const candles = new Slots<LiveCandle>(later);
export const marks = new Slots<Mark>(later);

/** The latest raw messages, for the connection page only. */
type Tap = (message: ServerMessage) => void;
export const taps = new Set<Tap>();
export const tapMarket = (tap: Tap): (() => void) => {
  taps.add(tap);
  return () => {
    taps.delete(tap);
  };
};

let socket: MarketSocket | undefined;
const statusListeners = new Set<() => void>();
const tellStatus = () => {
  for (const listener of statusListeners) listener();
};

/** Opens the socket after the first paint, and loads its code and decompression only then. */
export async function startMarket(): Promise<void> {
  const [core, kept] = await Promise.all([import('./live-core.ts'), import('./market-cache.ts')]);
  kept.restoreMarketLists();
  kept.persistMarketLists();
  const opened = core.socket;
  socket = opened;
  opened.subscribe(tellStatus);
  onCloseSockets(() => {
    opened.stop();
    ticks.clear();
    books.clear();
    tapes.clear();
    marks.clear();
    // A signed-out page still shows public prices.
    queueMicrotask(() => opened.start());
  });
  let real = session.isReal;
  let token = session.accessToken;
  session.subscribe(() => {
    if (session.isReal !== real) opened.restart();
    else if (session.accessToken !== token) opened.tokenChanged();
    real = session.isReal;
    token = session.accessToken;
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) opened.becameVisible();
  });
  window.addEventListener('online', () => opened.becameVisible());
  tellWants = () => opened.want(core.countWants(wants.values()));
  tellWants();
  opened.start();
}

export const tellLanguage = (): void => socket?.languageChanged();
export const reconnect = (): void => socket?.restart();

const wants = new Map<symbol, Want>();
let tellWants = () => {};
/** Declares what a screen looks at until it unmounts. */
export function lookAt(want: Want): () => void {
  const key = Symbol('want');
  wants.set(key, want);
  tellWants();
  return () => {
    wants.delete(key);
    tellWants();
  };
}

/** Nothing to subscribe to. */
export const idle = () => () => {};

/** The live row of a symbol; re-renders only when this symbol changes. */
export function useTick(symbol: string | undefined): Tick | undefined {
  useEffect(() => (symbol ? lookAt({ rows: [symbol] }) : undefined), [symbol]);
  return useTickOnly(symbol);
}
/** Like `useTick`, for list rows whose parent already calls `useLookAt`. */
export function useTickOnly(symbol: string | undefined): Tick | undefined {
  const read = () => (symbol ? ticks.get(symbol) : undefined);
  return useSyncExternalStore(symbol ? (listener) => ticks.subscribe(symbol, listener) : idle, read, read);
}
/** Subscribes a whole list at once. */
export function useLookAt(symbols: readonly string[]): void {
  const key = symbols.join('|');
  useEffect(() => (key === '' ? undefined : lookAt({ rows: key.split('|') })), [key]);
}
const watchStatus = (listener: () => void) => {
  statusListeners.add(listener);
  return () => {
    statusListeners.delete(listener);
  };
};
const statusOf = (): SocketStatus => socket?.status ?? initialStatus;
/** The socket is connected and authenticated as this customer. */
export const hearsAccount = (): boolean => {
  const { link, offline, signedIn } = statusOf();
  return link === 'open' && !offline && signedIn;
};
export const useSocketStatus = (): SocketStatus => useSyncExternalStore(watchStatus, statusOf, statusOf);

/** A price too old to trade on: missing, closed at the source, or older than the limit. */
export const isStale = (tick: Tick | undefined, nowMs: number): boolean => !tick || tick.st === 1 || nowMs - tick.at > priceStaleMs;

let netLostAt = 0;
const watchLink = (listener: () => void) => {
  const net = () => {
    netLostAt = navigator.onLine ? 0 : Date.now();
    listener();
  };
  const off = watchStatus(listener);
  window.addEventListener('online', net);
  window.addEventListener('offline', net);
  return () => {
    off();
    window.removeEventListener('online', net);
    window.removeEventListener('offline', net);
  };
};
const offlineOf = () => netLostAt || (statusOf().offline ? statusOf().since : 0);
/** The time of the last message while the connection is silent; 0 while it is live. */
export const useOfflineSince = (): number => useSyncExternalStore(watchLink, offlineOf, offlineOf);
