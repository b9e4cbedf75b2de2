// Names with a hash of their content, as build tools write them. Such a file never changes under its name.

/**
 * `main.8f3a9c2e.js` (letters and digits of a hexadecimal hash) and `index-B3xYzq1W.js` (eight characters of base64 in mixed case). A name
 * that only looks like a hash would stay in caches for a year, so `report-20240131.pdf`, `logo-original.png` and `shot-iPhone12.png` are none.
 */
const HEXADECIMAL = /[.-](?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,64}(?:\.[a-z0-9]+)+$/;
const BASE64 =
  /[.-](?=[\w-]{8}\.)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[0-9][0-9_-]*[A-Za-z])[\w-]{8}(?:\.[a-z0-9]+)+$/;

export const hasHash = (name: string): boolean => HEXADECIMAL.test(name) || BASE64.test(name);
