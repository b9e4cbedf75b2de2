// A storage with one failing method. The method rejects, or throws at once, with the code of the options.
import createMemoryProvider from '../memory-provider.example';
import type { UploadProvider } from '../providers/provider';

interface FailingOptions {
  readonly method: keyof UploadProvider;
  readonly code?: string;
  readonly throws?: boolean;
}

export default function createFailingProvider({ method, code, throws }: FailingOptions): UploadProvider {
  const fail = () => {
    const error = Object.assign(new Error('the storage fails'), { code });
    if (throws) throw error;
    return Promise.reject(error);
  };
  return { ...createMemoryProvider(), [method]: fail };
}
