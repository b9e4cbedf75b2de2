// A schema file that has changed since the builder read it: both texts, and which of them stays.
import { type ChangedFile, drafts, dropDrafts, rebase, textOf } from '../data/builder';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { MarkedText } from '../ui/marked-text';

interface Props {
  readonly file: ChangedFile;
  readonly onDone: () => void;
  readonly onStored: () => void;
}

export function BuilderClash({ file, onDone, onStored }: Props) {
  const draft = drafts.value.find(({ path }) => path === file.path);
  if (!draft) return null;
  const mine = textOf(draft).split('\n');
  const theirs = file.text?.split('\n') ?? [];
  return (
    <div class="clash">
      <h3>
        <bdi>{file.path}</bdi>
      </h3>
      <div class="columns">
        <div>
          <strong>{t('The file now')}</strong>
          <MarkedText lines={theirs} others={mine} dir="ltr" />
          <Button
            onClick={() => {
              // Until the files are read again. The renamed definition has the former text of the file.
              if (file.text === null || draft.movedTo !== undefined) dropDrafts([file.path]);
              else rebase(draft, file, file.text);
              onDone();
              onStored();
            }}
          >
            {t('Take the file')}
          </Button>
        </div>
        <div>
          <strong>{t('Your text')}</strong>
          <MarkedText lines={mine} others={theirs} dir="ltr" />
          <Button
            onClick={() => {
              rebase(draft, file, draft.text);
              onDone();
            }}
          >
            {t('Keep your text')}
          </Button>
        </div>
      </div>
    </div>
  );
}
