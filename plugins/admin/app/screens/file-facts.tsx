// The facts about a file, and the documents that use it.
import { useState } from 'preact/hooks';
import type { FileUse, FileUses, LoadedUses } from '../data/file-uses';
import type { File } from '../data/files';
import { defaultLocale, known, typeOf } from '../data/model';
import { useTitles } from '../data/titles';
import { dateAndTimeOf } from '../i18n/moments';
import { sizeOf } from '../i18n/sizes';
import { numberOf, plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { DocumentLink } from '../ui/document-link';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { localeTitle } from './release-changes';

/** Documents of the list. */
const MOST = 10;

interface Props {
  readonly file: File;
  readonly used: LoadedUses;
}

export function FileFacts({ file, used: { uses, error } }: Props) {
  const { mime, size, width, height, createdAt } = file;
  return (
    <>
      <dl class="facts">
        <Fact title={t('Type')}>
          <bdi>{mime}</bdi>
        </Fact>
        {typeof size === 'number' && <Fact title={t('Size')}>{sizeOf(Math.round(size * 1000))}</Fact>}
        {width && height ? (
          <Fact title={t('Width × height')}>
            <bdi>
              {numberOf(width)} × {numberOf(height)}
            </bdi>
          </Fact>
        ) : null}
        {createdAt !== undefined && <Fact title={t('Uploaded')}>{dateAndTimeOf(createdAt)}</Fact>}
      </dl>
      <div class="uses">
        <strong>{t('Used in')}</strong>
        <Failure error={error} />
        {error === null && uses === null && <p class="nothing">{t('Loading …')}</p>}
        {uses && <Documents {...uses} />}
      </div>
    </>
  );
}

function Documents({ documents, isCut }: FileUses) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? documents : documents.slice(0, MOST);
  // A document may use the file in other locales only.
  const titleIn = useTitles(
    shown.filter(isElsewhere).map(({ uid, documentId }) => ({ type: uid, documentId })),
  );
  return (
    <>
      {documents.length === 0 && !isCut && <p class="nothing">{t('No document that you may read')}</p>}
      <ul>
        {shown.map(({ uid, documentId, title, locale }) => (
          <li key={`${uid} ${documentId}`}>
            <DocumentLink
              uid={uid}
              documentId={documentId}
              query={isElsewhere({ locale }) ? `?locale=${locale}` : ''}
              dir="auto"
            >
              {titleIn({ type: uid, documentId }) ?? title}
            </DocumentLink>{' '}
            <small class="note">
              {typeOf(uid)?.title ?? known().targets[uid]?.title ?? uid}
              {isElsewhere({ locale }) && ` – ${localeTitle(locale ?? undefined)}`}
            </small>
          </li>
        ))}
      </ul>
      {documents.length > shown.length && (
        <Button kind="quiet" onClick={() => setIsWhole(true)}>
          {plural(documents.length - shown.length, '{count} more document', '{count} more documents')}
        </Button>
      )}
      {isCut && <p class="note">{t('More than 1,000 documents')}</p>}
    </>
  );
}

const isElsewhere = ({ locale }: Pick<FileUse, 'locale'>): boolean =>
  locale !== null && locale !== defaultLocale();

/** Before a deletion. */
export function usedBy({ documents, isCut }: FileUses): string {
  if (isCut) return t('More than 1,000 documents use this file.');
  return documents.length === 0
    ? t('No document that you may read uses this file.')
    : plural(documents.length, '{count} document uses this file.', '{count} documents use this file.');
}
