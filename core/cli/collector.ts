// What a server asks of node's garbage collector (core/decisions/0010-what-the-collector-keeps.md).
import { setFlagsFromString } from 'node:v8';

const FLAG = 'allocation-site-pretenuring';

/** Before anything is compiled that answers requests. Whoever starts node with the flag, either way, has decided for himself. */
export function tuneCollector(): void {
  if (!process.execArgv.some((argument) => argument.includes(FLAG))) setFlagsFromString(`--no-${FLAG}`);
}
