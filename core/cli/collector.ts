// What a server asks of node's garbage collector (core/decisions/0010-what-the-collector-keeps.md).
import { setFlagsFromString } from 'node:v8';

const FLAG = 'allocation-site-pretenuring';

/** Before anything is compiled that answers requests. Who starts node with the flag, on or off, has decided already. */
export function tuneCollector(): void {
  if (!process.execArgv.some((argument) => argument.includes(FLAG))) setFlagsFromString(`--no-${FLAG}`);
}
