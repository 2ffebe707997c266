import {
  approvedCommands,
  checkFields,
  type EngineReader,
  type Field,
  House,
  leaves,
  payoutReasons,
  payoutStates,
  reviewFlags,
} from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import { english } from '@bourse/words/english';
import { describe, expect, test } from 'vitest';
import { caseKinds, kindNames } from '../cases/kinds.ts';
import { settingChoices } from '../content/settings.ts';
import { listSources } from '../identity/sanctions-lists.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { changeKinds, commandOf, innerOf } from './calls/change-bodies.ts';
import { isFilled, writeForm } from './calls/form-fields.ts';

const catalogue = createCatalogue();
const [asset] = catalogue.assets;
const [instrument] = catalogue.instruments;
/** Every rail, deposit and payout is in the first asset. */
const one = { rail: 1, asset: asset!.id };
const engine = {
  payments: () => ({ rails: () => [one], deposit: () => one, payout: () => one }),
} as unknown as EngineReader;
const assetOf = () => asset;
const about = { reason: 'as agreed', commandId: '00000000-0000-4000-8000-000000000001' };
const raised = approvedCommands.filter(({ approval }) => approval !== 'asBody');

/** A value within a field's bounds. */
function sample(name: string, { shape }: Field<unknown>): unknown {
  switch (shape.type) {
    case 'count':
    case 'signed':
      return Math.min(shape.max, Math.max(shape.min, 7));
    case 'id':
      return name === 'instrument' ? instrument!.id : one.rail;
    case 'units':
      return 12_345n;
    case 'flag':
      return true;
    case 'text':
      return shape.digest ? 'A'.repeat(43) : 'text';
    case 'choice':
      return shape.values.at(-1);
    case 'list':
      return [sample(name, shape.of)];
    case 'struct':
      return Object.fromEntries(Object.entries(shape.fields).map(([part, field]) => [part, sample(part, field)]));
    case 'command':
      throw new Error('a form has no commands');
  }
}
const sampleOf = ({ fields }: (typeof raised)[number]) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sample(name, field)]));
const refusalOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.refusal, ...error.detail };
    throw error;
  }
  return undefined;
};

describe.each(raised.map((declaration) => [declaration.kind, declaration] as const))('a change of %s', (kind, declaration) => {
  const { fields } = declaration;
  const form = changeKinds().find((each) => each.kind === kind)!;
  const values = sampleOf(declaration);
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !isFilled(name, fields[name]!)));
  const typed = writeForm(fields, shown, assetOf);

  test('has words for its name, what it does, its fields and their values', () => {
    const words: Record<string, string> = english.forms;
    const wanted = [`kind.${kind}`, `does.${kind}`];
    for (const field of form.fields)
      for (const [path, leaf] of [
        [field.name, field] as const,
        ...field.parts.map((part) => [`${field.name}.${part.name}`, part] as const),
      ])
        wanted.push(`field.${path}`, ...leaf.choices.map((choice) => `choice.${leaf.name}.${choice}`));
    expect(wanted.filter((key) => !words[key])).toEqual([]);
    expect(Object.keys(english.console)).toContain(`power.${form.power}`);
  });
  test('says of which asset each amount is', () => {
    for (const [name, { shape, amountOf }] of leaves(fields)) if (shape.type === 'units') expect(amountOf, name).toBeDefined();
  });
  test('becomes the engine’s command, value by value', () => {
    const body = innerOf(commandOf(engine, catalogue, { kind, values: typed }, about)) as unknown as Record<string, unknown>;
    expect(checkFields(Object.entries(fields), body)).toBeUndefined();
    for (const name of Object.keys(shown)) expect(body[name], name).toEqual(values[name]);
  });
  test('is refused by the name of its field when that is missing, of another type, or unknown', () => {
    const send = (changed: object) => refusalOf(() => commandOf(engine, catalogue, { kind, values: { ...typed, ...changed } }, about));
    expect(send({ nobodyDeclaredThis: '1' })).toMatchObject({ refusal: 'badRequest', field: 'nobodyDeclaredThis' });
    for (const name of Object.keys(shown)) {
      expect(send({ [name]: undefined }), name).toMatchObject({ refusal: 'badRequest', problem: 'missing' });
      expect(send({ [name]: { a: 'b' } }), name).toMatchObject({ refusal: 'badRequest' });
      const number = ['id', 'number', 'amount'].includes(form.fields.find((each) => each.name === name)!.type);
      if (number)
        for (const bad of ['-1', '1e3', ' 1', '0x10', '9'.repeat(41), 'NaN'])
          expect(send({ [name]: bad }), `${name} ${bad}`).toMatchObject({ refusal: 'badRequest' });
    }
  });
});

test('what only carries another command is not raised by itself, and unknown kinds are refused', () => {
  for (const kind of ['announceChange', 'propose', 'placeOrder', 'constructor'])
    expect(refusalOf(() => commandOf(engine, catalogue, { kind, values: {} }, about))).toMatchObject({
      refusal: 'badRequest',
      field: 'kind',
    });
});
test('what customers are told is carried by its announcement, with the operator’s reason', () => {
  const body = commandOf(engine, catalogue, { kind: 'setFeeClass', values: { account: '100001', feeClass: '3' } }, about);
  expect(body).toMatchObject({
    kind: 'announceChange',
    origin: 'operator',
    reason: about.reason,
    body: { kind: 'setFeeClass', feeClass: 3 },
  });
});

test('the console has a name for everything that the server sends by its own name', () => {
  const { console: words, forms } = english;
  const wanted = [
    ...Object.keys(House).map((name) => `houseAccount.${name}`),
    ...Object.keys(reviewFlags).map((name) => `flag.${name}`),
    ...[...payoutStates, 'credited', 'reversed'].map((name) => `moneyState.${name}`),
    ...listSources.map((name) => `listSource.${name}`),
    ...Object.keys(settingChoices).map((name) => `setting.${name}`),
    ...kindNames.flatMap((kind) => {
      const { pass, refuse } = caseKinds[kind].reasons;
      return [`kind.${kind}`, `effect.${kind}Pass`, `effect.${kind}Refuse`, ...[...pass, ...refuse].map((reason) => `reason.${reason}`)];
    }),
  ];
  expect(wanted.filter((key) => !(key in words))).toEqual([]);
  expect(payoutReasons.filter((reason) => !(`choice.reason.${reason}` in forms))).toEqual([]);
});
