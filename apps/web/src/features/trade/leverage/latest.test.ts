import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { latest } from './latest.ts';

describe('a preview while somebody types', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const open = () => {
    const waiting = new Map<string, (value: string) => void>();
    const asked: string[] = [];
    const heard: unknown[] = [];
    const preview = latest<string, string>({
      waitMs: 250,
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
      fetch: (input) => {
        asked.push(input);
        return new Promise((resolve) => waiting.set(input, resolve));
      },
      hear: (answer) => heard.push(answer),
    });
    return { preview, asked, heard, answer: (input: string, value: string) => waiting.get(input)!(value) };
  };

  it('sends one request when the typing pauses, for the final values', async () => {
    const { preview, asked } = open();
    preview.ask('0.1');
    await vi.advanceTimersByTimeAsync(200);
    preview.ask('0.15');
    await vi.advanceTimersByTimeAsync(249);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['0.15']);
  });
  it('never shows an answer to an older request', async () => {
    const { preview, heard, answer } = open();
    preview.ask('0.1');
    await vi.advanceTimersByTimeAsync(250);
    preview.ask('0.2');
    await vi.advanceTimersByTimeAsync(250);
    answer('0.2', 'new');
    answer('0.1', 'old');
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([{ input: '0.2', value: 'new' }]);
  });
  it('shows nothing between a change and its answer, and nothing after it is stopped', async () => {
    const { preview, heard, answer } = open();
    preview.ask('0.1');
    await vi.advanceTimersByTimeAsync(250);
    preview.ask('0.2');
    answer('0.1', 'old');
    await vi.advanceTimersByTimeAsync(250);
    preview.stop();
    answer('0.2', 'late');
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([]);
  });
});
