import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../words.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

beforeEach(() => startWords(['en']));
afterEach(cleanup);

function open(given: { danger?: boolean; ready?: boolean } = {}) {
  const [done, closed] = [vi.fn(async () => {}), vi.fn()];
  render(<ReasonDialog open title="Finish?" text="It ends." onClose={closed} onDo={done} {...given} />);
  const reason = screen.getByLabelText<HTMLTextAreaElement>('Reason');
  return { done, closed, reason };
}

describe('a dialog that asks for a reason', () => {
  it('begins at the reason, and Enter does the act once', async () => {
    const { done, closed, reason } = open();
    expect(document.activeElement).toBe(reason);
    fireEvent.keyDown(reason, { key: 'Enter' });
    fireEvent.change(reason, { target: { value: 'It is settled' } });
    fireEvent.keyDown(reason, { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(reason, { key: 'Enter', isComposing: true });
    expect(done).not.toHaveBeenCalled();
    fireEvent.keyDown(reason, { key: 'Enter' });
    fireEvent.keyDown(reason, { key: 'Enter' });
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(done.mock.calls).toEqual([['It is settled']]);
  });
  it.each([
    ['cannot be taken back', { danger: true }],
    ['is not ready', { ready: false }],
  ])('of an act that %s does nothing on Enter', (_what, given) => {
    const { done, reason } = open(given);
    fireEvent.change(reason, { target: { value: 'It is settled' } });
    fireEvent.keyDown(reason, { key: 'Enter' });
    expect(done).not.toHaveBeenCalled();
  });
});
