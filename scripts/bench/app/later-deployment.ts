// A database of four types, and its server. `kept` has a history, `plain` has the same attributes without one. A POST of `queued` adds a
// job in its transaction, a POST of `single` does not.
import { createKernel, type DocumentObject } from '../../../core';
import type { Where } from '../data/store';
import { openOwnApplication } from './own-application';
import { type Server, startApplication } from './processes';

export interface LaterDeployment {
  readonly kept: readonly string[];
  readonly plain: readonly string[];
  application(): Promise<Server>;
  close(): Promise<void>;
}

const BATCH = 50;
/** The paragraph that a save replaces. */
const CHANGED = 7;

export async function createLaterDeployment(
  where: Where,
  { rows, dist }: { readonly rows: number; readonly dist: string },
): Promise<LaterDeployment> {
  return openOwnApplication(where, 'later', filesFor(dist), async ({ dir, keep, close }) => ({
    ...(await makeDocuments(dir, rows)),
    application: () => keep(startApplication({ dist, dir }, '/api/plains')),
    close,
  }));
}

const typeFile = (name: string, attributes: object, draftAndPublish: boolean) => ({
  info: { singularName: name, pluralName: `${name}s` },
  options: { draftAndPublish },
  attributes,
});
const TEXTS = {
  title: { type: 'string' },
  body: { type: 'richtext' },
  blocks: { type: 'json' },
  parts: { type: 'component', component: 'shared.part', repeatable: true },
} as const;
const SHORT = { title: { type: 'string' }, rating: { type: 'integer' } } as const;

const filesFor = (dist: string) => ({
  'components/shared/part': {
    info: { displayName: 'part' },
    attributes: { text: { type: 'text' }, rating: { type: 'integer' } },
  },
  'content-types/kept': typeFile('kept', TEXTS, true),
  'content-types/plain': typeFile('plain', TEXTS, true),
  'content-types/queued': typeFile('queued', SHORT, false),
  'content-types/single': typeFile('single', SHORT, false),
  plugins: {
    rest: true,
    'draft-and-publish': true,
    jobs: true,
    history: {
      enabled: true,
      config: {
        types: { 'api::plain.plain': false, 'api::queued.queued': false, 'api::single.single': false },
      },
    },
    'bench-queue': { enabled: true, resolve: `${dist}/scripts/bench/app/queue-plugin.js` },
  },
});

/** 20 KB of JSON. Documents of different numbers differ in one paragraph of the text. */
export function documentOf(number: number): Readonly<Record<string, unknown>> {
  const paragraph = (at: number): string =>
    `Paragraph ${at} of this letter speaks of a copper lantern over the meadow, and of the river under the bridge. `.repeat(
      4,
    );
  const paragraphs = Array.from({ length: 16 }, (_, at) => paragraph(at));
  paragraphs[CHANGED] =
    `Letter ${number} tells of winter number ${number} in the valley of the ${number} mills. `.repeat(6);
  return {
    title: 'a winter letter',
    body: paragraphs.join('\n\n'),
    blocks: Array.from({ length: 13 }, (_, at) => ({
      type: 'paragraph',
      children: [{ type: 'text', text: paragraph(at) }],
    })),
    parts: Array.from({ length: 12 }, (_, at) => ({ text: paragraph(at), rating: at })),
  };
}

type Service = { create(args: object): Promise<DocumentObject> };

async function makeDocuments(dir: string, rows: number): Promise<Pick<LaterDeployment, 'kept' | 'plain'>> {
  const kernel = await createKernel({ dir, env: { NODE_ENV: 'production' } });
  await kernel.start();
  const make = async (name: string): Promise<string[]> => {
    const service = kernel.documents(`api::${name}.${name}`) as unknown as Service;
    const ids: string[] = [];
    while (ids.length < rows)
      await kernel.documents.transaction(async () => {
        for (let left = Math.min(BATCH, rows - ids.length); left > 0; left -= 1)
          ids.push((await service.create({ data: documentOf(0), status: 'published' })).documentId);
      });
    return ids;
  };
  const documents = { kept: await make('kept'), plain: await make('plain') };
  await kernel.stop();
  return documents;
}
