import { describe, expect, it } from 'vitest';
import { frontToast, toast, toasts } from './toast-store.ts';

describe('toasts', () => {
  it('says a sentence once while it is on screen, and shows four at most', () => {
    const first = toast('info', 'Copied');
    expect(toast('info', 'Copied')).toBe(first);
    expect(toasts.read()).toHaveLength(1);
    expect(toasts.read()[0]?.closesAfterMs).toBe(3_000);
    for (const word of ['a', 'b', 'c', 'd']) toast('success', word);
    expect(toasts.read().map((entry) => entry.text)).toEqual(['a', 'b', 'c', 'd']);
    for (const entry of toasts.read()) toasts.close(entry.id);
    expect(toasts.read()).toEqual([]);
    expect(toast('info', 'Copied')).not.toBe(first);
  });

  it('never lets a message push out one of importance', () => {
    toast('warning', 'Liquidated', { closesAfterMs: 0 });
    for (const word of ['a', 'b', 'c', 'd', 'e']) toast('success', word);
    expect(toasts.read().map((entry) => entry.text)).toEqual(['Liquidated', 'c', 'd', 'e']);
    for (const word of ['f', 'g', 'h', 'i']) toast('error', word);
    expect(toasts.read().map((entry) => entry.text)).toEqual(['Liquidated', 'f', 'g', 'h', 'i']);
    for (const entry of toasts.read()) toasts.close(entry.id);
    toast('info', 'Copied');
  });

  it('never lets one notice push out another', () => {
    for (let at = 0; at < 12; at += 1) toast('success', `Order ${at} filled`, { waits: true });
    for (const word of ['a', 'b', 'c', 'd', 'e', 'f']) toast('success', word);
    expect(toasts.read().filter(({ text }) => text.startsWith('Order'))).toHaveLength(12);
    for (const entry of toasts.read()) toasts.close(entry.id);
    toast('info', 'Copied');
  });

  it('shows one: the latest, unless something went wrong', () => {
    expect(frontToast(toasts.read())?.text).toBe('Copied');
    toast('error', 'Refused');
    toast('success', 'Order 2 filled');
    expect(frontToast(toasts.read())?.text).toBe('Refused');
    for (const entry of toasts.read()) toasts.close(entry.id);
    toast('success', 'Order 1 filled');
    toast('success', 'Order 2 filled');
    expect(frontToast(toasts.read())?.text).toBe('Order 2 filled');
    for (const entry of toasts.read()) toasts.close(entry.id);
    expect(frontToast(toasts.read())).toBeUndefined();
  });
});
