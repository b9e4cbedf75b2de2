// A document of a list: its type, and its title as a link.
import { may } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import type { Named } from '../data/titles';
import { ROLE, titleOfType } from '../data/type-titles';
import { FIND_USERS, USER } from '../data/users';
import { DocumentLink } from '../ui/document-link';

interface Props {
  readonly document: Named;
  readonly titleOf: (document: Named) => string | null;
}

export function DocumentName({ document, titleOf }: Props) {
  const { type, documentId, locale } = document;
  const title = titleOf(document);
  const own = ownScreen(type, documentId, title);
  return (
    <>
      <bdi>{titleOfType(type)}</bdi>
      {': '}
      {own === null ? (
        <DocumentLink
          uid={type}
          documentId={documentId}
          query={queryOf({ locale: locale === '*' ? undefined : locale })}
          dir="auto"
        >
          {title ?? documentId}
        </DocumentLink>
      ) : (
        <a href={own} dir="auto">
          {title ?? documentId}
        </a>
      )}
    </>
  );
}

/** Users and roles have screens that are no forms of documents. */
function ownScreen(type: string, documentId: string, title: string | null): string | null {
  if (type === ROLE && may(`${ROLE}.findOne`)) return `${path}/roles/${documentId}`;
  if (type === USER && title !== null && may(FIND_USERS)) return `${path}/users${queryOf({ q: title })}`;
  return null;
}
