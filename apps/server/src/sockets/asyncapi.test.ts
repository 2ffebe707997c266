import {
  candleMessage,
  controlMessage,
  depthMessage,
  markMessage,
  privateMessage,
  rowMessage,
  serverMessage,
  tradesMessage,
} from '@bourse/protocol/socket';
import { expect, test } from 'vitest';
import { asyncapi, yaml } from './asyncapi.ts';

test('docs/asyncapi.yaml says what the schemas say (vitest -u writes it)', async () => {
  await expect(yaml(asyncapi()).trimStart()).toMatchFileSnapshot('../../../../docs/asyncapi.yaml');
});

test('the document holds every message of the server, private ones with their content', () => {
  const text = yaml(asyncapi());
  const names = [
    rowMessage,
    depthMessage,
    tradesMessage,
    markMessage,
    candleMessage,
    ...privateMessage.options,
    ...controlMessage.options,
  ].map(({ shape }) => shape.c.value);
  expect(names).toHaveLength(serverMessage.options.length - 2 + privateMessage.options.length + controlMessage.options.length);
  for (const name of names) expect(text).toContain(`const: ${JSON.stringify(name)}`);
  expect(text).not.toMatch(/v: \{\}/);
});

test('YAML of plain data', () => {
  expect(yaml({ a: 1, b: ['x', null], c: [{ d: true }, { e: [] }], 'f/g': {} })).toBe(
    '\na: 1\nb: ["x",null]\nc:\n  - d: true\n  - e: []\n"f/g": {}\n',
  );
});
