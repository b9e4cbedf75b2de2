// Files that were not uploaded, each with the reason.
import { ApiError } from '../data/client';
import type { FailedUpload } from '../data/upload';
import { plural, t } from '../i18n/translate';
import { messageOf } from './failure';
import { Notice } from './notice';

export const FailedUploads = ({ failed }: { readonly failed: readonly FailedUpload[] }) =>
  failed.length === 0 ? null : (
    <Notice kind="error">
      {plural(failed.length, '{count} file was not uploaded:', '{count} files were not uploaded:')}
      <ul>
        {failed.map(({ name, error }, index) => (
          <li key={index}>
            <bdi>{name}</bdi>: {reasonOf(error)}
          </li>
        ))}
      </ul>
    </Notice>
  );

function reasonOf(error: unknown): string {
  const { declared, type, pixels, most } = error instanceof ApiError ? error.details : {};
  if (typeof declared === 'string')
    return t('The content of the file does not fit its type. The file may be damaged.');
  if (typeof type === 'string') return t('Files of the type {type} are not accepted here.', { type });
  if (typeof pixels === 'number' && typeof most === 'number')
    return t('The image has {pixels} pixels. At most {most} are accepted here.', { pixels, most });
  return messageOf(error);
}
