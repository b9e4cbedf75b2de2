// A link to a document. For a role that may not open it, the text alone.
import type { ComponentChildren } from 'preact';
import { canOpen, typeOf } from '../data/model';
import { path } from '../data/place';

interface Props {
  readonly uid: string;
  readonly documentId: string;
  /** Behind the address, such as `?locale=de`. */
  readonly query?: string;
  readonly dir?: 'auto';
  readonly children: ComponentChildren;
}

export const DocumentLink = ({ uid, documentId, query = '', dir, children }: Props) =>
  canOpen(typeOf(uid)) ? (
    <a href={`${path}/types/${uid}/${documentId}${query}`} dir={dir}>
      {children}
    </a>
  ) : (
    <span dir={dir}>{children}</span>
  );
