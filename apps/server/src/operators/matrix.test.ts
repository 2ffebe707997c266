import { randomUUID } from 'node:crypto';
import { commandDeclarations, createEngine, customer, type Engine, type SequencedCommand, system } from '@bourse/engine';
import { type CallSpec, callTable, holds, permissionsOf, type Role, roles } from '@bourse/protocol';
import { adminTable } from '@bourse/protocol/admin';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandRefusals } from '../calls/command-refusals.ts';

/**
 * Every call of both hosts against everybody. `who-may-call` and `who-may-act` send each call as each caller; here the whole is written down, so that no cell is left open,
 * and what a locked account may do is asked of the engine, which decides it.
 */
const people = ['nobody', 'visitor', 'demo', 'customer', 'lockedCustomer'] as const;
type Person = (typeof people)[number];
type Cell =
  | 'allowed'
  | 'unauthorised'
  | 'forbidden'
  | 'demoNotAllowed'
  | 'proofNeeded'
  | 'permissionMissing'
  | 'accountRestricted'
  | 'notFound';

const locked = 100_001;
const closing = 100_002;
let engine: Engine;
function send(command: SequencedCommand['command'], by = system) {
  return engine.apply({
    seq: engine.seq + 1,
    time: engine.time,
    actor: by,
    commandId: Buffer.from(randomUUID().replaceAll('-', ''), 'hex'),
    command,
  });
}
beforeAll(() => {
  engine = createEngine({ venue: 'real' });
  for (const [account, mode] of [
    [locked, 'locked'],
    [closing, 'closeOnly'],
  ] as const) {
    send({ kind: 'openAccount', account, feeClass: 0 });
    const hold = { kind: 'holdAccount', account, payouts: 'keep', payoutsUntil: 0, evidence: 'A'.repeat(43) } as const;
    expect(send({ ...hold, mode }).ok).toBe(true);
  }
});
/** A command of a customer that says nothing else: what the account's mode refuses comes before its fields are read. */
const sendAs = (account: number, kind: string) => send({ kind, account } as unknown as SequencedCommand['command'], customer(account));

const commandsOf = new Map(commandDeclarations.map((one) => [one.kind, one]));
/** Commands of the customer that a call sends: each is refused to a locked account, whatever it says. */
const sent = ({ sends }: CallSpec) => sends.filter((kind) => commandsOf.get(kind)?.by === 'customer');

function ofCustomers(spec: CallSpec, who: Person): Cell {
  if (spec.audience === 'operator') return 'unauthorised';
  if (spec.audience === 'chat') return who === 'nobody' ? 'unauthorised' : 'allowed';
  if (spec.audience !== 'customer') return 'allowed';
  if (who === 'nobody') return 'unauthorised';
  if (who === 'visitor') return 'forbidden';
  if (who === 'demo' && spec.account === 'real') return 'demoNotAllowed';
  if (spec.proof !== null) return 'proofNeeded';
  return who === 'lockedCustomer' && sent(spec).length > 0 ? 'accountRestricted' : 'allowed';
}
const ofOperators = (spec: CallSpec, role: Role): Cell =>
  spec.audience === 'anyone' || (spec.permission !== null && holds(permissionsOf([role]), spec.permission))
    ? 'allowed'
    : 'permissionMissing';

const roleNames = Object.keys(roles) as Role[];
const rows = [
  ...Object.entries(callTable).map(([name, spec]) => ({
    ...{ name, spec },
    // Operators have a host of their own: on the customers' they are nobody.
    cells: [...people.map((who) => ofCustomers(spec, who)), ...roleNames.map(() => ofCustomers(spec, 'nobody'))],
  })),
  ...Object.entries(adminTable).map(([name, spec]) => ({
    ...{ name, spec },
    cells: [
      ...people.map((): Cell => (spec.audience === 'anyone' ? 'allowed' : 'unauthorised')),
      ...roleNames.map((role) => ofOperators(spec, role)),
    ],
  })),
];

describe('the matrix of every call, everybody', () => {
  test('has no blank cell, and a call that nobody may make does not exist', () => {
    const columns = people.length + roleNames.length;
    for (const { name, cells } of rows) {
      expect(cells.filter(Boolean), name).toHaveLength(columns);
      expect(
        cells.some((cell) => cell === 'allowed' || cell === 'proofNeeded'),
        name,
      ).toBe(true);
    }
    expect(rows.length).toBe(Object.keys(callTable).length + Object.keys(adminTable).length);
  });
  test('lets no role do everything, and each permission do something', () => {
    for (const role of roleNames) {
      const at = people.length + roleNames.indexOf(role);
      const console = rows.filter(({ name }) => name in adminTable);
      expect(
        console.some(({ cells }) => cells[at] === 'permissionMissing'),
        role,
      ).toBe(true);
      expect(
        console.some(({ cells, spec }) => cells[at] === 'allowed' && spec.permission !== null && spec.permission !== 'everyOperator'),
        role,
      ).toBe(true);
    }
  });
});

describe('a locked customer', () => {
  const calls = Object.entries(callTable).filter(([, spec]) => sent(spec).length > 0);
  test.each(calls)('%s: the engine refuses each of its commands, and the call says so', (name, spec) => {
    for (const kind of sent(spec)) {
      expect(sendAs(locked, kind), `${name} ${kind}`).toMatchObject({ ok: false, error: 'accountRestricted' });
      expect(commandRefusals[kind], kind).toContain('accountRestricted');
    }
  });
  test('has commands to be refused: the walk is not empty', () => expect(calls.length).toBeGreaterThan(20));
});

describe('a customer who may only close', () => {
  test.each(commandDeclarations.filter(({ by }) => by === 'customer').map((one) => [one.kind, one.closing] as const))(
    '%s',
    (kind, closes) => {
      const outcome = sendAs(closing, kind);
      // One that says when it closes does not close without its fields; a move between wallets to nowhere does not either.
      expect(!outcome.ok && outcome.error === 'accountRestricted').toBe(closes !== true);
    },
  );
});
