import { join } from 'node:path';
import { commandByKind, refusalsOf } from '@bourse/engine';
import { type CallSpec, callTable, errorsOf, gatewayErrors, ownErrors } from '@bourse/protocol';
import { adminTable } from '@bourse/protocol/admin';
import { call } from '@bourse/protocol/calls';
import { catalogue, type ErrorName, Refusal } from '@bourse/protocol/errors';
import { openApiDocument } from '@bourse/protocol/openapi';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commandRefusals } from '../calls/command-refusals.ts';
import { projectFolder } from '../project.ts';
import { testGateway } from '../testing/gateway.ts';
import { Sources } from '../testing/reach.ts';

const server = new Sources(join(projectFolder(), 'apps/server/src'));
const engine = new Sources(join(projectFolder(), 'packages/engine/src'));
/** The refusals that a call's handler can reach, and those of the checks before it. */
const ofEngine = (kind: string) => {
  const declaration = commandByKind.get(kind);
  return declaration ? [...engine.fromRoom(kind).refusals, ...refusalsOf(declaration)] : [];
};
const calls = Object.entries(callTable);
const without = (list: Iterable<string>, ...others: Iterable<string>[]) => {
  const taken = new Set(others.flatMap((other) => [...other]));
  return [...list].filter((one) => !taken.has(one));
};

describe('no refusal is declared that no path gives', () => {
  test.each(Object.entries(commandRefusals))('by the engine for %s', (kind, declared) => {
    expect(without(declared, ofEngine(kind))).toEqual([]);
    expect(declared.filter((error, at) => declared.indexOf(error) !== at)).toEqual([]);
  });

  test.each(calls)('by %s', (name, spec) => {
    const reached = server.fromCall(name);
    expect(without(spec.sends, reached.commands), 'commands that its handler never makes').toEqual([]);
    expect(without(spec.errors, reached.refusals), 'refusals that its handler never gives').toEqual([]);
    const sent = spec.sends.flatMap((kind) => commandRefusals[kind] ?? []);
    expect(without(spec.cannot, sent), 'exceptions from what no command of it gives').toEqual([]);
  });

  test.each(calls)('twice by %s', (name, spec) => {
    const { errors, cannot } = spec;
    const sent = spec.sends.flatMap((kind) => commandRefusals[kind] ?? []).filter((error) => !cannot.includes(error));
    const derived = [...gatewayErrors(name, spec), ...sent];
    expect(errors.filter((error, at) => derived.includes(error) || errors.indexOf(error) !== at)).toEqual([]);
  });
});

describe('what a call sends', () => {
  test.each(calls)('%s says so when it takes a command id', (_name, { idempotency, sends, proof }) => {
    expect(sends.filter((kind) => !(kind in commandRefusals))).toEqual([]);
    expect(sends.filter((kind) => commandByKind.get(kind)?.by !== 'customer')).toEqual([]);
    if (idempotency === 'command') expect(sends.length + (proof ? 1 : 0)).toBeGreaterThan(0);
    else expect(sends).toEqual([]);
  });
});

describe('every refusal of the catalogue', () => {
  test('can be met: a call declares it, or it belongs to operators, proofs or the house', () => {
    const met = new Set<ErrorName>(
      [...calls, ...Object.entries(adminTable)].flatMap(([name, spec]) => errorsOf(name, spec, commandRefusals)),
    );
    const later = Object.keys(catalogue).filter((name) => !met.has(name as ErrorName));
    expect(later.sort()).toEqual([...ofTheHouse].sort());
  });
});

/** Refusals that only commands of the house and of feeds can get. */
const ofTheHouse = [
  ...['corporateActionInSession', 'deviceUnknown'],
  ...['changeTooSoon', 'changeUnannounced', 'changeUnknown'],
  ...['approvalNeeded', 'operatorsTooFew', 'powersExclude'],
  ...['inviterSet', 'inviterTooLate', 'loanDiffers'],
  'plusNotWaiting',
];

describe('the document and the reference of calls', () => {
  const { paths } = openApiDocument('test', commandRefusals) as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  test.each(calls)('name exactly the refusals of %s', (name, spec) => {
    const [method = '', path = ''] = name.split(' ');
    const responses = Object.entries(paths[`/api/app-api/${path}`]?.[method.toLowerCase()]?.responses ?? {}).filter(
      ([status]) => status !== '200',
    );
    const named = responses.flatMap(([, { description }]) => description.split(', ').map((one) => one.split(' ')[1] ?? ''));
    expect(named.sort()).toEqual(errorsOf(name, spec, commandRefusals).sort());
    for (const error of ownErrors(spec, commandRefusals)) expect(named).toContain(error);
  });
});

describe('a call that answers what it does not declare', () => {
  const spec = call({
    area: 'platform',
    summary: 'Of a test',
    audience: 'anyone',
    idempotency: 'natural',
    input: z.strictObject({ error: z.string() }),
    output: z.unknown(),
    errors: ['orderUnknown'],
  });
  const table: Record<string, CallSpec> = { 'POST test/refused': spec };
  const refuse = async (input: unknown) => {
    throw new Refusal((input as { error: ErrorName }).error);
  };

  test('fails its test at the end, even when the test checked nothing', async () => {
    const gateway = await testGateway(table, { 'POST test/refused': refuse });
    await gateway.call('POST test/refused', { error: 'orderUnknown' });
    await gateway.call('POST test/refused', { error: 'orderFinished' });
    await gateway.call('POST test/refused', {});
    await expect(gateway.close()).rejects.toThrow(/POST test\/refused answered orderFinished$/);
  });
});
