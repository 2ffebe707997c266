import { Toaster } from '@bourse/ui/toaster.ts';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';

/** Advances the fake clock and lets everything due run. */
export const pass = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

/** Renders a part of the app as a screen would, and returns a simulated user. The clock stands still until `pass`. */
export async function show(part: ReactNode, { at = '/', path }: { at?: string; path?: string } = {}) {
  const rootRoute = createRootRoute({
    component: () => (
      <>
        {path === undefined ? part : <Outlet />}
        <Toaster label="Messages" />
      </>
    ),
    notFoundComponent: () => null,
  });
  // A screen that reads its address gets a route of that shape.
  if (path !== undefined) rootRoute.addChildren([createRoute({ getParentRoute: () => rootRoute, path, component: () => part })]);
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory({ initialEntries: [at] }) });
  await router.load();
  const person = userEvent.setup({ delay: null });
  const view = render(<RouterProvider router={router as never} />);
  // The page's clock ticks once a second.
  await pass(1_000);
  const page = within(document.body);
  const field = (name: string | RegExp) => page.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
  /** The text that describes a field's content. */
  const problemOf = (name: string | RegExp) => {
    const id = field(name).getAttribute('aria-describedby');
    return id === null ? null : (document.getElementById(id)?.textContent ?? null);
  };
  /** Types a figure over a field's content. */
  const fill = async (name: string | RegExp, text: string) => {
    await person.clear(field(name));
    if (text !== '') await person.paste(text);
    await pass(0);
  };
  const press = async (name: string | RegExp, role = 'button') => {
    await person.click(page.getByRole(role, { name }));
    await pass(0);
  };
  /** All text on the page. */
  const text = () => document.body.textContent ?? '';
  const slide = async (name: string, percent: number) => {
    fireEvent.change(page.getByRole('slider', { name }), { target: { value: String(percent) } });
    await pass(0);
  };
  return { ...view, page, person, router, field, fill, press, slide, problemOf, text };
}
