// The local storage, with addresses of another site: `providerOptions: { site: 'http://127.0.0.1:4000' }`.
import { createLocalProvider } from '../storage/providers/local';
import type { UploadProviderFactory } from '../storage/providers/provider';

const createOtherSiteProvider: UploadProviderFactory = async (options, host) => {
  const { site } = options as { readonly site: string };
  const local = await createLocalProvider({}, host);
  return { ...local, url: (name) => `${site}/${name}` };
};

export default createOtherSiteProvider;
