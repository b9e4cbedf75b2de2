// A storage with one failing method. The method rejects, or throws at once, with the code of the options.
import createMemoryProvider from '../memory-provider.example';
import type { UploadProvider } from '../providers/provider';

interface FailingOptions {
  readonly method: keyof UploadProvider;
  readonly code?: string;
  readonly throws?: boolean;
  /** Absent: the method always fails. */
  readonly when?: () => boolean;
}

export default function createFailingProvider(options: FailingOptions): UploadProvider {
  const { method, code, throws, when = () => true } = options;
  const memory = { ...createMemoryProvider(), signedUrl: async (name: string) => `/${name}?signed` };
  const fail = () => {
    const error = Object.assign(new Error('the storage fails'), { code });
    if (throws) throw error;
    return Promise.reject(error);
  };
  const works = memory[method] as (...args: unknown[]) => unknown;
  return { ...memory, [method]: (...args: unknown[]) => (when() ? fail() : works(...args)) };
}
