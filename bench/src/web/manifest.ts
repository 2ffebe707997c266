import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** One entry of Vite's manifest: a chunk, what it imports at once, and what it may import later. */
export interface ManifestEntry {
  file: string;
  name?: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}
export type Manifest = Record<string, ManifestEntry>;

export const readManifest = (dist: string): Manifest => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** The files a browser loads for these chunks before any of them runs: each with everything it imports statically, once. */
export function staticFiles(manifest: Manifest, keys: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    const entry = manifest[key];
    if (!entry) throw new Error(`the build has no chunk called ${key}`);
    seen.add(key);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return [...seen].map((key) => manifest[key]!.file).filter((file) => file.endsWith('.js'));
}

/** Chunks that any of these may import later, by a part of their name. */
export function laterChunks(manifest: Manifest, keys: readonly string[], named: RegExp): string[] {
  const files = new Set(staticFiles(manifest, keys));
  const near = Object.values(manifest).filter((entry) => files.has(entry.file));
  return [...new Set(near.flatMap((entry) => entry.dynamicImports ?? []))].filter((key) =>
    named.test(`${key} ${manifest[key]?.src ?? ''} ${manifest[key]?.name ?? ''}`),
  );
}

/** Bytes on the wire with gzip, as a plain server would send them. */
export const gzipBytes = (dist: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);

/** Bytes of the scripts that the page itself holds, with gzip. */
export const inlineBytes = (dist: string): number =>
  [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)].reduce(
    (sum, [, text = '']) => sum + gzipSync(text, { level: 9 }).length,
    0,
  );
