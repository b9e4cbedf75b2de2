// Every combination of types with and without locales and drafts, linked in every way. Reads, filters and sorts
// use the requested locale and status, from both sides of a relation.
import type { ContentTypeDefinition } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp, requester } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const KINDS = {
  plain: {},
  local: localized,
  drafty: { options: { draftAndPublish: true } },
  both: { ...localized, options: { draftAndPublish: true } },
} as const;
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];
const hasLocale = (kind: Kind): boolean => kind === 'local' || kind === 'both';
const hasStatus = (kind: Kind): boolean => kind === 'drafty' || kind === 'both';

const relation = (kind: string, target: string, side: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...side,
});
const TYPES = NAMES.map(
  (name): ContentTypeDefinition => ({
    info: { singularName: name, pluralName: `${name}s` },
    ...KINDS[name],
    attributes: {
      name: { type: 'string', ...localized },
      box: { type: 'component', component: 'shared.box', ...localized },
      ...Object.fromEntries(
        NAMES.flatMap((target) => [
          [`one_${target}`, relation('manyToOne', target, { inversedBy: `ones_of_${name}` })],
          [`ones_of_${target}`, relation('oneToMany', target, { mappedBy: `one_${name}` })],
          [`many_${target}`, relation('manyToMany', target, { inversedBy: `manies_of_${name}` })],
          [`manies_of_${target}`, relation('manyToMany', target, { mappedBy: `many_${name}` })],
          [`pair_${target}`, relation('oneToOne', target, { inversedBy: `pair_of_${name}` })],
          [`pair_of_${target}`, relation('oneToOne', target, { mappedBy: `pair_${name}` })],
        ]),
      ),
    },
  }),
);
const COMPONENTS = {
  'shared.box': {
    info: {},
    attributes: Object.fromEntries(NAMES.map((name) => [`to_${name}`, relation('oneToMany', name)])),
  },
};

const LOCALES = ['en', 'fr'];
const STATUSES = ['published', 'draft'];
const READS = LOCALES.flatMap((locale) => STATUSES.map((status) => ({ locale, status })));

describe.each(testDatabases())('combinations of locales and drafts on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);
  const targets = new Map<Kind, string>();

  /** Each row is named after its locale and status. */
  const nameOf = (kind: Kind, { locale, status }: { locale: string; status: string }): string =>
    [kind, hasLocale(kind) ? locale : '', hasStatus(kind) ? status : ''].join(' ').trim();

  /** A document with one row per locale and status of the type, all with the given links. */
  const make = async (kind: Kind, links: object = {}): Promise<string> => {
    let documentId = '';
    const rows = READS.filter(({ locale }) => locale === 'en' || hasLocale(kind)).filter(
      ({ status }) => status === 'published' || hasStatus(kind),
    );
    for (const row of rows) {
      const query = `?locale=${row.locale}${row.status === 'draft' ? '&status=draft' : ''}`;
      const data = { name: nameOf(kind, row), ...(row.status === 'published' ? links : {}) };
      const { status, body } = documentId
        ? await call('put', `${kind}s/${documentId}${query}`, data)
        : await call('post', `${kind}s${query}`, data);
      if (status >= 300) throw new Error(`${kind} ${query}: ${JSON.stringify(body.error)}`);
      documentId = body.data.documentId;
    }
    return documentId;
  };

  beforeAll(async () => {
    app = await openApp({ locales: LOCALES }, { database, contentTypes: TYPES, components: COMPONENTS });
    for (const kind of NAMES) targets.set(kind, await make(kind));
  });
  afterAll(() => app?.close());

  it.each(NAMES.flatMap((source) => NAMES.map((target) => [source, target] as const)))(
    'from %s to %s',
    async (source, target) => {
      const to = targets.get(target) ?? '';
      const links = {
        [`one_${target}`]: to,
        [`many_${target}`]: [to],
        [`pair_${target}`]: to,
        box: { [`to_${target}`]: [to] },
      };
      const from = await make(source, links);
      const populate = ['one', 'many', 'pair']
        .map((link, index) => `populate[${index}]=${link}_${target}`)
        .join('&');
      for (const read of READS) {
        const query = `locale=${read.locale}&status=${read.status}`;
        const at = `${source} ${target} ${query}`;
        const seen = nameOf(target, read);
        const { data } = (
          await call('get', `${source}s/${from}?${query}&${populate}&populate[3]=box.to_${target}`)
        ).body;
        expect([
          at,
          data.name,
          data[`one_${target}`]?.name,
          data[`many_${target}`].map((one: { name: string }) => one.name),
          data[`pair_${target}`]?.name,
          data.box[`to_${target}`].map((one: { name: string }) => one.name),
        ]).toEqual([at, nameOf(source, read), seen, [seen], seen, [seen]]);

        const inverse = ['ones', 'manies', 'pair']
          .map((link, index) => `populate[${index}]=${link}_of_${source}`)
          .join('&');
        const other = (await call('get', `${target}s/${to}?${query}&${inverse}`)).body.data;
        const own = nameOf(source, read);
        const names = (list: readonly { name: string; documentId: string }[]) =>
          list.filter(({ documentId }) => documentId === from).map(({ name }) => name);
        expect([
          at,
          names(other[`ones_of_${source}`]),
          names(other[`manies_of_${source}`]),
          other[`pair_of_${source}`]?.name,
        ]).toEqual([at, [own], [own], own]);

        for (const way of [`one_${target}`, `many_${target}`, `pair_${target}`, `box][to_${target}`]) {
          const found = await call(
            'get',
            `${source}s?${query}&filters[documentId]=${from}&filters[${way}][name]=${seen}`,
          );
          expect([at, way, found.body.data.length]).toEqual([at, way, 1]);
          const others = await call(
            'get',
            `${source}s?${query}&filters[documentId]=${from}&filters[${way}][name][$ne]=${seen}`,
          );
          expect([at, way, others.body.data.length]).toEqual([at, way, 0]);
        }
        const sorted = await call(
          'get',
          `${source}s?${query}&filters[documentId]=${from}&sort=one_${target}.name`,
        );
        expect([at, sorted.body.data.length]).toEqual([at, 1]);
      }
      await call('delete', `${source}s/${from}?locale=*`);
    },
  );
});
