#!/usr/bin/env node
// The program as it was built into the package; inside the repository it is built from source, in milliseconds.
import { existsSync } from 'node:fs';

const built = new URL('../dist/bourse-verify.mjs', import.meta.url);
if (existsSync(built)) await import(built.href);
else await import((await (await import('../../../scripts/verifier.mjs')).buildProgram()).href);
