import { describe, expect, it } from 'vitest';
import { laterChunks, type Manifest, staticFiles } from './manifest.ts';

const manifest: Manifest = {
  'index.html': { file: 'a/index.js', isEntry: true, imports: ['_base'] },
  _base: { file: 'a/base.js', imports: ['_base'] },
  'Home.tsx': { file: 'a/home.js', imports: ['_base', '_list'], dynamicImports: ['Chart.tsx', 'Other.tsx'] },
  _list: { file: 'a/list.js' },
  'Chart.tsx': { file: 'a/chart.js', src: 'node_modules/klinecharts/index.js' },
  'Other.tsx': { file: 'a/other.js' },
};

describe('walking the build', () => {
  it('counts every file once, and nothing that comes later', () => {
    expect(staticFiles(manifest, ['index.html', 'Home.tsx'])).toEqual(['a/index.js', 'a/base.js', 'a/home.js', 'a/list.js']);
  });
  it('finds what a screen loads by itself', () => expect(laterChunks(manifest, ['Home.tsx'], /klinecharts/)).toEqual(['Chart.tsx']));
  it('says when a chunk is not there', () => expect(() => staticFiles(manifest, ['Gone.tsx'])).toThrow('no chunk called Gone.tsx'));
});
