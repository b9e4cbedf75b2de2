// Drafts: documents of types with the option `draftAndPublish` have a draft and, once published, a published row.
import './types';
import { type DocumentOperation, definePlugin } from '../../core';
import { draftsCheck } from './doctor';
import { prepareWrite } from './prepare-write';
import { hasPublishedParam, publicationFilterParam } from './publication-params';
import { addColumns, addPublishedAt } from './published-at';
import { hasStatus, readDraftAction, STATUS_AXIS } from './status';
import { statusParam } from './status-param';
import { discardDrafts, publishDrafts, unpublish } from './versions';

const NAME = 'draft-and-publish';

export { readDraftAction } from './status';

export default definePlugin({
  name: NAME,
  brings: { options: ['draftAndPublish'], operations: ['publish', 'unpublish', 'discardDraft'] },
  register(kernel) {
    const { hooks, params, operations, actions } = kernel;
    hooks.schema.contentType.tap(NAME, (type) => {
      type.knowsOption('draftAndPublish');
      const withStatus = type.options.draftAndPublish === true;
      if (withStatus) type.addAxis(STATUS_AXIS, () => false);
      addPublishedAt(type, withStatus);
    });
    hooks.schema.tables.tap(NAME, addColumns);
    hooks.schema.ready.tap(NAME, ({ types }) => {
      for (const type of types.values())
        if (type.api && hasStatus(type))
          actions.add({
            name: readDraftAction(type.uid),
            description: `Sees drafts of ${type.displayName}`,
            plugin: NAME,
          });
    });
    hooks.documents.prepare.tap(NAME, prepareWrite);
    kernel.doctor.add(draftsCheck);
    kernel.ignoredKeys.add('publishedAt');
    params.add(statusParam);
    params.add(hasPublishedParam);
    params.add(publicationFilterParam);

    const add = (operation: Omit<DocumentOperation, 'plugin' | 'available'>): void =>
      operations.add({ ...operation, plugin: NAME, available: hasStatus });
    add({ name: 'publish', summary: 'Publishes the draft', run: publishDrafts });
    add({ name: 'unpublish', summary: 'Takes back what is published; the draft stays', run: unpublish });
    add({
      name: 'discardDraft',
      event: 'discard',
      summary: 'Makes the draft what is published',
      run: discardDrafts,
    });
  },
});
