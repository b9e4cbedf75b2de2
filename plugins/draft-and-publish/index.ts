// Drafts: a document of a type with the option `draftAndPublish` has a draft and, after publishing, a published row.
import './types';
import { definePlugin } from '../../core';
import { draftsCheck } from './doctor';
import { prepareWrite } from './prepare-write';
import { endLinksOnDelete } from './preview/end-links';
import { tapPreviewAccess } from './preview/preview-access';
import { declarePreviewLinks } from './preview/preview-links';
import { createPreviewParam } from './preview/preview-param';
import { previewRoutes } from './preview/preview-routes';
import { hasPublishedParam, publicationFilterParam } from './publication-params';
import { addColumns, addPublishedAt } from './published-at';
import { hasStatus, readDraftAction, STATUS_AXIS } from './status';
import { statusParam } from './status-param';
import { discardDrafts, publishDrafts, unpublish } from './versions';

export { readDraftAction } from './status';

export default definePlugin({
  name: 'draft-and-publish',
  provides: {
    options: ['draftAndPublish'],
    operations: ['publish', 'unpublish', 'discardDraft'],
    actions: ['publish', 'unpublish', 'discardDraft', 'readDraft', 'previewLink'],
  },
  register(app) {
    const { hooks, params, operations, actions } = app;
    const links = declarePreviewLinks(app);
    hooks.schema.contentType((type) => {
      type.knowsOption('draftAndPublish');
      const withStatus = type.options.draftAndPublish === true;
      if (withStatus) type.addAxis(STATUS_AXIS, () => false);
      addPublishedAt(type, withStatus);
    });
    hooks.schema.tables(addColumns);
    hooks.schema.ready(({ types }) => {
      for (const type of types.values()) {
        if (!type.api || !hasStatus(type)) continue;
        actions.add({
          name: readDraftAction(type.uid),
          description: `Reads drafts of ${type.displayName}`,
        });
        for (const route of previewRoutes(app, links, type)) app.routes.add(route);
      }
    });
    hooks.documents.prepare(prepareWrite);
    hooks.documents.prepare(endLinksOnDelete(links));
    app.doctor.add(draftsCheck);
    app.ignoredKeys.add('publishedAt');
    params.add(statusParam);
    params.add(hasPublishedParam);
    params.add(publicationFilterParam);
    params.add(createPreviewParam(tapPreviewAccess(app, links)));
    app.secretNames.add('preview');

    const available = hasStatus;
    operations.add({
      name: 'publish',
      description: 'Publishes the draft',
      takesWorking: true,
      joins: false,
      available,
      run: publishDrafts,
    });
    operations.add({
      name: 'unpublish',
      description: 'Removes the published row; the draft stays',
      available,
      run: unpublish,
    });
    operations.add({
      name: 'discardDraft',
      event: 'discard',
      description: 'Copies the published row to the draft',
      takesWorking: true,
      joins: false,
      available,
      run: discardDrafts,
    });
  },
});
