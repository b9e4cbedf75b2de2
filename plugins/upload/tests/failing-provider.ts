// A storage whose writes fail with the code of its options.
import createMemoryProvider from '../memory-provider.example';
import type { UploadProvider } from '../providers/provider';

export default function createFailingProvider({ code }: { readonly code: string }): UploadProvider {
  return {
    ...createMemoryProvider(),
    put: async () => {
      throw Object.assign(new Error('the storage fails'), { code });
    },
  };
}
