// What can be done with a document beside saving and publishing it.
import { hidesValues } from '../data/copy';
import type { Form } from '../data/form';
import { hasDrafts, may, seesDrafts } from '../data/model';
import { canSchedule, RELEASE_ACTIONS } from '../data/releases';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import type { Question } from './document-dialogs';
import { isLive, type StoredState } from './document-state';

interface Props {
  readonly form: Form;
  readonly state: StoredState;
  readonly ask: (question: Question) => void;
  readonly duplicate: (documentId: string) => Promise<void>;
}

export function DocumentMenu({ form, state, ask, duplicate }: Props) {
  const { type } = form;
  const { value: stored } = form.document;
  const drafts = hasDrafts(type) && seesDrafts(type);
  const wasPublished = drafts && isLive(state);
  const differs = wasPublished && (state !== 'published' || form.isDirty.value);
  const canCopy =
    type.kind === 'collectionType' &&
    type.actions.includes('create') &&
    !type.attributes.some((attribute) => hidesValues(attribute));
  return (
    <Menu title={t('More')}>
      {canCopy && stored && (
        <Button kind="quiet" onClick={() => void duplicate(stored.documentId)}>
          {t('Duplicate')}
        </Button>
      )}
      {differs && stored && (
        <Button kind="quiet" onClick={() => ask('review')}>
          {t('Review changes')}
        </Button>
      )}
      {seesDrafts(type) && type.actions.includes('history') && stored && (
        <Button kind="quiet" onClick={() => ask('versions')}>
          {t('Versions')}
        </Button>
      )}
      {canSchedule(type) && stored && (
        <Button kind="quiet" onClick={() => ask('schedule')}>
          {t('Schedule …')}
        </Button>
      )}
      {canSchedule(type) && may(RELEASE_ACTIONS.read) && stored && (
        <Button kind="quiet" onClick={() => ask('release')}>
          {t('Add to a release …')}
        </Button>
      )}
      {wasPublished && type.actions.includes('unpublish') && stored && (
        <Button kind="quiet" onClick={() => ask('unpublish')}>
          {t('Unpublish')}
        </Button>
      )}
      {differs && type.actions.includes('discardDraft') && stored && (
        <Button kind="quiet" onClick={() => ask('discard')}>
          {t('Discard the draft')}
        </Button>
      )}
      {type.actions.includes('delete') && stored && (
        <Button kind="quiet" icon="bin" onClick={() => ask('delete')}>
          {t('Delete')}
        </Button>
      )}
    </Menu>
  );
}
