import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { deviceKey, type Migration, migrate, type Shelf, shelf, themeKey } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';
/** `green-up` is the specification's upGreen. */
export type Direction = 'green-up' | 'red-up' | 'colour-blind';

/** Display settings of this device. They survive a sign-out. */
export type Preferences = {
  theme: Theme;
  direction: Direction;
  amountsHidden: boolean;
  /** Code of the display currency; null follows the deployment's default. */
  currency: string | null;
  /** IANA name; null follows the device. */
  timeZone: string | null;
  /** null follows the browser. */
  language: string | null;
  /** Reopens the same demo account on this device. */
  demoKey: string | null;
  /** A random key by which the server knows this browser again when somebody signs in. */
  browserKey: string | null;
  /** The person has seen the welcome screen. */
  welcomed: boolean;
  /** The deployment's chart interval. */
  interval: string | null;
  /** Settings that the customer has chosen: the others follow the deployment. */
  chosen: readonly string[];
};

export const defaults: Preferences = {
  theme: 'system',
  direction: 'green-up',
  amountsHidden: false,
  currency: null,
  timeZone: null,
  language: null,
  demoKey: null,
  browserKey: null,
  welcomed: false,
  interval: null,
  chosen: [],
};

/** Version 0 stored the colours as `upGreen`; version 1 names the three settings; version 2 follows the deployment's currency, and version 3 the rest of its settings. */
const migrations: readonly Migration[] = [
  ({ upGreen, ...rest }) => (upGreen === undefined ? rest : { ...rest, direction: upGreen === false ? 'red-up' : 'green-up' }),
  // USD was stored for everybody who had chosen nothing.
  ({ currency, ...rest }) => (currency === 'USD' ? rest : { ...rest, currency }),
  (state) => ({ ...state, chosen: ['direction', 'timeZone', 'language'].filter((name) => state[name] && state[name] !== 'green-up') }),
];
export const preferencesVersion = migrations.length;

const oneOf = <Value extends string>(value: unknown, values: readonly Value[], fallback: Value): Value =>
  values.includes(value as Value) ? (value as Value) : fallback;
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Stored values are untrusted: each is checked, and an invalid one falls back to its default alone. */
export function readPreferences(storage: Shelf): Preferences {
  const stored = migrate(storage.getItem(deviceKey), migrations) ?? {};
  return {
    theme: oneOf(storage.getItem(themeKey), ['system', 'light', 'dark'], defaults.theme),
    direction: oneOf(stored['direction'], ['green-up', 'red-up', 'colour-blind'], defaults.direction),
    amountsHidden: stored['amountsHidden'] === true,
    currency: /^[A-Z0-9]{2,12}$/.test(String(stored['currency'] ?? '')) ? String(stored['currency']) : defaults.currency,
    timeZone: textOrNull(stored['timeZone']),
    language: textOrNull(stored['language']),
    demoKey: textOrNull(stored['demoKey']),
    browserKey: textOrNull(stored['browserKey']),
    welcomed: stored['welcomed'] === true,
    interval: textOrNull(stored['interval']),
    chosen: Array.isArray(stored['chosen']) ? stored['chosen'] : defaults.chosen,
  };
}

export function writePreferences(storage: Shelf, { theme, ...state }: Preferences): void {
  storage.setItem(themeKey, theme);
  storage.setItem(deviceKey, JSON.stringify({ version: preferencesVersion, state }));
}

const storage = shelf('localStorage');
export const preferences = createStore<Preferences>(() => readPreferences(storage));
preferences.subscribe((state) => writePreferences(storage, state));

/** Follows a setting changed in another tab. */
export const followOtherTabs = () =>
  window.addEventListener('storage', (event) => {
    if (event.key === deviceKey || event.key === themeKey) preferences.setState(readPreferences(storage));
  });

export const setPreference = <Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void =>
  preferences.setState(
    ({ chosen }) => ({ [name]: value, chosen: [...chosen.filter((other) => other !== name), name] }) as Partial<Preferences>,
  );

/** This browser's key, made at its first use. It proves nothing and names nobody. */
export function browserKey(): string {
  const known = preferences.getState().browserKey;
  if (known) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  setPreference('browserKey', made);
  return made;
}

export const usePreference = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
  useStore(preferences, (state) => state[name]);

let device = { zone: '', readAt: Number.NEGATIVE_INFINITY };
/** The device's time zone, read at most once a minute: every displayed time needs it, and the browser creates a formatter to answer. */
export function deviceTimeZone(): string {
  const now = performance.now();
  if (now - device.readAt > 60_000) device = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'Europe/London', readAt: now };
  return device.zone;
}
export const activeTimeZone = (): string => preferences.getState().timeZone ?? deviceTimeZone();
export function useTimeZone(): string {
  return usePreference('timeZone') ?? deviceTimeZone();
}

/** Sets the page's theme and text direction, now and whenever they change. */
export function paintPreferences(): void {
  const paint = ({ theme, direction }: Preferences) => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    dataset['direction'] = direction;
  };
  paint(preferences.getState());
  preferences.subscribe(paint);
}
