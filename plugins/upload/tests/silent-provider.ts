// The local storage with methods that never answer.
import { createLocalProvider } from '../storage/providers/local';
import type { UploadProvider } from '../storage/providers/provider';

interface SilentOptions {
  readonly folder: string;
  readonly methods: readonly (keyof UploadProvider)[];
}

export default async function createSilentProvider(
  { folder, methods }: SilentOptions,
  host: Parameters<typeof createLocalProvider>[1],
): Promise<UploadProvider> {
  const silent = methods.map((method) => [method, () => new Promise(() => undefined)]);
  return { ...(await createLocalProvider({ folder }, host)), ...Object.fromEntries(silent) };
}
