// The local storage with another `put`: it stores the bytes of a file in reverse order.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createLocalProvider } from '../storage/providers/local';
import type { UploadProviderFactory } from '../storage/providers/provider';

const createReversingProvider: UploadProviderFactory = async (options, host) => {
  const local = await createLocalProvider(options, host);
  return {
    ...local,
    put: async (name, bytes, facts) =>
      local.put(name, Readable.from([(await buffer(bytes)).reverse()]), facts),
  };
};

export default createReversingProvider;
