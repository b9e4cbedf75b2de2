// A database of documents with versions, and its servers: the application with its plugins, and the hand-written publisher. The
// application creates the documents.
import { createKernel, type DocumentObject } from '../../../core';
import type { Where } from '../data/store';
import { VERSION_COMPONENTS, VERSION_TYPES } from '../data/versions-model';
import { openOwnApplication } from './own-application';
import { type Server, startApplication, startLimit } from './processes';
import { component, componentFile } from './write-application';

export interface VersionsDeployment {
  readonly pages: readonly string[];
  readonly tags: readonly string[];
  readonly files: readonly string[];
  application(): Promise<Server>;
  limit(): Promise<Server>;
  close(): Promise<void>;
}

const LOCALES: readonly string[] = ['en', 'fr'];
const FEW = 50;
const BATCH = 200;

export async function createVersionsDeployment(
  where: Where,
  { rows, dist }: { readonly rows: number; readonly dist: string },
): Promise<VersionsDeployment> {
  return openOwnApplication(where, 'versions', filesOf(), async ({ dir, where: own, keep, close }) => ({
    ...(await makeDocuments(dir, rows)),
    application: () => keep(startApplication({ dist, dir }, '/api/tags')),
    limit: () => keep(startLimit('publisher', own)),
    close,
  }));
}

function filesOf(): Readonly<Record<string, unknown>> {
  const types = VERSION_TYPES.map((each) => [`content-types/${each.info.singularName}`, each]);
  const components = Object.entries(VERSION_COMPONENTS).map(([uid, attributes]) => [
    componentFile(uid),
    component(uid, attributes),
  ]);
  return {
    ...Object.fromEntries([...types, ...components]),
    plugins: { rest: true, 'draft-and-publish': true, i18n: { config: { locales: LOCALES } } },
  };
}

type Service = Readonly<Record<'create' | 'update', (args: object) => Promise<DocumentObject>>>;

async function makeDocuments(
  dir: string,
  rows: number,
): Promise<Pick<VersionsDeployment, 'pages' | 'tags' | 'files'>> {
  const kernel = await createKernel({ dir, env: { NODE_ENV: 'production' } });
  await kernel.start();
  const make = async (name: string, count: number, dataOf: (index: number) => object): Promise<string[]> => {
    const service = kernel.documents(`api::${name}.${name}`) as unknown as Service;
    const isLocal = ['writer', 'label', 'story'].includes(name);
    const ids: string[] = [];
    while (ids.length < count)
      await kernel.documents.transaction(async () => {
        for (let left = Math.min(BATCH, count - ids.length); left > 0; left -= 1) {
          const data = dataOf(ids.length);
          const { documentId } = await service.create({ data });
          if (isLocal) {
            const { title, name: called } = data as { readonly title?: string; readonly name?: string };
            const words = title === undefined ? { name: called } : { title, summary: SUMMARY };
            await service.update({ documentId, locale: LOCALES[1], data: words });
          }
          ids.push(documentId);
        }
      });
    return ids;
  };
  const of = (list: readonly string[], index: number): string => list[index % list.length] ?? '';
  for (const prefix of ['', 'plain']) {
    const writers = await make(`${prefix}writer`, FEW, (index) => ({
      name: `writer ${index}`,
      email: 'a@b.org',
    }));
    const labels = await make(`${prefix}label`, FEW, (index) => ({ name: `label ${index}`, color: 'red' }));
    await make(`${prefix}story`, rows, (index) => ({
      title: `story ${index}`,
      summary: SUMMARY,
      rating: index % 10,
      moment: '2024-05-06T07:08:09.000Z',
      writer: of(writers, index),
      labels: [of(labels, index), of(labels, index * 7 + 1), of(labels, index * 3 + 2)].filter(
        (id, at, all) => all.indexOf(id) === at,
      ),
    }));
  }
  const tags = await make('tag', FEW, (index) => ({ name: `tag ${index}` }));
  const files = await make('file', FEW, (index) => ({ name: `file ${index}` }));
  const pages = await make('page', FEW, (index) => ({ title: `page ${index}` }));
  await kernel.stop();
  return { pages, tags, files };
}

const SUMMARY = 'a copper lantern over the meadow, and the river under the bridge, and no answer';
