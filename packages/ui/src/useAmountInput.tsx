import {
  type AmountEntry,
  type AmountProblem,
  type AmountRules,
  amountEntry,
  formatAmount,
  readAmount,
  separatorsOf,
  unreadText,
} from '@bourse/money';
import { type FocusEvent, type PointerEvent, useRef, useState } from 'react';
import { type UiLabels, useUi } from './context.tsx';
import styles from './Field.module.css';

export interface AmountInput {
  value: AmountEntry;
  onChange: (value: AmountEntry) => void;
  decimals?: number | undefined;
  /** The asset that the amount is in. */
  asset?: string | undefined;
}

/** What to type instead of a text that is not an amount, wherever it was typed. */
export function amountProblemText(
  labels: UiLabels,
  problem: AmountProblem,
  choices: readonly string[],
  { locale = 'en', decimals, asset = '' }: AmountRules,
): string {
  const { decimal } = separatorsOf(locale);
  const shown = (amount: string | undefined) => (amount ? formatAmount(amount, { locale }) : '');
  return labels.amountProblem(problem, {
    first: shown(choices[0]),
    second: shown(choices[1]),
    mark: decimal,
    example: decimals === 0 ? '1234' : `1234${decimal}5`,
    decimals: decimals ?? 0,
    asset,
  });
}

/**
 * The input of an amount. People type in their language's format ("1.234,5"); the value is a plain decimal string ("1234.5"). Text without one
 * reading stays as it was typed and is no number: `problem` says what to type, `choices` are buttons for what it may mean.
 */
export function useAmountInput({ value, onChange, decimals, asset }: AmountInput) {
  const { locale, labels } = useUi();
  const { decimal } = separatorsOf(locale);
  const rules = { locale, decimals, asset };
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const byPointer = useRef(false);
  const unread = unreadText(value);
  const plain = (amount: string) => amount.replace('.', decimal);
  const shown = (amount: string) => (amount === '' ? '' : formatAmount(amount, { locale }));
  const type = (text: string) => {
    setTyped(text);
    onChange(amountEntry(text, rules));
  };
  const reading = unread === undefined ? undefined : readAmount(unread, rules);
  const choices = reading === undefined ? [] : reading.ok ? [reading.amount] : reading.choices;
  const problem = reading && amountProblemText(labels, reading.ok ? 'marks' : reading.problem, choices, rules);
  const buttons = (amounts: readonly { value: string; label: string }[]) =>
    amounts.length > 0 && (
      <span className={styles.choices}>
        {amounts.map(({ value: amount, label }) => (
          <button
            key={amount}
            type="button"
            className={styles.choice}
            onClick={() => {
              type(plain(amount));
              input.current?.focus();
            }}
          >
            {label}
          </button>
        ))}
      </span>
    );
  return {
    problem,
    /** Buttons that type an amount. */
    buttons,
    choices: buttons(choices.map((choice) => ({ value: choice, label: shown(choice) }))),
    /** Shows the value again, whatever was typed. */
    settle: () => setTyped(null),
    input: {
      ref: input,
      type: 'text',
      inputMode: 'decimal' as const,
      dir: 'ltr',
      // The typed text is shown only while it is what the value says: a value that was changed elsewhere replaces it.
      value: typed !== null && amountEntry(typed, rules) === value ? typed : (unread ?? shown(value)),
      onChange: (event: { target: HTMLInputElement }) => type(event.target.value),
      onPointerDown: (event: PointerEvent<HTMLInputElement>) => {
        byPointer.current = document.activeElement !== event.currentTarget;
      },
      onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
        // Write the text at once: waiting for the next render would lose the selection of a person who came by key to replace the figure.
        const text = unread ?? plain(value);
        currentTarget.value = text;
        setTyped(text);
        // A finger places the cursor. Any other focus selects the whole figure, after the browser has set its own selection.
        if (!byPointer.current) queueMicrotask(() => document.activeElement === currentTarget && currentTarget.select());
        byPointer.current = false;
      },
      onBlur: () => setTyped(null),
    },
  };
}
