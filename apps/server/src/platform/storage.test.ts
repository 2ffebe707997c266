import { storageConformance } from './storage.conformance.ts';
import { createFolderStorage } from './storage.ts';
import { temporaryFolder } from './testing.ts';

storageConformance('folder', async () => createFolderStorage(temporaryFolder()));
