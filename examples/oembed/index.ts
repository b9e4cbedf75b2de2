// `GET /api/oembed?url=…` answers the embed code of a page. Only configured sites are asked. Answers are cached in memory.
import { check, defineErrors, definePlugin, type Infer, runCheck } from 'quire-cms';

interface OembedConfig {
  /** Start of a page's address → endpoint of its site. */
  readonly sites: Readonly<Record<string, string>>;
  readonly seconds: number;
}

declare module 'quire-cms' {
  interface PluginConfigMap {
    oembed: OembedConfig;
  }
}

const oembedErrors = defineErrors('oembed', {
  SITE_UNKNOWN: {
    status: 400,
    name: 'ValidationError',
    message: (known: string) =>
      `No site is configured for this address. Use an address that starts with ${known}.`,
  },
  SITE_FAILED: {
    status: 502,
    name: 'BadGatewayError',
    message: () => 'The site sent no embed code. Check the address, or try again later.',
  },
});

const embedCheck = check.object(
  {
    type: check.oneOf('photo', 'video', 'link', 'rich'),
    title: check.optional(check.string()),
    html: check.optional(check.string()),
    url: check.optional(check.string()),
  },
  { open: true },
);
type Embed = Infer<typeof embedCheck>;

const address = check.string({ pattern: /^https?:\/\//, expected: 'an address like https://example.com/' });
const MOST_ENTRIES = 1000;

export default definePlugin({
  name: 'oembed',
  config: check.object({
    sites: check.record(address),
    seconds: check.optional(check.integer({ min: 0 }), 3600),
  }),

  register(app, { sites, seconds }) {
    const cache = new Map<string, { readonly until: number; readonly embed: Promise<Embed> }>();

    app.routes.add({
      method: 'GET',
      path: '/api/oembed',
      action: null,
      summary: 'Returns the embed code of a page',
      cacheControl: `public, max-age=${seconds}`,
      checks: { query: check.object({ url: check.string({ min: 1, max: 2000 }) }), answer: embedCheck },
      async handler(_request, { query: { url } }) {
        const known = cache.get(url);
        if (known && known.until > Date.now()) return { json: await known.embed };
        const site = Object.keys(sites).find((start) => url.startsWith(start));
        if (site === undefined) throw oembedErrors.SITE_UNKNOWN(Object.keys(sites).join(' or '));
        const embed = ask(`${sites[site]}?format=json&url=${encodeURIComponent(url)}`);
        if (cache.size >= MOST_ENTRIES) cache.clear();
        cache.set(url, { until: Date.now() + seconds * 1000, embed });
        embed.catch(() => cache.delete(url));
        return { json: await embed };
      },
    });
  },
});

/** Keys that the check does not name are left out. */
async function ask(endpoint: string): Promise<Embed> {
  const answer = await fetch(endpoint, { signal: AbortSignal.timeout(5000), redirect: 'error' }).catch(
    () => null,
  );
  const { value, issues } = runCheck(embedCheck, answer?.ok ? await answer.json().catch(() => null) : null);
  if (issues.length > 0) throw oembedErrors.SITE_FAILED();
  return value;
}
