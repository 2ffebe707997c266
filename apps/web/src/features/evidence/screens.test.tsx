import { CallError } from '@bourse/protocol/client';
import { LogWorld } from '@bourse/verifier/testing';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import ChangedPage from './ChangedPage.tsx';
import { EvidenceScreen } from './EvidenceScreen.tsx';
import { openKeeper } from './keeper.ts';
import { nothingKept } from './kept.ts';
import { TransparencyScreen } from './TransparencyScreen.tsx';

// A chunk in flight does not wait for the fake clock.
beforeAll(async () => {
  await import('@bourse/verifier');
});
afterEach(async () => {
  await (await openKeeper()).update(() => nothingKept);
});

const world = new LogWorld('demo').fill(12);
const log = {
  ...{ venue: 'demo' as const, origin: world.origin, key: world.keyText, witnesses: [], head: world.head(), size: 12_345 },
  ...{ signedAt: Date.UTC(2026, 2, 2, 9), unsignedSince: null, unwitnessedSince: null, contradiction: null },
};

describe('the page about the logs', () => {
  it('shows head, key and who signed, as this browser read them', async () => {
    server.on('GET exchange/transparency', [log]);
    const { text, page } = await show(<TransparencyScreen />);
    await pass(100);
    expect(text()).toContain('Demo venue');
    expect(text()).toContain('12,345');
    expect(text()).toContain(`Signed by ${world.origin}.`);
    expect(text()).toContain(world.keyText);
    expect(page.getByRole('link', { name: 'Open the verifier' }).getAttribute('href')).toBe('/verifier.html');
    expect(page.getByRole('link', { name: '/tlog/demo/checkpoint' })).toBeTruthy();
  });

  it('says what is missing, what the notary refused, and a head that its key did not sign', async () => {
    const head = new LogWorld('demo', 2).fill(12).head();
    const missing = {
      unsignedSince: Date.UTC(2026, 2, 2, 9),
      unwitnessedSince: Date.UTC(2026, 2, 2, 8),
      contradiction: 'It does not continue.',
    };
    server.on('GET exchange/transparency', [{ ...log, ...missing, head }]);
    const { text } = await show(<TransparencyScreen />);
    await pass(100);
    for (const said of [
      'Commands wait for a signature since',
      'lack the signature of a witness since',
      'It does not continue.',
      'not signed by the key',
    ])
      expect(text()).toContain(said);
    expect(text()).not.toContain('Signed by');
  });

  it('has a state for a server without logs, and one for an answer that did not come', async () => {
    server.on('GET exchange/transparency', []);
    const first = await show(<TransparencyScreen />);
    expect(first.text()).toContain('keeps no transparency log');
    first.unmount();
    const { cache } = await import('../../data/index.ts');
    cache.clear();
    server.on('GET exchange/transparency', () => {
      throw new CallError(500, 500, 'The line is down.');
    });
    const second = await show(<TransparencyScreen />);
    await pass(5_000);
    expect(second.text()).toContain('The line is down.');
    expect(second.page.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('what this device keeps', () => {
  it('says that storage is denied, compares when asked, and says when the exchange cannot be reached', async () => {
    const { text, press, page } = await show(<EvidenceScreen />);
    // There is no storage here.
    expect(text()).toContain('This browser allows no storage');
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Download everything in one file' }).disabled).toBe(true);
    server.on('GET exchange/transparency', () => {
      throw new CallError(-1, 0, 'gone');
    });
    await press('Compare now');
    await pass(100);
    expect(text()).toContain('The exchange could not be reached');
    server.on('GET exchange/transparency', [log]);
    await press('Compare now');
    await pass(100);
    expect(text()).toContain('Everything that was compared agrees.');
    expect(text()).toContain(world.keyText);
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Download everything in one file' }).disabled).toBe(false);
  });
});

describe('the page of a changed history', () => {
  it('stays until the evidence is saved or dismissed in two presses', async () => {
    server.on('GET exchange/transparency', [log]);
    const keeper = await openKeeper();
    await keeper.check();
    const other = new LogWorld('demo').fill(5);
    other.add([], { commandId: new Uint8Array(16).fill(1), actor: { by: 'system', id: 0 }, command: { kind: 'advanceTime' } });
    server.on('GET exchange/transparency', [{ ...log, head: other.fill(12).head() }]);
    await keeper.check();
    const { page, press, person } = await show(<ChangedPage />);
    const dialog = () => page.queryByRole('alertdialog', { name: /two different histories/ });
    expect(dialog()?.textContent).toContain('Two signed heads have the same size and different roots.');
    await person.keyboard('{Escape}');
    expect(dialog()).toBeTruthy();
    await press('Dismiss');
    expect(page.getByText('Dismiss without the evidence?')).toBeTruthy();
    await press('Keep showing it');
    expect(dialog()).toBeTruthy();
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    await press('Download the evidence');
    await pass(100);
    expect(saved).toHaveBeenCalledOnce();
    expect(dialog()).toBeNull();
    expect((await keeper.read()).findings).toMatchObject([{ kind: 'fork', closed: true }]);
  });
});
