// The facts about a file, and the documents that use it.
import { type FileUses, hasFilesInZones, type LoadedUses } from '../data/file-uses';
import type { File } from '../data/files';
import { known, typeOf } from '../data/model';
import { dateAndTimeOf } from '../i18n/moments';
import { sizeOf } from '../i18n/sizes';
import { numberOf, plural, t } from '../i18n/translate';
import { DocumentLink } from '../ui/document-link';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';

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

const Documents = ({ documents, isCut }: FileUses) => (
  <>
    {documents.length === 0 && !isCut && <p class="nothing">{t('No document that you may read')}</p>}
    <ul>
      {documents.slice(0, MOST).map(({ uid, documentId, title }) => (
        <li key={`${uid} ${documentId}`}>
          <DocumentLink uid={uid} documentId={documentId} dir="auto">
            {title}
          </DocumentLink>{' '}
          <small class="note">{typeOf(uid)?.title ?? known().targets[uid]?.title ?? uid}</small>
        </li>
      ))}
    </ul>
    {documents.length > MOST && (
      <p class="note">{plural(documents.length - MOST, '{count} more document', '{count} more documents')}</p>
    )}
    {isCut && <p class="note">{t('More than 1,000 documents')}</p>}
    {hasFilesInZones() && <p class="help">{t('Dynamic zones are not searched.')}</p>}
  </>
);

/** Before a deletion. */
export function usedBy({ documents, isCut }: FileUses): string {
  if (isCut) return t('More than 1,000 documents use this file.');
  return documents.length === 0
    ? t('No document that you may read uses this file.')
    : plural(documents.length, '{count} document uses this file.', '{count} documents use this file.');
}
