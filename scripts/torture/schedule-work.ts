// The application of the scenario `schedule`: pages with drafts, and a row for each publication, in its transaction.
import { definePlugin } from '../../core';
import { typeFile } from '../../core/content/model/testing-files';
import '../../plugins/jobs/types';
import type { Application } from './test-application';

export const PAGE = 'api::page.page';
export const PUBLICATION = 'api::publication.publication';

const publications = definePlugin({
  name: 'torture-publications' as string,
  register(app) {
    app.hooks.documents.written(async ({ action }) => {
      if (action.type.uid !== PAGE || action.operation !== 'publish') return;
      await app.documents(PUBLICATION).create({ data: { page: action.documentId } });
    });
  },
});

export const SCHEDULE: Application = {
  plugins: [publications],
  enabled: {
    'draft-and-publish': true,
    jobs: { enabled: true, config: { lease: 2, poll: 50, concurrency: 4 } },
    schedule: true,
  },
  files: {
    'config/content-types/page.json': typeFile(
      'page',
      { title: { type: 'string' } },
      { options: { draftAndPublish: true } },
    ),
    'config/content-types/publication.json': typeFile('publication', { page: { type: 'string' } }),
  },
};
