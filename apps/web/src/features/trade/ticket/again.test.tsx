import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showTicket, useTicketSheet } from './again.ts';

const sheetOf = (symbol: string, open: boolean) =>
  renderHook(({ symbol, open }) => useTicketSheet(symbol, open), { initialProps: { symbol, open } });

it('closes with its instrument: a press meant for the first never reaches the second', () => {
  const sheet = sheetOf('BTC/USDT', false);
  act(() => sheet.result.current[1](true));
  expect(sheet.result.current[0]).toBe(true);
  const showFirst = sheet.result.current[1];
  sheet.rerender({ symbol: 'ETH/USDT', open: false });
  expect(sheet.result.current[0]).toBe(false);
  // A late answer of the first instrument's screen opens nothing.
  act(() => showFirst(true));
  expect(sheet.result.current[0]).toBe(false);
});

it('opens for the instrument whose order is put back into it, and where the address asks for it', () => {
  const sheet = sheetOf('BTC/USDT', false);
  act(() => showTicket('ETH/USDT'));
  expect(sheet.result.current[0]).toBe(false);
  sheet.rerender({ symbol: 'ETH/USDT', open: false });
  expect(sheet.result.current[0]).toBe(true);
  sheet.rerender({ symbol: 'SOL/USDT', open: true });
  expect(sheet.result.current[0]).toBe(true);
});
