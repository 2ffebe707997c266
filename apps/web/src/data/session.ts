/**
 * The session of this device (product specification, section 4). Tokens are kept in local storage; tokens in the page's address
 * become a question (`link.ts`). Clock, storage and the refresh call are injected, so that every rule below has a test.
 */
import { LoginType } from '@bourse/protocol/enums';
import { emit } from './events.ts';
import { refreshEveryMs, replacedEveryMs, takeBackMs } from './limits.ts';
import { accessKey, clearShelf, deviceKey, refreshKey, type Shelf, themeKey, visitKeys } from './storage.ts';

export type Tokens = { accessToken: string; refreshToken: string; userId?: string | undefined; loginType?: LoginType | undefined };
export type RefreshOutcome = { outcome: 'fresh'; tokens: Tokens } | { outcome: 'ended'; why: string } | { outcome: 'unreachable' };

export type SessionPorts = {
  local: Shelf;
  perTab: Shelf;
  now: () => number;
  refresh: (refreshToken: string) => Promise<RefreshOutcome>;
  /** The current path. */
  path: () => string;
  say: (kind: 'info' | 'error' | 'warning' | 'success', text: string) => void;
  /** Clears what was loaded for this customer. */
  forget: () => void;
  closeSockets: () => void;
};

const loginTypeKey = 'login_type';
const userIdKey = 'user_id';
/** Of the tab: whose account it showed last. */
const shownKey = 'bourse.shown';
/** Pages that stay open when another device takes over the session. */
const calmPages = ['/home', '/', '/proxy'];
/** Pages that need no session: a failed refresh does not redirect from them. */
const publicPages = [
  '/',
  '/home',
  '/market',
  '/chart',
  '/search',
  '/heatmap',
  '/order',
  '/pc_home',
  '/bootPage',
  '/proxy',
  '/login',
  '/register',
  '/registered',
  '/forgot',
  '/factor_reset',
  '/chooseArea',
  '/exchange_rate',
  '/timezoneselector',
  '/price_days',
  '/transparency',
  '/service_list',
  '/customer_service',
  '/changes',
  '/public/socketDebug',
  '/gallery',
  '/mine',
  '/mine/settings',
  '/mine/userLanguage',
  '/mine/theme',
  '/mine/upDownColorConfig',
];
export const isPublicPath = (path: string): boolean => publicPages.includes(path.replace(/(.)\/$/, '$1'));

export class Session {
  private refreshing: Promise<boolean> | undefined;
  private refreshedAt = Number.NEGATIVE_INFINITY;
  private refreshedWell = false;
  private replacedAt = Number.NEGATIVE_INFINITY;
  /** The token that takes a replaced session back. In memory only, and only for the minute that the server allows. */
  private given: { refreshToken: string; at: number } | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly ports: SessionPorts;
  /** Whose account this page shows. Another tab may change the tokens, which all tabs share. */
  private shown: string;

  constructor(ports: SessionPorts) {
    this.ports = ports;
    // A tab that slept, or was restored, may have kept something of another customer.
    if ((ports.perTab.getItem(shownKey) ?? this.owner) !== this.owner) clearShelf(ports.perTab);
    this.shown = this.noteShown();
  }

  get accessToken(): string | null {
    return this.ports.local.getItem(accessKey);
  }
  get refreshToken(): string | null {
    return this.ports.local.getItem(refreshKey);
  }
  get signedIn(): boolean {
    return this.accessToken !== null;
  }
  get userId(): string | null {
    return this.ports.local.getItem(userIdKey);
  }
  /** Without a token nobody is a real user: visitors get the demo venue's socket, as the specification says. */
  get loginType(): LoginType {
    const stored = Number(this.ports.local.getItem(loginTypeKey));
    return stored === LoginType.real || stored === LoginType.demo || stored === LoginType.temporary ? stored : LoginType.real;
  }
  get isReal(): boolean {
    return this.signedIn && this.loginType === LoginType.real;
  }
  get isDemo(): boolean {
    return this.signedIn && this.loginType === LoginType.demo;
  }
  /** Whose tokens are stored; '' for nobody. */
  private get owner(): string {
    return this.signedIn ? `${this.userId} ${this.loginType}` : '';
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };
  private noteShown(): string {
    const { owner } = this;
    if (owner === '') this.ports.perTab.removeItem(shownKey);
    else this.ports.perTab.setItem(shownKey, owner);
    return owner;
  }
  private changed(elsewhere = false) {
    this.shown = this.noteShown();
    for (const listener of this.listeners) listener();
    emit('session', { signedIn: this.signedIn, elsewhere });
  }

  /** Whether another tab signed in as somebody else, or out. If so, this page forgets whom it showed and follows. */
  follow(): boolean {
    if (this.owner === this.shown) return false;
    this.given = undefined;
    this.ports.closeSockets();
    this.ports.forget();
    if (!this.signedIn) clearShelf(this.ports.perTab);
    this.changed(true);
    if (!this.signedIn && !isPublicPath(this.ports.path())) emit('go', { to: '/login', replace: true });
    return true;
  }

  store(tokens: Tokens): void {
    this.given = undefined;
    const { local } = this.ports;
    local.setItem(accessKey, tokens.accessToken);
    local.setItem(refreshKey, tokens.refreshToken);
    if (tokens.userId !== undefined) local.setItem(userIdKey, tokens.userId);
    if (tokens.loginType !== undefined) local.setItem(loginTypeKey, String(tokens.loginType));
    this.changed();
  }

  /** Signs in, and clears what was loaded for the previous customer. */
  signIn(tokens: Tokens): void {
    this.ports.forget();
    this.ports.closeSockets();
    this.store(tokens);
  }

  private dropTokens() {
    for (const key of [accessKey, refreshKey, loginTypeKey, userIdKey]) this.ports.local.removeItem(key);
    this.changed();
  }

  /**
   * Exchanges the tokens for new ones. Callers share one attempt, at most one every 5 s: until then the last result holds. Returns true if
   * the request can be retried.
   */
  refresh(): Promise<boolean> {
    if (this.refreshing) return this.refreshing;
    const token = this.refreshToken;
    if (!token) return Promise.resolve(false);
    if (this.ports.now() - this.refreshedAt < refreshEveryMs) return Promise.resolve(this.refreshedWell);
    this.refreshedAt = this.ports.now();
    this.refreshing = this.ports
      .refresh(token)
      .then((result) => {
        // Another tab, or a new sign-in, may have changed the tokens meanwhile: use those.
        if (this.refreshToken !== token) return this.signedIn;
        if (result.outcome === 'fresh') {
          this.store(result.tokens);
          return true;
        }
        if (result.outcome === 'ended') this.end(result.why);
        return false;
      })
      .then((well) => {
        this.refreshedWell = well;
        return well;
      })
      .finally(() => {
        this.refreshing = undefined;
      });
    return this.refreshing;
  }

  /** The refresh token is no longer valid: the person reads why. */
  private end(why: string) {
    this.dropTokens();
    this.ports.forget();
    this.ports.closeSockets();
    if (why) this.ports.say('warning', why);
    if (!isPublicPath(this.ports.path())) emit('go', { to: '/login', replace: true });
  }

  /** 409: signed in elsewhere. Handled at most once every 3 s; home, the root and the proxy page stay open. */
  replaced(message: string): void {
    if (this.ports.now() - this.replacedAt < replacedEveryMs) return;
    this.replacedAt = this.ports.now();
    const { refreshToken } = this;
    if (refreshToken) this.given = { refreshToken, at: this.replacedAt };
    this.dropTokens();
    this.ports.forget();
    if (message) this.ports.say('warning', message);
    if (calmPages.includes(this.ports.path())) return;
    this.ports.closeSockets();
    emit('go', { to: '/login', replace: true });
  }

  /** This session's token, even when another device has just taken the session over and a 409 has cleared the stored tokens. */
  get takeBackToken(): string | null {
    const given = this.given && this.ports.now() - this.given.at < takeBackMs ? this.given.refreshToken : null;
    return this.refreshToken ?? given;
  }

  /** 403: shows the server's message, then the login page. */
  forbidden(message: string): void {
    if (message) this.ports.say('error', message);
    emit('go', { to: '/login', replace: false });
  }

  /** Deletes everything of this customer from the device. The theme and the device's settings stay. */
  logout(options: { go?: boolean | undefined } = {}): void {
    this.given = undefined;
    this.ports.closeSockets();
    this.ports.forget();
    clearShelf(this.ports.perTab);
    for (const key of visitKeys) this.ports.local.removeItem(key);
    clearShelf(this.ports.local, [themeKey, deviceKey]);
    this.changed();
    if (options.go !== false) emit('go', { to: '/login', replace: true });
  }

  /** A push ended the session: signs out and shows the reason. */
  forcedOut(message: string): void {
    this.logout();
    this.ports.say('warning', message);
  }
}
