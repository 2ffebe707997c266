import { gzipSync } from 'node:zlib';
import { type Area, apiPrefix, type CallSpec, callTable, ownErrors } from '@bourse/protocol';
import { catalogue } from '@bourse/protocol/errors';
import { audienceOf, openApiDocument } from '@bourse/protocol/openapi';
import { english } from '@bourse/words/english';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { commandRefusals } from '../calls/command-refusals.ts';
import { documentHeaders, escapeHtml, pageText } from './document.ts';
import { documentWeight } from './operations.ts';

const areas: Record<Area, string> = {
  auth: 'Signing in',
  member: 'The customer',
  wallet: 'Wallets and statements',
  coin: 'Assets, orders and receipts',
  contract: 'Contracts, timed contracts and their receipts',
  stock: 'Stocks',
  market: 'Market data and favourites',
  content: 'Texts and settings',
  chat: 'The service chat',
  platform: 'Platform',
  console: 'The operators’ console',
};
const repeats: Record<CallSpec['idempotency'], string> = {
  read: 'Changes nothing',
  natural: 'Twice is the same as once',
  command: 'Once for each Idempotency-Key',
  once: 'Guarded by its own code or token',
};

interface Json {
  type?: string | string[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/**
 * The document for programs and the page for people. Both come from the table that the server validates with. They are large, so they are made once,
 * compressed once, and for operators.
 */
export function registerReference(app: FastifyInstance, version: string, isOperator: (request: FastifyRequest) => boolean): void {
  const openApi = JSON.stringify(openApiDocument(version, commandRefusals));
  const page = pageText({ title: 'Reference of calls', body: referenceBody(), script: '/api/reference.js' });
  const plain = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
  const serve = (path: string, headers: Record<string, string>, text: string) => {
    const bytes = Buffer.from(text);
    const zipped = gzipSync(bytes);
    app.get(path, { config: { weight: documentWeight } }, (request, reply) => {
      if (!isOperator(request)) return reply.callNotFound();
      reply.headers({ ...headers, vary: 'accept-encoding' });
      const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      return gzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(bytes);
    });
  };
  serve('/api/openapi.json', { ...plain, 'content-type': 'application/json; charset=utf-8' }, openApi);
  serve('/api/reference', documentHeaders, page);
  serve('/api/reference.js', { ...plain, 'content-type': 'text/javascript; charset=utf-8' }, searchScript);
}

const searchScript = `const box = document.querySelector('#search');
const calls = [...document.querySelectorAll('.call:not(.refusals)')];
const groups = [...document.querySelectorAll('section')];
const count = document.querySelector('#count');
box.addEventListener('input', () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const call of calls) {
    const found = words.every((word) => call.dataset.words.includes(word));
    call.hidden = !found;
    shown += found ? 1 : 0;
  }
  for (const group of groups) group.hidden = !group.querySelector('.call:not([hidden])');
  count.textContent = shown + ' of ' + calls.length + ' calls';
});
`;

function referenceBody(): string {
  const byArea = new Map<Area, string[]>();
  for (const [name, spec] of Object.entries(callTable)) byArea.set(spec.area, [...(byArea.get(spec.area) ?? []), callText(name, spec)]);
  const total = Object.keys(callTable).length;
  const links = [...byArea.keys()].map((area) => `<a href="#${area}">${areas[area]}</a>`).join('');
  const sections = [...byArea].map(([area, list]) => `<section id="${area}"><h2>${areas[area]}</h2>${list.join('\n')}</section>`);
  return `<h1>Every call</h1>
<p class="lead">What stands here is what the server checks with. Paths are under <code>${apiPrefix}</code>. Every answer is <code>{code, data, msg}</code>; code 0 is success. Headers: <code>language</code>,
<code>Authorization: Bearer …</code>, <code>userType: main</code>. Amounts and prices are decimal strings. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<label for="search">Search by path, word or refusal</label><br><input id="search" type="search" autocomplete="off" spellcheck="false">
<p class="facts" id="count" role="status">${total} of ${total} calls</p><nav aria-label="Areas">${links}<a href="#refusals">Refusals</a></nav>
${sections.join('\n')}<section id="refusals"><h2>Refusals</h2>${refusalTable()}</section>`;
}

function callText(name: string, spec: CallSpec): string {
  const [method = '', path = ''] = name.split(' ');
  const input = z.toJSONSchema(spec.input, { io: 'input', unrepresentable: 'any' }) as Json;
  const output = z.toJSONSchema(spec.output, { io: 'output', unrepresentable: 'any' }) as Json;
  const words = [name, spec.summary, spec.area, ...Object.keys(input.properties ?? {}), ...ownErrors(spec, commandRefusals)]
    .join(' ')
    .toLowerCase();
  const errors = ownErrors(spec, commandRefusals)
    .map((error) => `<code>${catalogue[error].code} ${error}</code>`)
    .join(', ');
  return `<article class="call" id="${escapeHtml(name.replace(/[^A-Za-z0-9]+/g, '-'))}" data-words="${escapeHtml(words)}">
<header><span class="method">${method}</span><h3>${escapeHtml(path)}</h3></header><p>${escapeHtml(spec.summary)}</p>
<p class="facts">${escapeHtml(audienceOf(spec))} · ${repeats[spec.idempotency]} · weight ${spec.weight}</p>${inputTable(input, spec)}
<details><summary>Answer</summary><pre>${escapeHtml(shapeText(output, 0))}</pre></details>${errors ? `<p class="facts">Refusals of its own: ${errors}</p>` : ''}</article>`;
}

function inputTable(input: Json, spec: CallSpec): string {
  if (spec.body === 'multipart') return '<p class="facts">One file in a form field named <code>file</code>.</p>';
  const rows = Object.entries(input.properties ?? {}).map(([field, schema]) => {
    const needed = (input.required ?? []).includes(field)
      ? 'needed'
      : schema.default === undefined
        ? 'optional'
        : `default ${JSON.stringify(schema.default)}`;
    return `<tr><td><code>${escapeHtml(field)}</code></td><td>${escapeHtml(shapeText(schema, 0))}</td><td>${escapeHtml(needed)}</td><td>${escapeHtml(schema.description ?? '')}</td></tr>`;
  });
  return rows.length === 0
    ? ''
    : `<div class="scroll"><table><thead><tr><th>Field</th><th>Type</th><th></th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function refusalTable(): string {
  const rows = Object.entries(catalogue).map(
    ([name, { code, http }]) =>
      `<tr><td>${code}</td><td><code>${name}</code></td><td>${http}</td><td>${escapeHtml(english.errors[name as keyof typeof catalogue])}</td></tr>`,
  );
  return `<article class="call refusals" data-words="refusals errors codes ${Object.keys(catalogue).join(' ').toLowerCase()}"><div class="scroll"><table><thead><tr><th>Code</th><th>Name</th><th>HTTP</th><th>Message</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></article>`;
}

/** A schema for readers: objects by their fields, choices by their values. */
function shapeText(schema: Json, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    const shapes = branches.map((branch) => shapeText(branch, depth));
    // Every number in a query arrives as text. Repeating that for each would hide what is meant.
    return shapes.length === 2 && shapes[0] === 'number' && shapes[1]?.startsWith('string') ? 'number' : shapes.join(' | ');
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, value]) => {
      const mark = (schema.required ?? []).includes(name) ? '' : '?';
      return `${indent}${name}${mark}: ${shapeText(value, depth + 1)}${value.description ? `  — ${value.description}` : ''}`;
    });
    return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${'  '.repeat(depth)}}`;
  }
  if (schema.items) return `list of ${shapeText(schema.items, depth)}`;
  return scalarText(schema);
}

function scalarText(schema: Json): string {
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
  const bounds =
    schema.minimum !== undefined || schema.maximum !== undefined
      ? ` ${schema.minimum ?? '…'} to ${schema.maximum ?? '…'}`
      : schema.maxLength !== undefined
        ? ` of ${schema.minLength ?? 0} to ${schema.maxLength} characters`
        : '';
  if (schema.pattern?.includes('[1-9][0-9]')) return type === 'string' ? 'decimal string' : type;
  return `${schema.format ?? type}${bounds}`;
}
