import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productionPackages } from './lock.mjs';
import { billOfMaterials } from './sbom.mjs';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const own = JSON.parse(read('package.json')) as { name: string; version: string; license: string; engines: { node: string } };
const numbers = (text: string) =>
  text
    .replace(/^[^\d]*/, '')
    .split('.')
    .map((part) => Number(part) || 0);
const oldest = numbers(own.engines.node);

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < 3; at += 1) if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) - (b[at] ?? 0);
  return 0;
}

/** Whether a range of versions, as npm writes it, takes this version. */
const takes = (range: string, version: readonly number[]) =>
  range.split('||').some((branch) =>
    branch
      .trim()
      .replace(/([<>=^~]+)\s+/g, '$1')
      .split(/\s+/)
      .every((rule) => {
        const [bound, sign = ''] = [numbers(rule), /^[<>=^~]*/.exec(rule)?.[0]];
        if (rule === '' || rule === '*') return true;
        if (sign.startsWith('>=')) return compare(version, bound) >= 0;
        if (sign.startsWith('>')) return compare(version, bound) > 0;
        if (sign.startsWith('<=')) return compare(version, bound) <= 0;
        if (sign.startsWith('<')) return compare(version, bound) < 0;
        return version[0] === bound[0] && compare(version, bound) >= 0;
      }),
  );

test('no package of production asks for a newer Node than the project does', () => {
  const newer = productionPackages()
    .filter(({ engines }) => engines?.node !== undefined && !takes(engines.node, oldest))
    .map(({ name, version, engines }) => `${name}@${version} asks for ${engines?.node}: pin an older version under "overrides"`);
  expect(newer).toEqual([]);
  expect([takes('>=22', oldest), takes('^18 || >= 20.19', oldest), takes('20 || 22', oldest), takes('^20.20.0', oldest)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('the bill of materials names every package of production, with licence, checksum and dependencies', () => {
  const lock = read('package-lock.json');
  const bill = billOfMaterials(lock, own);
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'bourse', version: own.version } },
  });
  expect(bill).toEqual(billOfMaterials(lock, own));
  const refs = new Set(bill.components.map((component) => component['bom-ref']));
  expect(refs.size).toBe(bill.components.length);
  for (const one of productionPackages())
    expect(refs, one.name).toContain(one.own ? `bourse:${one.place}` : `pkg:npm/${one.name.replace(/^@/, '%40')}@${one.version}`);
  const fastify = bill.components.find(({ name }) => name === 'fastify');
  expect(fastify).toMatchObject({ purl: expect.stringMatching(/^pkg:npm\/fastify@\d/), licenses: [{ license: { id: 'MIT' } }] });
  expect(fastify?.hashes?.[0]).toEqual({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) });
  for (const component of bill.components) if (component.purl) expect(component.licenses, component.name).toBeDefined();
  for (const { ref, dependsOn } of bill.dependencies) for (const one of dependsOn) expect(refs, `${ref} depends on ${one}`).toContain(one);
  const server = bill.dependencies.find(({ ref }) => ref === 'bourse:apps/server');
  expect(server?.dependsOn).toContain(fastify?.['bom-ref']);
  expect(bill.components.map(({ name }) => name)).not.toContain('vitest');
});
