// What the modules of one form share.
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { DocumentRequests } from './document-requests';
import type { FormValues } from './form-values';
import type { LinkPages } from './link-pages';
import type { TypeModel } from './model';

export interface FormParts {
  readonly type: TypeModel;
  /** null: the document is not stored yet. */
  readonly id: Signal<string | null>;
  /** The key of the document while it is new. */
  readonly newKey: Signal<string>;
  readonly values: FormValues;
  readonly pages: LinkPages;
  readonly requests: DocumentRequests;
  /** The role may store what the form shows. */
  readonly canWrite: ReadonlySignal<boolean>;
}
