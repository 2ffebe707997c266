import { z } from 'zod';
import { adminPrefix, apiPrefix, type CallSpec, type CommandRefusals, callTable, errorsOf } from './calls/index.ts';
import { proofAnswer } from './calls/proof.ts';
import { catalogue, type ErrorName } from './errors/index.ts';

type Json = Record<string, unknown>;

const audienceText = {
  anyone: 'Anyone.',
  visitor: 'Anyone; a bearer token is used when sent.',
  chat: 'Signed-in customers, and visitors with a temporary sign-in.',
  customer: 'Signed-in customers, real or demo.',
  operator: 'Operators.',
} as const;

const idempotencyText = {
  read: 'Changes nothing.',
  natural: 'Doing it twice is the same as once.',
  command: 'Send an `Idempotency-Key` (a UUID): the same key with the same body gives the first answer for ever, with another body 409.',
  once: 'Guarded by its own code or token.',
} as const;

/** Who may call, in a sentence. */
export const audienceOf = ({ audience, account, permission }: CallSpec): string => {
  if (audience === 'customer' && account === 'real') return 'Signed-in customers with a real account.';
  if (audience !== 'operator') return audienceText[audience];
  return permission === 'everyOperator' ? 'Operators.' : `Operators with the permission \`${permission}\`.`;
};

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

/** A call that needs a proof carries it next to its own input. */
const withProof = (input: { properties?: Record<string, Json>; required?: string[] }): Json => ({
  ...input,
  properties: { ...input.properties, proof: schemaOf(proofAnswer, 'input') },
  required: [...(input.required ?? []), 'proof'],
});

function operation(name: string, spec: CallSpec, commands: CommandRefusals): Json {
  const [method = '', path = ''] = name.split(' ');
  const input = schemaOf(spec.input, 'input') as { properties?: Record<string, Json>; required?: string[] };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const parameters = Object.entries(input.properties ?? {})
    .filter(([key]) => method === 'GET' || inPath.includes(key))
    .map(([key, schema]) => ({
      name: key,
      in: inPath.includes(key) ? 'path' : 'query',
      required: inPath.includes(key) || (input.required ?? []).includes(key),
      schema,
    }));
  const refusals = new Map<number, ErrorName[]>();
  for (const error of errorsOf(name, spec, commands))
    refusals.set(catalogue[error].http, [...(refusals.get(catalogue[error].http) ?? []), error]);
  return {
    tags: [spec.area],
    summary: spec.summary,
    description: [
      audienceOf(spec),
      idempotencyText[spec.idempotency],
      `Rate weight ${spec.weight}.`,
      ...(spec.proof === null ? [] : [`Needs a proof of this act: ${spec.proof}.`]),
    ].join(' '),
    operationId: name.replace(/[^A-Za-z0-9]+/g, '-'),
    ...(spec.audience === 'anyone' ? { security: [] } : spec.audience === 'visitor' ? { security: [{}, { bearer: [] }] } : {}),
    parameters,
    ...(method === 'GET'
      ? {}
      : {
          requestBody: {
            required: true,
            content:
              spec.body === 'multipart'
                ? {
                    'multipart/form-data': {
                      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
                    },
                  }
                : {
                    'application/json': {
                      schema: spec.proof === null ? input : withProof(input),
                      ...(spec.example ? { example: spec.example } : {}),
                    },
                  },
          },
        }),
    responses: {
      200: {
        description: 'Success',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'data', 'msg'],
              properties: { code: { const: 0 }, data: schemaOf(spec.output, 'output'), msg: { type: 'string' } },
            },
          },
        },
      },
      ...Object.fromEntries(
        [...refusals]
          .sort(([a], [b]) => a - b)
          .map(([status, names]) => [
            status,
            {
              description: names.map((error) => `${catalogue[error].code} ${error}`).join(', '),
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
            },
          ]),
      ),
    },
  };
}

/** The OpenAPI 3.1 document of every call. */
export function openApiDocument(
  version: string,
  commands: CommandRefusals,
  table: Readonly<Record<string, CallSpec>> = callTable,
  prefix?: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const [name, spec] of Object.entries(table)) {
    const [method = '', path = ''] = name.split(' ');
    const full = (prefix ?? (spec.audience === 'operator' ? adminPrefix : apiPrefix)) + path;
    paths[full] = { ...paths[full], [method.toLowerCase()]: operation(name, spec, commands) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bourse',
      version,
      description:
        'Every answer is `{code, data, msg}`: code 0 is success. Headers: `language`, `Authorization: Bearer …`, `userType: main`. Amounts and prices are decimal strings.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT (EdDSA)' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'data', 'msg'],
          properties: { code: { type: 'integer' }, data: { type: 'null' }, msg: { type: 'string' } },
        },
      },
    },
  };
}
