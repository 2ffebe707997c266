export * from './difference.ts';
export * from './kinds.ts';
export * from './tree.ts';
export * from './written.ts';
