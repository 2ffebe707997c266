// Reads package-lock.json: which packages a server and its app are made of, and what each depends on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle.mjs';

/**
 * @typedef {{ place: string, name: string, version: string, license?: string, integrity?: string, engines?: { node?: string }, optional: boolean,
 *   own: boolean, dependencies: string[] }} LockedPackage `dependencies` are places. `own` packages are workspaces of this project.
 */

/** Every package that is installed in production, without those that only development needs. @returns {LockedPackage[]} */
export function productionPackages(text = readFileSync(join(root, 'package-lock.json'), 'utf8')) {
  const { packages } = JSON.parse(text);
  const placeOf = (from, name) => {
    for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
      const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      if (packages[place]) return packages[place].link ? packages[place].resolved : place;
      if (folder === '') return undefined;
    }
  };
  return Object.entries(packages)
    .filter(([place, { dev, link, extraneous }]) => place !== '' && !dev && !link && !extraneous)
    .map(([place, one]) => ({
      place,
      name: one.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: one.version,
      license: one.license,
      integrity: one.integrity,
      engines: one.engines,
      optional: one.optional === true,
      own: !place.includes('node_modules/'),
      dependencies: Object.keys({ ...one.dependencies, ...one.optionalDependencies, ...one.peerDependencies })
        .map((name) => placeOf(place, name))
        .filter((found) => found !== undefined && !packages[found].dev)
        .sort(),
    }));
}
