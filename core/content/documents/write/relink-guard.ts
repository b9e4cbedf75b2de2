// May the caller change the links of other documents? A write changes them through an inverse side, or by taking a one-to-one target.
// Example: `PUT /tags/T { articles: [A] }` needs the permission to update A, with its conditions and its fields.
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { AxisBindings } from '../../model/compiled/axis';
import type { ContentType, RelationAttribute } from '../../model/compiled/content-type';
import type { RowFilterCheck } from './row-filter-check';
import type { WriteSession } from './write-session';

export class RelinkGuard {
  /** false: the caller may change the relation of all documents, and no check runs. */
  readonly isActive: boolean;
  readonly #isAllowed: boolean;
  readonly #isMet: RowFilterCheck | null;
  readonly #foreign = new Set<string>();

  constructor(
    private readonly session: WriteSession,
    private readonly type: ContentType,
    relation: RelationAttribute,
  ) {
    const { visibility } = session.action;
    this.#isAllowed = visibility.canRelink?.(type, relation) !== false;
    this.#isMet = this.#isAllowed ? session.rowFilterCheckOf(type, visibility, 'relinked') : null;
    this.isActive = !this.#isAllowed || this.#isMet !== null;
  }

  /** Before links of a document may change. A document whose links stay as they are needs no permission. */
  async examine(documentId: string, rows: AxisBindings): Promise<void> {
    if (this.#isMet && !(await this.#isMet(this.session.tx, documentId, rows))) this.#foreign.add(documentId);
  }

  /** After links of a document changed. */
  async changed(documentId: string, rows: AxisBindings): Promise<void> {
    if (!this.isActive) return;
    const isForeign =
      !this.#isAllowed ||
      this.#foreign.has(documentId) ||
      (this.#isMet && !(await this.#isMet(this.session.tx, documentId, rows)));
    if (!isForeign) return;
    const { visibility } = this.session.action;
    throw coreErrors.ACCESS_FORBIDDEN(
      this.#isAllowed ? undefined : visibility.hint?.(`${this.type.uid}.update`),
    );
  }
}
