import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heardTime, serverNow } from './clock.ts';

const device = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;

describe('the time of the exchange on a device whose clock is off', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: device });
    heardTime(device, device);
  });
  afterEach(() => void vi.useRealTimers());

  it('is the device’s until the exchange has spoken, then the exchange’s, and goes on with the device’s seconds', () => {
    expect(serverNow()).toBe(device);
    heardTime(device + 7 * minute, device);
    expect(serverNow()).toBe(device + 7 * minute);
    vi.advanceTimersByTime(30_000);
    expect(serverNow()).toBe(device + 7 * minute + 30_000);
  });
  it('ignores the jitter of a network, and follows a clock that was set to another time', () => {
    heardTime(device + 7 * minute, device);
    heardTime(device + 7 * minute + 300, device);
    expect(serverNow()).toBe(device + 7 * minute);
    vi.setSystemTime(device + 7 * minute);
    heardTime(device + 7 * minute, Date.now());
    expect(serverNow()).toBe(device + 7 * minute);
  });
});
