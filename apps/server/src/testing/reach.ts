import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { catalogue, type ErrorName } from '@bourse/protocol/errors';
import { parseAst } from 'vite';

/**
 * Computes from the sources what code can reach: the refusals it names and the commands it makes. A name leads to its declaration, across imports. A
 * member (`protection.mayOpen`) leads to the members of that name in the files that its file imports (types included) and in the files that those
 * import. If one of these declares an interface with such a member, it also leads to every file that imports the interface. The result may contain
 * too much, never too little.
 */
export interface Reached {
  refusals: ReadonlySet<ErrorName>;
  commands: ReadonlySet<string>;
}

type Node = { type: string } & Record<string, unknown>;
/** A piece of code and where its names are looked up: first in the declaration around it, then in its module. */
interface Place {
  node: Node;
  module: Module;
  around: Node;
}
interface Step {
  refusals: Set<ErrorName>;
  commands: Set<string>;
  next: Set<Place>;
}
interface Module {
  path: string;
  declared: Map<string, Node>;
  imported: Map<string, { from: string; name: string }>;
  /** Every file that it imports, types included. */
  imports: Set<string>;
  /** Members of the interfaces it declares. */
  promised: Set<string>;
  /** `export { x } from …` and `export * from …`. */
  passedOn: { from: string; names: Map<string, string> | undefined }[];
}

/** Members of JavaScript's own collections and promises are not followed. */
const builtIn = new Set(
  'get set has add delete clear push pop shift splice slice map flatMap filter find findLast some every reduce sort join keys values entries forEach then catch finally test exec match replace split trim toString toJSON length size at includes indexOf concat next query transaction now after stop start close end warn info error debug log observe'.split(
    ' ',
  ),
);

export class Sources {
  private readonly modules = new Map<string, Module>();
  private readonly members = new Map<string, Place[]>();
  private readonly calls = new Map<string, Place[]>();
  private readonly steps = new Map<Node, Step>();
  private readonly near = new Map<Module, ReadonlySet<Module>>();

  constructor(folder: string) {
    for (const path of sourcesIn(folder)) this.read(path);
  }

  /** The code that the handler of a call reaches: the value of the call's property. */
  fromCall(name: string): Reached {
    return this.from(this.calls.get(name) ?? []);
  }

  /** What executes a command, by its name where its room is assembled (`rooms.ts`, `room.ts`). */
  fromRoom(command: string): Reached {
    const places: Place[] = [];
    for (const module of this.modules.values())
      if (/\/rooms?\.ts$/.test(module.path))
        for (const around of module.declared.values())
          walk(around, (node) => {
            if (node.type === 'Property' && nameOf(node['key']) === command) places.push({ node: node['value'] as Node, module, around });
          });
    return this.from(places);
  }

  private from(places: readonly Place[]): Reached {
    const refusals = new Set<ErrorName>();
    const commands = new Set<string>();
    const seen = new Set<Node>();
    const open = [...places];
    for (let place = open.pop(); place; place = open.pop()) {
      if (seen.has(place.node)) continue;
      seen.add(place.node);
      const step = this.stepOf(place);
      for (const refusal of step.refusals) refusals.add(refusal);
      for (const command of step.commands) commands.add(command);
      for (const next of step.next) if (!seen.has(next.node)) open.push(next);
    }
    return { refusals, commands };
  }

  /** The names that a piece of code uses, and where they lead. */
  private stepOf({ node, module, around }: Place): Step {
    const known = this.steps.get(node);
    if (known) return known;
    const step: Step = { refusals: new Set(), commands: new Set(), next: new Set() };
    const names = new Set<string>();
    const members = new Set<string>();
    walk(node, (one) => {
      const { value } = one;
      if (one.type === 'Literal' && typeof value === 'string' && Object.hasOwn(catalogue, value)) step.refusals.add(value as ErrorName);
      if (one.type === 'Property' && nameOf(one['key']) === 'kind') {
        const kind = stringIn(value as Node);
        if (kind !== undefined) step.commands.add(kind);
      }
      if (one.type === 'Identifier') names.add(one['name'] as string);
      if (one.type === 'MemberExpression' && one['computed'] !== true) members.add(nameOf(one['property']) ?? '');
    });
    for (const name of names) {
      const local = declaredIn(around, name);
      for (const inner of local) step.next.add({ node: inner, module, around });
      if (local.length === 0) for (const place of this.meaning(module, name)) step.next.add(place);
    }
    for (const name of members) if (!builtIn.has(name)) for (const place of this.membersNear(module, name)) step.next.add(place);
    this.steps.set(node, step);
    return step;
  }

  private membersNear(module: Module, name: string): Place[] {
    const found = this.members.get(name);
    if (!found) return [];
    let near = this.near.get(module);
    if (!near) {
      const imports = [...module.imports].flatMap((path) => this.modules.get(path) ?? []);
      near = new Set([module, ...imports, ...imports.flatMap((one) => [...one.imports].flatMap((path) => this.modules.get(path) ?? []))]);
      this.near.set(module, near);
    }
    const files = near;
    const kept = (module: Module) =>
      [...module.imports].some((path) => [...files].some((one) => one.path === path && one.promised.has(name)));
    return found.filter((place) => files.has(place.module) || kept(place.module));
  }

  /** The declaration of a module's name, in this module or in the one that it is imported from. */
  private meaning(module: Module, name: string): Place[] {
    const own = module.declared.get(name);
    if (own) return [{ node: own, module, around: own }];
    const imported = module.imported.get(name);
    return imported ? this.exported(this.modules.get(imported.from), imported.name) : [];
  }

  private exported(module: Module | undefined, name: string): Place[] {
    if (!module) return [];
    const own = this.meaning(module, name);
    if (own.length > 0) return own;
    return module.passedOn.flatMap(({ from, names }) =>
      names === undefined
        ? this.exported(this.modules.get(from), name)
        : names.has(name)
          ? this.exported(this.modules.get(from), names.get(name) as string)
          : [],
    );
  }

  private read(path: string): void {
    const program = parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }) as unknown as Node;
    const module: Module = { path, declared: new Map(), imported: new Map(), imports: new Set(), promised: new Set(), passedOn: [] };
    this.modules.set(path, module);
    for (const statement of program['body'] as Node[]) this.readStatement(module, statement);
  }

  private readStatement(module: Module, statement: Node): void {
    const from = stringIn(statement['source'] as Node | null);
    const target = from?.startsWith('.') ? resolve(dirname(module.path), from) : undefined;
    if (target !== undefined) module.imports.add(target);
    if (statement.type === 'ImportDeclaration' && target !== undefined) {
      for (const one of statement['specifiers'] as Node[])
        module.imported.set(nameOf(one['local']) ?? '', { from: target, name: nameOf(one['imported']) ?? 'default' });
    } else if (statement.type === 'ExportAllDeclaration' && target !== undefined) module.passedOn.push({ from: target, names: undefined });
    else if (statement.type === 'ExportNamedDeclaration' && target !== undefined) {
      const names = (statement['specifiers'] as Node[]).map((one): [string, string] => [
        nameOf(one['exported']) ?? '',
        nameOf(one['local']) ?? '',
      ]);
      module.passedOn.push({ from: target, names: new Map(names) });
    } else {
      const declaration = (statement['declaration'] as Node | null | undefined) ?? statement;
      if (declaration.type === 'TSInterfaceDeclaration')
        for (const member of (declaration['body'] as Node)['body'] as Node[]) module.promised.add(nameOf(member['key']) ?? '');
      for (const [name, node] of declarationsOf(declaration)) {
        module.declared.set(name, node);
        this.readMembers(module, node);
      }
    }
  }

  private readMembers(module: Module, around: Node): void {
    const keep = (into: Map<string, Place[]>, name: string, node: Node) =>
      into.set(name, [...(into.get(name) ?? []), { node, module, around }]);
    walk(around, (node) => {
      if (node.type !== 'Property' && node.type !== 'MethodDefinition' && node.type !== 'PropertyDefinition') return;
      const value = node['value'] as Node | null;
      const name = nameOf(node['key']);
      if (!value || name === undefined) return;
      if (/^(GET|POST|PUT) /.test(name)) keep(this.calls, name, value);
      // What a call makes (`sessions: createSessionStore(…)`) is a member as well as what is written there.
      else if (/Function|^CallExpression$/.test(value.type) || value.type === 'Identifier') keep(this.members, name, value);
    });
  }
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' || entry.name === 'oracle' ? [] : sourcesIn(path);
    return entry.name.endsWith('.ts') && !/\.test\.|fixture|testing|conformance/.test(entry.name) ? [path] : [];
  });
}

function declarationsOf(node: Node): [string, Node][] {
  if (node.type === 'VariableDeclaration')
    return (node['declarations'] as Node[]).flatMap((one): [string, Node][] => patternNames(one['id'] as Node).map((name) => [name, one]));
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return [[nameOf(node['id']) ?? '', node]];
  return [];
}

function patternNames(pattern: Node): string[] {
  const names: string[] = [];
  if (pattern.type === 'Identifier') names.push(pattern['name'] as string);
  for (const key of ['properties', 'elements'])
    for (const one of (pattern[key] as (Node | null)[] | undefined) ?? [])
      if (one) names.push(...patternNames((one['value'] ?? one['argument'] ?? one) as Node));
  return names;
}

const locals = new WeakMap<Node, Map<string, Node[]>>();
/** Declarations inside a piece of code, by name. */
function declaredIn(around: Node, name: string): Node[] {
  let known = locals.get(around);
  if (!known) {
    known = new Map<string, Node[]>();
    const found = known;
    walk(around, (node) => {
      for (const [inner, declaration] of declarationsOf(node))
        if (declaration !== around) found.set(inner, [...(found.get(inner) ?? []), declaration]);
    });
    locals.set(around, known);
  }
  return known.get(name) ?? [];
}

/** Visits code that runs: skips types, labels, and values that are only compared. */
function walk(node: Node, visit: (node: Node) => void): void {
  if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return;
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node['operator'] as string)) {
    for (const side of [node['left'], node['right']] as Node[]) if (side.type !== 'Literal') walk(side, visit);
    return;
  }
  visit(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeParameters' || key === 'typeArguments') continue;
    if ((key === 'key' || key === 'property') && node['computed'] !== true) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (child !== null && typeof child === 'object' && typeof (child as Node).type === 'string') walk(child as Node, visit);
  }
}

function stringIn(node: Node | null | undefined): string | undefined {
  if (!node) return undefined;
  if (node.type === 'TSAsExpression') return stringIn(node['expression'] as Node);
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

function nameOf(key: unknown): string | undefined {
  const node = key as Node | null | undefined;
  if (node?.type === 'Identifier') return node['name'] as string;
  return stringIn(node);
}
