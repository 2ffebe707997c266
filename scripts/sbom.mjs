// npm run sbom: writes dist/bourse.cdx.json, the bill of materials of a release (CycloneDX 1.6), from package-lock.json alone. The same lock file gives
// the same bytes.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './bundle.mjs';
import { productionPackages } from './lock.mjs';

const purlOf = ({ name, version }) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** A component's reference: two copies of one version in different places are one component. */
const refOf = (one) => (one.own ? `bourse:${one.place}` : purlOf(one));

function licensesOf({ license }) {
  if (!license) return [];
  return /[ ()]/.test(license)
    ? [{ expression: license }]
    : [{ license: /^SEE LICENSE/i.test(license) ? { name: license } : { id: license } }];
}

/** An integrity of npm as CycloneDX writes hashes: the algorithm's name and hexadecimal digits. */
function hashesOf({ integrity }) {
  return (integrity ?? '')
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [algorithm, base64] = [one.slice(0, one.indexOf('-')), one.slice(one.indexOf('-') + 1)];
      return { alg: algorithm.replace(/^sha(\d+)$/, 'SHA-$1'), content: Buffer.from(base64, 'base64').toString('hex') };
    });
}

function componentOf(one) {
  const scope = /^(@[^/]+)\/(.+)$/.exec(one.name);
  return {
    type: one.own ? 'application' : 'library',
    'bom-ref': refOf(one),
    ...(scope ? { group: scope[1], name: scope[2] } : { name: one.name }),
    ...(one.version ? { version: one.version } : {}),
    scope: one.optional ? 'optional' : 'required',
    ...(licensesOf(one).length > 0 ? { licenses: licensesOf(one) } : {}),
    ...(hashesOf(one).length > 0 ? { hashes: hashesOf(one) } : {}),
    ...(one.own ? {} : { purl: purlOf(one) }),
  };
}

/** The bill of materials of a lock file. */
export function billOfMaterials(lockText, { name, version, license }) {
  const packages = productionPackages(lockText);
  const byPlace = new Map(packages.map((one) => [one.place, one]));
  const unique = [...new Map(packages.map((one) => [refOf(one), one])).values()].sort((a, b) => (refOf(a) < refOf(b) ? -1 : 1));
  const hex = createHash('sha256').update(lockText).digest('hex');
  const self = `pkg:npm/${name}@${version}`;
  const dependsOn = new Map();
  for (const one of packages) {
    const known = dependsOn.get(refOf(one)) ?? new Set();
    for (const place of one.dependencies) if (byPlace.has(place)) known.add(refOf(byPlace.get(place)));
    dependsOn.set(refOf(one), known);
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': self, name, version, licenses: [{ license: { id: license } }], purl: self },
    },
    components: unique.map(componentOf),
    dependencies: [
      { ref: self, dependsOn: unique.filter(({ own }) => own).map(refOf) },
      ...unique.map((one) => ({ ref: refOf(one), dependsOn: [...dependsOn.get(refOf(one))].sort() })),
    ],
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const file = join(root, 'dist/bourse.cdx.json');
  const bill = billOfMaterials(read('package-lock.json'), JSON.parse(read('package.json')));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} components: ${file}`);
}
