// A storage with one failing method. The method rejects, or throws at once, with the code or the status of the options.
import { AppError } from '../../../core';
import createMemoryProvider from '../memory-provider.example';
import type { UploadProvider } from '../storage/providers/provider';

interface FailingOptions {
  readonly method: keyof UploadProvider;
  readonly code?: string;
  /** The error is one for clients. */
  readonly status?: number;
  readonly throws?: boolean;
  /** Absent: the method always fails. */
  readonly when?: (...args: unknown[]) => boolean;
}

export default function createFailingProvider(options: FailingOptions): UploadProvider {
  const { method, code, status, throws, when = () => true } = options;
  const memory = { ...createMemoryProvider(), signedUrl: async (name: string) => `/${name}?signed` };
  const fail = () => {
    const error =
      status === undefined
        ? Object.assign(new Error('the storage fails'), { code })
        : new AppError({ status, code: 'STORAGE', name: 'StorageError', message: 'the storage fails' });
    if (throws) throw error;
    return Promise.reject(error);
  };
  const works = memory[method] as (...args: unknown[]) => unknown;
  return { ...memory, [method]: (...args: unknown[]) => (when(...args) ? fail() : works(...args)) };
}
