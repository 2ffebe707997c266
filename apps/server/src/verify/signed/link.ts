import type { Command, Signature } from '@bourse/engine';
import { type CommandName, callTable } from '@bourse/protocol';
import { z } from 'zod';
import { type Asked, chosen, isSpot, type Reading, readers } from './requests.ts';
import type { Before } from './terms.ts';

/** Whether a command is what its signed request asks for. `ifRefused`: yes, if the engine refused it. Otherwise what is wrong with it. */
export type Link = { fits: true } | { fits: 'ifRefused'; because: string } | { fits: false; because: string };

const fits: Link = { fits: true };
const wrong = (because: string): Link => ({ fits: false, because });
const unlessDone = (because: string): Link => ({ fits: 'ifRefused', because });

export function linkOf({ call, body }: Signature, command: Command, before: Before): Link {
  const spec = callTable[call];
  const reader = (readers as Readonly<Record<string, ((input: never, before: Before) => Reading) | undefined>>)[call];
  if (!spec || !reader) return wrong(`its signed text names ${call}, which sends no command`);
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return wrong('its signed body is not JSON');
  }
  const input = z.safeParse(spec.input, sent);
  if (!input.success) return wrong(`its signed body is none of ${call}`);
  const asked = reader(input.data as never, before);
  if (command.kind === 'orderBatch') return batchLink(call as CommandName, command.items, asked, before);
  if (!asked) return unlessDone('its signed text names something that was not there');
  const [only] = asked;
  if (!only || asked.length > 1) return wrong(`its signed text asks for ${asked.length} acts, the command is one`);
  // With nothing to cancel on spot, the command names any instrument of spot, so that no other orders are cancelled.
  if (isNarrower(only, command, before)) return fits;
  const difference = differenceOf(only, command);
  return difference === undefined ? fits : wrong(difference);
}

const isNarrower = (asked: Asked, command: Command, { definitions }: Before): boolean => {
  if (command.kind !== 'cancelAllOrders' || asked.kind !== 'cancelAllOrders' || asked['instrument'] !== 0) return false;
  const terms = definitions.withId(command.instrument);
  return terms !== undefined && isSpot(terms);
};

type Items = Extract<Command, { kind: 'orderBatch' }>['items'];

function batchLink(call: CommandName, items: Items, asked: Reading, { definitions, engine }: Before): Link {
  if (call === 'POST pay/order-coin/cancel-all') {
    for (const item of items) {
      if (item.kind !== 'cancelOrder') return wrong(`its signed text cancels orders, the command has ${item.kind}`);
      const terms = definitions.withId(engine.order(item.order)?.instrument);
      if (terms && !isSpot(terms)) return wrong(`its signed text cancels spot orders, the command cancels ${item.order}`);
    }
    return fits;
  }
  if (call !== 'POST pay/order-coin/batch') return wrong(`its signed text is ${call}, the command is a batch`);
  // Each item of the command is one of the signed ones, in their order. Others were refused before the command was made.
  let next = 0;
  for (const [at, item] of items.entries()) {
    // The order of an amendment was finished: the engine refuses the item, and its figures can no longer be read.
    if (item.kind === 'amendOrder' && !engine.order(item.order)) continue;
    const found = (asked ?? []).findIndex((one, place) => place >= next && differenceOf(one, item) === undefined);
    if (found < 0) return wrong(`item ${at} of the command is none of the signed ones`);
    next = found + 1;
  }
  return fits;
}

/** The first field in which a command is not what was asked; undefined when there is none. */
function differenceOf(asked: Asked, command: object): string | undefined {
  const { kind, account: _, ...fields } = command as Record<string, unknown>;
  if (kind !== asked.kind) return `its signed text asks for ${asked.kind}, the command is ${String(kind)}`;
  const names = new Set([...Object.keys(fields), ...Object.keys(asked)].filter((name) => name !== 'kind'));
  for (const name of names)
    if (asked[name] !== chosen && fields[name] !== asked[name])
      return `its signed text asks for ${name} ${String(asked[name])}, the command says ${String(fields[name])}`;
  return undefined;
}
