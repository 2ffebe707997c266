/** Every sentence of the product, in English: a namespace for each feature. Other languages are JSON files with the same keys. */
export * as english from './namespaces.ts';
