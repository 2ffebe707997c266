import { clientMessage, serverBundle } from '@bourse/protocol/socket';
import { socketLimits } from '@bourse/protocol/socket-limits';
import { z } from 'zod';

/** The market socket for machines (AsyncAPI 3), derived from the schemas that both sides check. `docs/asyncapi.yaml` holds it. */

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const schemaOf = (schema: z.core.$ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as Record<string, Json>;
  return rest;
};

const said = clientMessage.options.map((option) => ({ type: String(option.shape.type.value), schema: option }));
const ref = (path: string): Json => ({ $ref: path });

export function asyncapi(): Json {
  const { maxFrameBytes, maxMessagesPerSecond, bundleMs } = socketLimits;
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Bourse market socket',
      version: 'v1',
      description:
        'Client frames are text, one JSON object each. Server frames are binary: gzip of one JSON bundle. market-socket.md has the rules of numbers, gaps, limits and closing codes.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      real: { host: 'localhost:8080', protocol: 'ws', pathname: '/ws/market', description: 'The real venue' },
      demo: {
        host: 'localhost:8080',
        protocol: 'ws',
        pathname: '/ws/market-demo',
        description: 'The demo venue, and visitors without a token',
      },
    },
    channels: {
      market: {
        address: '?socketId={socketId}&version=v1',
        parameters: { socketId: { description: 'The client’s own name for the connection, up to 64 letters, digits, _ and -' } },
        messages: Object.fromEntries(
          [...said.map(({ type }) => type), 'bundle'].map((name) => [name, ref(`#/components/messages/${name}`)]),
        ),
      },
    },
    operations: {
      say: {
        action: 'send',
        channel: ref('#/channels/market'),
        summary: `What a client sends, at most ${maxMessagesPerSecond} a second and ${maxFrameBytes} bytes each`,
        messages: said.map(({ type }) => ref(`#/channels/market/messages/${type}`)),
      },
      hear: {
        action: 'receive',
        channel: ref('#/channels/market'),
        summary: `Bundles, at most one for each set of channels in ${bundleMs} ms, and private messages at once`,
        messages: [ref('#/channels/market/messages/bundle')],
      },
    },
    components: {
      messages: {
        ...Object.fromEntries(said.map(({ type, schema }) => [type, { payload: schemaOf(schema) }])),
        bundle: { contentType: 'application/gzip', payload: schemaOf(serverBundle) },
      },
    },
  };
}

/** YAML of plain data: blocks for objects and lists, JSON for the rest. */
export function yaml(value: Json, indent = ''): string {
  if (value === null || typeof value !== 'object') return ` ${JSON.stringify(value)}\n`;
  if (Array.isArray(value)) {
    if (value.every((item) => item === null || typeof item !== 'object')) return ` ${JSON.stringify(value)}\n`;
    return `\n${value.map((item: Json) => `${indent}-${yaml(item, `${indent}  `).replace(/^\n\s*/, ' ')}`).join('')}`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return ' {}\n';
  const key = (name: string) => (/^[A-Za-z_$][\w-]*$/.test(name) ? name : JSON.stringify(name));
  return `\n${entries.map(([name, part]) => `${indent}${key(name)}:${yaml(part, `${indent}  `)}`).join('')}`;
}
