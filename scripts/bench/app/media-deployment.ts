// A database of documents with a file and with a related document of the same attributes, and its server.
import { createKernel, type DocumentObject } from '../../../core';
import type { Where } from '../data/store';
import { openOwnApplication } from './own-application';
import { type Server, startApplication } from './processes';

export interface MediaDeployment {
  readonly stories: readonly string[];
  application(): Promise<Server>;
  close(): Promise<void>;
}

const FILE = 'plugin::upload.file';
const STORY = 'api::story.story';
const PICTURE = 'api::picture.picture';
const FILES = 200;
const BATCH = 200;
/** Attributes that a file has besides those of every type. */
const PICTURE_ATTRIBUTES = {
  name: { type: 'string' },
  alternativeText: { type: 'text' },
  caption: { type: 'text' },
  focalPoint: { type: 'json' },
  width: { type: 'integer' },
  height: { type: 'integer' },
  formats: { type: 'json' },
  hash: { type: 'string' },
  ext: { type: 'string' },
  mime: { type: 'string' },
  size: { type: 'decimal' },
  url: { type: 'text' },
  previewUrl: { type: 'text' },
  provider: { type: 'string' },
  provider_metadata: { type: 'json' },
};

export async function createMediaDeployment(
  where: Where,
  { rows, dist }: { readonly rows: number; readonly dist: string },
): Promise<MediaDeployment> {
  return openOwnApplication(where, 'media', FILES_OF_CONFIG, async ({ dir, keep, close }) => ({
    stories: await makeDocuments(dir, rows),
    application: () => keep(startApplication({ dist, dir }, '/api/stories')),
    close,
  }));
}

const FILES_OF_CONFIG = {
  'content-types/picture': {
    info: { singularName: 'picture', pluralName: 'pictures' },
    attributes: PICTURE_ATTRIBUTES,
  },
  'content-types/story': {
    info: { singularName: 'story', pluralName: 'stories' },
    attributes: {
      title: { type: 'string' },
      summary: { type: 'text' },
      cover: { type: 'media' },
      picture: { type: 'relation', relation: 'manyToOne', target: PICTURE },
    },
  },
  plugins: { rest: true, upload: true },
};

type Service = { create(args: object): Promise<DocumentObject> };

async function makeDocuments(dir: string, rows: number): Promise<string[]> {
  const kernel = await createKernel({ dir, env: { NODE_ENV: 'production' } });
  await kernel.start();
  const make = async (uid: string, count: number, dataOf: (index: number) => object): Promise<string[]> => {
    const service = kernel.documents(uid) as unknown as Service;
    const ids: string[] = [];
    while (ids.length < count)
      await kernel.documents.transaction(async () => {
        for (let left = Math.min(BATCH, count - ids.length); left > 0; left -= 1)
          ids.push((await service.create({ data: dataOf(ids.length) })).documentId);
      });
    return ids;
  };
  const covers = await make(FILE, FILES, fileOf);
  const pictures = await make(PICTURE, FILES, fileOf);
  const stories = await make(STORY, rows, (index) => ({
    title: `story ${index}`,
    summary: 'a copper lantern over the meadow, and the river under the bridge, and no answer',
    cover: covers[index % FILES],
    picture: pictures[index % FILES],
  }));
  await kernel.stop();
  return stories;
}

/** The row of an image with two formats. Its bytes do not exist. */
function fileOf(number: number): object {
  const hash = `lake_${number.toString(16).padStart(10, '0')}`;
  const format = (key: string, width: number, height: number) => ({
    name: `${key}_lake.jpg`,
    hash: `${key}_${hash}`,
    ext: '.jpg',
    mime: 'image/jpeg',
    path: null,
    width,
    height,
    size: 12.34,
    sizeInBytes: 12_340,
    url: `/uploads/${key}_${hash}.jpg`,
  });
  return {
    name: 'lake.jpg',
    alternativeText: 'A lake',
    width: 600,
    height: 400,
    formats: { thumbnail: format('thumbnail', 234, 156), small: format('small', 500, 333) },
    hash,
    ext: '.jpg',
    mime: 'image/jpeg',
    size: 45.67,
    url: `/uploads/${hash}.jpg`,
    provider: 'local',
  };
}
