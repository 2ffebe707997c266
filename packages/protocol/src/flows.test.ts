import { expect, test } from 'vitest';
import { type FlowName, flowAreas, flowByCode, flows } from './flows.ts';

const names = Object.keys(flows) as FlowName[];

test('there are about 150 business types, each with its own code, found by it again', () => {
  expect(names.length).toBeGreaterThanOrEqual(150);
  expect(new Set(names.map((name) => flows[name].code)).size).toBe(names.length);
  for (const name of names) expect(flowByCode(flows[name].code)).toBe(name);
  expect(flowByCode(999)).toBeUndefined();
});

test('a code tells its area: each area owns one band of a thousand', () => {
  for (const name of names) expect(flowAreas[Math.floor(flows[name].code / 1000) - 1], name).toBe(flows[name].area);
});
