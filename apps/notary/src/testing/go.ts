import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const goPath = process.env['BOURSE_GO_PATH'] ?? '/usr/share/gocode';

/** What a comparison with Go's implementation needs and this machine lacks; undefined when all is there. */
export function whatIsMissing(): string | undefined {
  if (spawnSync('go', ['version']).status !== 0) return 'the Go compiler is not installed (Debian: golang-go)';
  if (!existsSync(join(goPath, 'src/golang.org/x/mod/sumdb/tlog')))
    return 'golang.org/x/mod is not installed (Debian: golang-golang-x-mod-dev)';
  return undefined;
}

export interface GoProgram {
  folder: string;
  path: string;
  remove: () => void;
}

/** Builds one of the programs beside this file, in a folder of its own. */
export function buildGo(source: string): GoProgram {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-go-'));
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: goPath, GOCACHE: join(folder, 'cache'), CGO_ENABLED: '0' };
  const path = join(folder, 'check');
  execFileSync('go', ['build', '-o', path, ...[source, 'common.go'].map((file) => join(import.meta.dirname, file))], { env });
  return { folder, path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
