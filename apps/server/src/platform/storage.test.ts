import { temporaryFolder } from '../testing/database.ts';
import { storageConformance } from './storage.conformance.ts';
import { createFolderStorage } from './storage.ts';

storageConformance('folder', async () => createFolderStorage(temporaryFolder()));
