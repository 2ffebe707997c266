/** The commands of this page, for screens. */
import type { CallInput } from '@bourse/protocol/calls';
import { toast } from '@bourse/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { t } from '../../i18n/index.ts';
import { call, onForget, request, session } from '../api.ts';
import { on } from '../events.ts';
import { awaitPush } from '../refresh.ts';
import { shelf } from '../storage.ts';
import { type CommandName, Commands, type Proven, type Sent, type Settled } from './commands.ts';
import { tellLeaf } from './told-leaves.ts';

/** The caller shows a refusal in its own place. Everything else is shown here, the same way for all. */
function heard(sent: Sent, quiet: boolean) {
  if (sent.state === 'accepted') awaitPush(Number(sent.seq));
  if (quiet) return;
  if (sent.state === 'unknown') toast('warning', t('common.answerLost'));
  else if (sent.state === 'missing') toast('warning', t('common.noRecord'));
  else if (sent.state === 'offline') toast('warning', t('common.nothingSent'));
}

/** The key that signs commands. It loads when somebody signs in, or with the first command. */
const device = () => import('./this-device.ts').then(({ thisDevice }) => thisDevice);
// The tab that signed in makes the key, which all tabs share.
on('session', ({ elsewhere }) => elsewhere || void device().then((one) => one.follow()));

let made: Commands | undefined;
/** Created on first use: the modules of the first route load in no fixed order. */
export function commands(): Commands {
  if (made) return made;
  const fresh = new Commands({
    sign: async (name, input, commandId) => (await device()).sign(name, input as object, commandId),
    send: (name, input, commandId, signature) =>
      request(name, input as CallInput<CommandName>, {
        ...{ commandId, signature, noMsg: true },
        answered: (headers) => {
          const leaf = headers.get('bourse-leaf');
          if (leaf && session.userId) tellLeaf({ owner: session.userId, commandId, leaf, toldAt: Date.now() });
        },
      }),
    outcome: (commandId) => call('GET pay/order-coin/outcome', { commandId }, { noMsg: true }),
    shelf: () => shelf('sessionStorage'),
    newId: () => crypto.randomUUID(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    online: () => navigator.onLine,
    heard,
  });
  onForget(() => fresh.clear());
  made = fresh;
  return fresh;
}

const isBusy = ({ state }: Sent): boolean => state === 'sent' || state === 'unknown';

/**
 * One act of a person; with `of`, one act for each item of a list (`useCommand('cancel')`, `of` the order). `send` resolves when the
 * outcome is known. Nothing else sends commands.
 */
export function useCommand<Name extends CommandName = CommandName>(act: string) {
  const store = commands();
  useSyncExternalStore(store.subscribe, store.version, store.version);
  useEffect(() => () => commands().leave(act), [act]);
  return {
    sent: store.read(act) as Sent<Name>,
    /** The body that `sent` describes, even after a reload. */
    input: store.input(act) as CallInput<Name> | undefined,
    busy: (of?: string): boolean => isBusy(store.read(actOf(act, of))),
    send: <One extends Name>(
      name: One,
      input: CallInput<One>,
      how: { of?: string; quiet?: boolean; proven?: Proven } = {},
    ): Promise<Settled<One>> => store.send(actOf(act, how.of), name, input, how.quiet, how.proven),
    idFor: <One extends Name>(name: One, input: CallInput<One>): string => store.idFor(act, name, input),
    again: () => store.again(act),
    forget: () => store.forget(act),
  };
}

const actOf = (act: string, of: string | undefined): string => (of === undefined ? act : `${act} ${of}`);

/** The same outside components: an act by name, its body, and its outcome. */
export const runCommand = <Name extends CommandName>(act: string, name: Name, input: CallInput<Name>): Promise<Settled<Name>> =>
  commands().send(act, name, input);
