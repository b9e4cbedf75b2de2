// Checks the boundaries of the code (boundaries/rules.ts). Prints each breach and exits with 1 if there is one.
import { resolve } from 'node:path';
import { findBreaches } from './boundaries/find-breaches';

const { files, imports, breaches } = findBreaches(resolve(__dirname, '..', '..'));
for (const text of breaches) console.error(text);
console.log(`boundaries: ${files} files, ${imports} imports, ${breaches.length} breaches`);
process.exitCode = breaches.length > 0 ? 1 : 0;
