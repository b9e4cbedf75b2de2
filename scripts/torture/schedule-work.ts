// The application of the scenario `schedule`: pages with drafts, and a row for each publication, in its transaction.
import { definePlugin } from '../../core';
import { typeFile } from '../../core/content/model/testing-files';
import '../../plugins/jobs/types';
import type { Application } from './test-application';

export const PAGE = 'api::page.page';
/** A row for each publication. */
export const PUBLICATIONS = 'torture_publications';

const publications = definePlugin({
  name: 'torture-publications' as string,
  register(app) {
    const rows = app.model({
      table: PUBLICATIONS,
      columns: { id: { kind: 'id' }, page: { kind: 'string', length: 64, notNull: true } },
    });
    app.hooks.documents.written(async ({ action }) => {
      if (action.type.uid !== PAGE || action.operation !== 'publish') return;
      await rows.query().insert({ page: action.documentId });
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
  },
};
