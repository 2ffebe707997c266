import type { AmountProblem } from '@bourse/money';
import { createContext, type ReactNode, useContext } from 'react';

/** What a sentence about an unreadable amount may name: readings, the decimal mark, an amount written well, the most decimals, the field's asset. */
export type AmountHelp = { first: string; second: string; mark: string; example: string; decimals: number; asset: string };

/** Words that components use themselves. The app passes them in its language. */
export type UiLabels = {
  close: string;
  clear: string;
  showPassword: string;
  hidePassword: string;
  increase: string;
  decrease: string;
  loading: string;
  columns: string;
  exportCsv: string;
  sort: string;
  up: string;
  down: string;
  hiddenAmount: string;
  retry: string;
  search: string;
  noMatches: string;
  showAll: string;
  /** What to type instead of a text that is not an amount. */
  amountProblem: (problem: AmountProblem, help: AmountHelp) => string;
};

export const englishLabels: UiLabels = {
  close: 'Close',
  clear: 'Clear',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  increase: 'Increase',
  decrease: 'Decrease',
  loading: 'Loading',
  columns: 'Columns',
  exportCsv: 'CSV',
  sort: 'Sort by {column}',
  up: 'up',
  down: 'down',
  hiddenAmount: 'amount hidden',
  retry: 'Try again',
  search: 'Search',
  noMatches: 'No matches',
  showAll: 'Show all',
  amountProblem: (problem) => problem,
};

export type UiSettings = { locale: string; amountsHidden: boolean; labels: UiLabels };
const Settings = createContext<UiSettings>({ locale: 'en', amountsHidden: false, labels: englishLabels });

export function UiProvider({ children, ...settings }: UiSettings & { children: ReactNode }) {
  return <Settings value={settings}>{children}</Settings>;
}
export const useUi = (): UiSettings => useContext(Settings);

export const hiddenAmount = '******';
