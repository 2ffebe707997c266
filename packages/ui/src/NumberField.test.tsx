import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { englishLabels, UiProvider } from './context.tsx';
import { NumberField, type NumberFieldProps } from './NumberField.tsx';

let value = '';
let put: (next: string) => void = () => {};
function Field(props: Partial<NumberFieldProps>) {
  const [entry, setEntry] = useState('');
  value = entry;
  put = setEntry;
  return <NumberField label="Size" value={entry} onChange={setEntry} {...props} />;
}
function field(props: Partial<NumberFieldProps> = {}, locale = 'en') {
  render(
    <UiProvider locale={locale} amountsHidden={false} labels={{ ...englishLabels, amountProblem: (problem) => problem }}>
      <Field {...props} />
    </UiProvider>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Size', { selector: 'input' });
  const problem = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
  return { input, problem, person: userEvent.setup({ delay: null }) };
}

describe('the field of an amount', () => {
  it('asks what a lone comma means, with a button for each reading', async () => {
    const { input, problem, person } = field();
    await person.type(input, '0,1');
    expect([input.value, value, problem(), input.getAttribute('aria-invalid')]).toEqual(['0,1', '?0,1', 'ambiguous', 'true']);
    await person.tab();
    expect(input.value).toBe('0,1');
    await person.click(screen.getByRole('button', { name: '0.1' }));
    expect([input.value, value, problem(), document.activeElement]).toEqual(['0.1', '0.1', null, input]);
  });

  it('takes the language at its word', async () => {
    const { input, problem, person } = field({}, 'de');
    await person.type(input, '1.234,5');
    expect([input.value, value, problem()]).toEqual(['1.234,5', '1234.5', null]);
    await person.clear(input);
    await person.type(input, '1.5');
    expect(problem()).toBe('ambiguous');
    await person.click(screen.getByRole('button', { name: '1,5' }));
    expect([input.value, value]).toEqual(['1,5', '1.5']);
  });

  it('keeps pasted text as it is, and says why it is no amount', async () => {
    const { input, problem, person } = field({ decimals: 4, asset: 'BTC' });
    await person.click(input);
    for (const [text, why] of [
      ['0.00015', 'decimals'],
      ['-1', 'negative'],
      ['1e-2', 'exponent'],
      ['0x10', 'characters'],
      ['5 ETH', 'asset'],
    ] as const) {
      await person.clear(input);
      await person.paste(text);
      expect([input.value, value, problem()]).toEqual([text, `?${text}`, why]);
    }
    await person.clear(input);
    await person.paste('1,234.50 BTC');
    expect([input.value, value, problem()]).toEqual(['1,234.50 BTC', '1234.50', null]);
  });

  it('reads what an input method composes once it is there, in full-width digits too', () => {
    const { input, problem } = field();
    act(() => input.focus());
    fireEvent.compositionStart(input);
    fireEvent.change(input, { target: { value: '１２' } });
    fireEvent.change(input, { target: { value: '１２。' } });
    fireEvent.change(input, { target: { value: '１２。５' } });
    fireEvent.compositionEnd(input, { data: '１２。５' });
    expect([input.value, value, problem()]).toEqual(['１２。５', '12.5', null]);
  });

  it('does not step from a text that has no reading', async () => {
    const { input, person } = field({ step: '0.1', decimals: 1 });
    await person.type(input, '1e3');
    await person.keyboard('{ArrowUp}');
    expect([input.value, value]).toEqual(['1e3', '?1e3']);
    expect(screen.getByRole('button', { name: 'Increase: Size' })).toHaveProperty('disabled', true);
    await person.clear(input);
    await person.type(input, '1.5');
    await person.keyboard('{ArrowUp}');
    expect([input.value, value]).toEqual(['1.6', '1.6']);
  });

  it('shows a value that was set elsewhere, also while it has the focus', async () => {
    const { input, person } = field();
    await person.type(input, '0.1');
    act(() => put(''));
    expect([document.activeElement, input.value]).toEqual([input, '']);
  });
});
