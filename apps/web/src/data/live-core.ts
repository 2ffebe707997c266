/** This page's market socket and the stores that its messages fill. Loaded after the first paint. */
import type { ServerMessage } from '@bourse/protocol/socket';
import { toast } from '@bourse/ui';
import { gunzipSync, strFromU8 } from 'fflate';
import { activeLanguage } from '../i18n/index.ts';
import { apiOrigin, session } from './api.ts';
import { applyDepth, applyTrades, candleOf, markOf } from './books/books.ts';
import { channelLost, hearChange, socketSignedIn } from './changes/follow.ts';
import { heardTime, serverNow } from './clock.ts';
import { commands } from './commands/use-command.ts';
import { emit } from './events.ts';
import { books, candles, marks, tapes, taps } from './live.ts';
import { MarketSocket, type SocketLike } from './market-socket.ts';
import { followSessionPushes, readNotices } from './pushes.ts';
import { ticks } from './tick-store.ts';

/** The code of the refusal that a venue says to open pages when it stops new orders. */
const venueCancelOnly = 9004;

function deliver(message: ServerMessage) {
  const at = serverNow();
  switch (message.c) {
    case 'row': {
      const { c: _c, seq: _seq, prev: _prev, ...row } = message;
      ticks.push({ ...row, at });
      break;
    }
    case 'depth':
      books.set(message.p, applyDepth(books.get(message.p), message, at));
      break;
    case 'trades':
      tapes.set(message.p, applyTrades(tapes.get(message.p) ?? [], message));
      break;
    case 'mark':
      marks.set(message.p, markOf(message, at));
      break;
    case 'candle':
      candles.set(`${message.s}:${message.i}`, candleOf(message));
      break;
    case 'order':
    case 'fill':
    case 'wallet':
    case 'line':
    case 'position':
    case 'timed':
      hearChange(message);
      break;
    case 'notice':
      emit('notice', message);
      break;
    case 'other-login':
      emit('otherLogin', { device: message.device, graceS: message.graceS, at });
      break;
    case 'can-login':
      emit('canLogin', {});
      break;
    case 'forced-logout':
      emit('forcedLogout', { reason: message.reason });
      break;
    case 'hello':
      heardTime(message.t, Date.now());
      if (message.signedIn) socketSignedIn(message.asOf);
      break;
    case 'pong':
      // Assume that the server answered halfway between question and answer.
      heardTime(message.st, (message.t + Date.now()) / 2);
      break;
    case 'version':
      emit('version', { id: message.id, updateType: message.updateType });
      break;
    case 'error':
      if (message.code === venueCancelOnly) toast('warning', message.msg);
      break;
    default:
  }
  for (const tap of taps) tap(message);
}

/** Rebuilds a book with a gap from a new snapshot; reads again what lost private messages would have changed. */
function gap(channel: string) {
  const [kind, symbol = ''] = channel.split(/:(.*)/s);
  if (kind === 'depth') books.set(symbol, undefined);
  else if (kind === 'notice') void readNotices();
  else channelLost(channel);
}

function address(): string {
  const origin = (apiOrigin || location.origin).replace(/^http/, 'ws');
  return `${origin}/ws/${session.isReal ? 'market' : 'market-demo'}`;
}

/** A frame that cannot be unpacked is logged and ignored. */
function gunzip(bytes: Uint8Array): string | null {
  try {
    return strFromU8(gunzipSync(bytes));
  } catch (error) {
    console.warn('A frame of the market socket could not be unpacked.', error);
    return null;
  }
}

export { countWants } from './wants.ts';
export const socket = new MarketSocket({
  open: (url) => new WebSocket(url) as unknown as SocketLike,
  now: () => Date.now(),
  random: Math.random,
  newId: () => crypto.randomUUID(),
  address,
  token: () => session.accessToken,
  language: activeLanguage,
  gunzip,
  path: () => location.pathname,
  refresh: () => session.refresh(),
  deliver,
  gap,
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
});

followSessionPushes();
if (session.signedIn) commands().resume();
else commands();
