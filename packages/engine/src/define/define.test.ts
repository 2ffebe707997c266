import { TimeInForce } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCommands, encodeCommands } from '../codec/commands.ts';
import type { Command } from '../commands.ts';
import { usualActor } from '../core/actor.ts';
import { commands, type DeclaredNotice, events } from '../declared.ts';
import { approvedCommands } from '../gate/declare.ts';
import { receipt as receiptOf } from '../receipts/declare.ts';
import { ofFields } from '../testing/of-shape.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { BadDefinition, command, declare, event, refusalsOf, timer } from './declare.ts';
import { Dispatcher } from './dispatch.ts';
import { checkFields, choice, count, flag, id, list, optional, refusing, signed, struct, text, units } from './field.ts';
import { byNumber } from './numbers.ts';
import type { Room } from './room.ts';

describe('a definition that cannot stand is refused by name', () => {
  it('a command whose field says nothing about its meaning', () => {
    const bad = () => declare('r', { commands: { pay: command(200, { by: 'system', fields: { amount: units() } }) } });
    expect(bad).toThrow('field amount of command pay has no meaning');
    expect(bad).toThrow(BadDefinition);
  });

  it('an event with a field of a name that every event has', () => {
    const bad = () => declare('r', { events: { paid: event(200, { keep: 'none', fields: { index: count() } }) } });
    expect(bad).toThrow('event paid has a field index, which every event has already');
  });

  it("a customer's command that sets a rule, brings a price or brings capital, also inside a list", () => {
    for (const meaning of ['rule', 'feedPrice', 'capital'] as const) {
      const fields = { items: list(struct({ value: count(meaning) })) };
      expect(() => declare('r', { commands: { cheat: command(200, { by: 'customer', fields }) } })).toThrow(
        `field value of command cheat: a customer may not send a ${meaning}`,
      );
    }
  });

  it('a command of customers or feeds that others would approve, or one approved as a body that it does not have', () => {
    const approval = { power: 'money', when: 'always' } as const;
    for (const by of ['customer', 'feed'] as const)
      expect(() => declare('r', { commands: { pay: command(200, { by, approval }) } })).toThrow(
        `command pay of a ${by} cannot be approved`,
      );
    expect(() => declare('r', { commands: { pay: command(200, { by: 'operator', approval: 'asBody' }) } })).toThrow(
      'command pay is approved as its body and has none',
    );
  });

  it('a command approved by a rule that nobody wrote, and a rule for one that is not', () => {
    const pay = command(200, { by: 'operator', approval: { power: 'money', when: 'byRule' } });
    const room = (commands: object, persons: object) =>
      ({
        declaration: declare('r', { commands: commands as { pay: typeof pay } }),
        commands: { pay: () => {} },
        timers: {},
        persons,
      }) as unknown as Room;
    const nobody = () => undefined;
    expect(() => new Dispatcher([room({ pay }, {})], nobody)).toThrow('rules of approval of r: nothing carries out pay');
    const free = command(200, { by: 'operator' });
    expect(() => new Dispatcher([room({ pay: free }, { pay: () => 2 })], nobody)).toThrow('rules of approval of r: pay is not declared');
  });

  it('an operator or the system that brings a price', () => {
    for (const by of ['operator', 'system'] as const)
      expect(() => declare('r', { commands: { cheat: command(200, { by, fields: { price: count('feedPrice') } }) } })).toThrow(
        BadDefinition,
      );
  });

  it('two commands with one number or one name', () => {
    const two = (first: number, second: number, kind: string) => [
      { number: first, kind: 'pay' },
      { number: second, kind },
    ];
    expect(() => byNumber('command', two(7, 7, 'take'))).toThrow('command take reuses number 7 of pay');
    expect(() => byNumber('command', two(7, 8, 'pay'))).toThrow('two commands are called pay');
    expect(byNumber('command', two(1, 3, 'take')).map((one) => one?.kind)).toEqual([undefined, 'pay', undefined, 'take']);
  });

  it('an event that is kept by its latest without a key, or kept without anybody it belongs to', () => {
    const fields = { account: id(), amount: count() };
    expect(() => declare('r', { events: { paid: event(200, { keep: 'latest', fields }) } })).toThrow(
      'event paid is kept by its latest and has no key',
    );
    expect(() => declare('r', { events: { paid: event(200, { keep: 'each', fields }) } })).toThrow('event paid has neither key nor owner');
  });

  it('an event that settles without a receipt, or has a notice that nobody could be told', () => {
    const fields = { account: id(), deal: id() };
    const notice = () => ({ kind: 'paid', params: {} });
    expect(() =>
      declare('r', { events: { paid: event(200, { keep: 'each', owner: 'account', fields, settledWhen: () => true }) } }),
    ).toThrow('event paid says when it settles and has no receipt');
    expect(() => declare('r', { events: { paid: event(200, { keep: 'each', key: 'deal', fields, notice }) } })).toThrow(
      'event paid has a notice and no owner to tell',
    );
    expect(() => declare('r', { events: { paid: event(200, { keep: 'latest', key: 'deal', owner: 'account', fields, notice }) } })).toThrow(
      'event paid has a notice, and histories do not keep each',
    );
    const receipt = receiptOf({ figures: () => ({}), work: () => {} });
    const { paid } = declare('r', {
      events: { paid: event(200, { keep: 'latest', key: 'deal', owner: 'account', fields, receipt, notice }) },
    }).events;
    expect(paid.settledWhen?.({} as never), 'an event with a receipt is a settlement').toBe(true);
  });

  it('a command or timer that nothing carries out, and code that nothing declares', () => {
    const declaration = declare('r', { commands: { pay: command(200, { by: 'system' }) }, timers: { late: timer(9) } });
    const room = (commands: object, timers: object) =>
      ({ declaration, commands, timers, sections: [], check: undefined }) as unknown as Room;
    const nothing = () => {};
    const nobody = () => undefined;
    expect(() => new Dispatcher([room({}, { late: nothing })], nobody)).toThrow('commands of r: nothing carries out pay');
    expect(() => new Dispatcher([room({ pay: nothing }, {})], nobody)).toThrow('timers of r: nothing carries out late');
    expect(() => new Dispatcher([room({ pay: nothing, more: nothing }, { late: nothing })], nobody)).toThrow(
      'commands of r: more is not declared',
    );
  });
});

describe('fields', () => {
  const fields = {
    lots: refusing('quantityInvalid', count('ownQuantity', { min: 1, max: 9 })),
    tif: choice(TimeInForce),
    name: text('evidence', { min: 1, max: 3 }),
    keeps: flag(),
    parts: list(struct({ share: count('choice') }), { max: 2 }),
  };
  const good = { lots: 3, tif: 1, name: 'abc', keeps: true, parts: [{ share: 0 }] };
  const wrong = (changes: object) => checkFields(Object.entries(fields), { ...good, ...changes });

  it('accept what is within bounds, and say which field is not', () => {
    expect(wrong({})).toBeUndefined();
    expect(wrong({ tif: 9 })).toEqual({ field: 'tif', problem: 'unknown' });
    expect(wrong({ name: '' })).toEqual({ field: 'name', problem: { problem: 'characters', min: 1, max: 3 } });
    expect(wrong({ keeps: 'yes' })).toEqual({ field: 'keeps', problem: 'boolean' });
    expect(wrong({ parts: [{ share: 1 }, { share: 1 }, { share: 1 }] })).toMatchObject({ field: 'parts' });
    expect(wrong({ parts: [{ share: -1 }] })).toMatchObject({ field: 'share' });
    expect(wrong({ parts: [null] })).toMatchObject({ field: 'parts' });
  });

  it('refuse with a name of their own where they have one', () => {
    for (const lots of [0, 10, 1.5, Number.NaN, '3', undefined, 3n]) expect(wrong({ lots })?.refusal).toBe('quantityInvalid');
    expect(refusalsOf(command(200, { by: 'customer', fields: { lots: fields.lots } }))).toContain('quantityInvalid');
  });

  it('are read back as they were written', () => {
    const field = struct({ a: signed(), b: optional(units()), c: list(choice(['x', 'y'])), d: text() });
    fc.assert(
      fc.property(
        fc.record({
          a: fc.maxSafeInteger(),
          b: fc.option(fc.bigInt({ min: 0n, max: 1n << 200n }), { nil: undefined }),
          c: fc.array(fc.constantFrom<'x' | 'y'>('x', 'y')),
          d: fc.string({ maxLength: 60, unit: 'grapheme' }),
        }),
        (value) => {
          const w = new ByteWriter();
          field.write(w, value);
          const r = new ByteReader(w.done());
          expect(field.read(r)).toEqual(value);
          expect(r.left).toBe(0);
        },
      ),
    );
  });
});

describe('a power is named', () => {
  it('by every command of operators but those that ask for that of the proposal', () => {
    const open = commands.filter(({ by, approval }) => by === 'operator' && approval === undefined);
    expect(open.map(({ kind }) => kind)).toEqual(['propose', 'approve', 'retract']);
  });

  it('by every command that can be proposed, and every such command can be', () => {
    const approved = commands.filter(({ approval }) => approval !== undefined).map(({ kind }) => kind);
    expect(approvedCommands.map(({ kind }) => kind).sort()).toEqual(approved.sort());
  });
});

describe('every declared command', () => {
  const walked = commands.filter(({ kind }) => kind !== 'orderBatch');

  it.each(walked.map((one) => [one.kind, one] as const))('%s travels through the journal as it is', (kind, { fields }) => {
    fc.assert(
      fc.property(fc.record(ofFields(fields)), fc.nat(), (values, seq) => {
        const given = { kind, ...values } as unknown as Command;
        const sequenced = {
          seq: seq + 1,
          time: 5,
          commandId: new Uint8Array(16).fill(seq % 256),
          actor: usualActor(given),
          command: given,
        };
        expect(decodeCommands(encodeCommands([sequenced]))).toEqual([sequenced]);
      }),
      { numRuns: 50 },
    );
  });

  it('has a number of its own below 256: it is one byte of the journal', () => {
    expect(Math.max(...commands.map(({ number }) => number))).toBeLessThan(256);
    expect(Math.max(...events.map(({ number }) => number))).toBeLessThan(256);
  });
});

it('the compiler knows the notices that events tell', () => {
  type Kind = 0 extends 1 & DeclaredNotice ? 'any kind' : DeclaredNotice['kind'];
  const kinds: readonly Kind[] = ['deleveraged', 'margin.warning', 'timed.settled'];
  const told = events.filter(({ notice }) => notice).map(({ kind }) => kind);
  expect(told).toEqual(expect.arrayContaining(['deleverage', 'marginWarning', 'timed']));
  expect(kinds).toHaveLength(3);
});

it('texts of any letters come back from their bytes, also where a wide letter follows many narrow ones', () => {
  const bytes = new ByteWriter();
  const texts = ['', 'narrow', `${'a'.repeat(126)}é`, `${'a'.repeat(127)}价`, `${'b'.repeat(1020)}😀`];
  for (const one of texts) bytes.text(one);
  const reader = new ByteReader(bytes.done());
  expect(texts.map(() => reader.text())).toEqual(texts);
  expect(reader.left).toBe(0);
  for (const tooLong of ['a'.repeat(1025), 'é'.repeat(513)]) expect(() => new ByteWriter().text(tooLong)).toThrow('text too long');
});
