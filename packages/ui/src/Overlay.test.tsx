import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { englishLabels, UiProvider } from './context.tsx';
import { Sheet } from './Overlay.tsx';

/** What the person sees of the page: a keyboard takes its lower part. */
function screenOf(parts: { height: number; offsetTop?: number; scale?: number }) {
  const view = Object.assign(new EventTarget(), { offsetTop: 0, scale: 1, ...parts });
  vi.stubGlobal('visualViewport', view);
  vi.stubGlobal('innerHeight', 844);
  return {
    change(next: Partial<typeof parts>) {
      act(() => {
        Object.assign(view, next);
        view.dispatchEvent(new Event('resize'));
      });
    },
  };
}
afterEach(() => vi.unstubAllGlobals());

const sheet = () =>
  render(
    <UiProvider locale="en" amountsHidden={false} labels={englishLabels}>
      <Sheet open onClose={() => {}} title="Order">
        <button type="button">Send</button>
      </Sheet>
    </UiProvider>,
  );
const edges = () => {
  const layer = screen.getByRole('dialog').parentElement!;
  return [layer.style.getPropertyValue('--above'), layer.style.getPropertyValue('--below')];
};

describe('a sheet beside a keyboard', () => {
  it('ends where the keyboard begins, and comes back when it closes', () => {
    const seen = screenOf({ height: 844 });
    sheet();
    expect(edges()).toEqual(['0px', '0px']);
    seen.change({ height: 544 });
    expect(edges()).toEqual(['0px', '300px']);
    seen.change({ height: 544, offsetTop: 120 });
    expect(edges()).toEqual(['120px', '180px']);
    seen.change({ height: 844, offsetTop: 0 });
    expect(edges()).toEqual(['0px', '0px']);
  });
  it('stays as it is on a page that the person has zoomed', () => {
    const seen = screenOf({ height: 844 });
    sheet();
    seen.change({ height: 422, scale: 2 });
    expect(edges()).toEqual(['0px', '0px']);
  });
});
