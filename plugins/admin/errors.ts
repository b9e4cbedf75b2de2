// The error table of the plugin.
import { type BodyIssue, defineErrors } from '../../core';

/** `text` and `etag` are null when the file is gone. */
interface ChangedFile {
  readonly path: string;
  readonly text: string | null;
  readonly etag: string | null;
}

function changeOf({ text }: ChangedFile, etag: string | undefined): string {
  if (text === null) return 'does not exist any more';
  return etag === undefined ? 'exists already' : 'has changed since it was read';
}
const remedyOf = ({ text }: ChangedFile): string =>
  text === null
    ? 'Send it without an etag to make it again.'
    : 'Compare it with your text, and send its present etag.';

export const adminErrors = defineErrors('admin', {
  ADMIN_SESSION_OVER: {
    status: 401,
    name: 'UnauthorizedError',
    message: () => 'The session has ended; log in again',
  },
  ADMIN_HEADER: {
    status: 403,
    name: 'ForbiddenError',
    message: () => 'This request needs the header "Quire-Admin: 1" and must come from a page of this server',
  },
  ADMIN_CLOSED: {
    status: 403,
    name: 'ForbiddenError',
    message: () =>
      'Your role may not open the admin. An administrator can grant it the permission plugin::admin.app.open.',
  },
  ADMIN_PLAIN_HTTP: {
    status: 403,
    name: 'ForbiddenError',
    message: () =>
      'The admin needs HTTPS here, because others could read the session. Open it by https://, and set server.url or server.proxy in config/server if a proxy ends HTTPS.',
  },
  ADMIN_LINK: {
    status: 410,
    name: 'ApplicationError',
    message: () => 'This link was used or has expired; make a new one with: npx quire admin link',
  },
  ADMIN_BODY: {
    status: 400,
    name: 'ValidationError',
    message: (issues: readonly BodyIssue[]) =>
      issues.length === 1 ? (issues[0]?.message ?? '') : `${issues.length} errors occurred`,
    details: (issues: readonly BodyIssue[]) => ({ errors: issues }),
  },
  ADMIN_TYPE: {
    status: 404,
    name: 'NotFoundError',
    message: (uid: string) => `There is no content type "${uid}"`,
  },
  ADMIN_UID: {
    status: 404,
    name: 'NotFoundError',
    message: (uid: string, name: string) => `${uid} has no attribute "${name}" of the type uid`,
  },
  ADMIN_ACTION: {
    status: 404,
    name: 'NotFoundError',
    message: (action: string) => `There is no permission "${action}"`,
  },
  ADMIN_EXPLAIN: {
    status: 403,
    name: 'ForbiddenError',
    message: (needed: readonly string[]) =>
      `Your role may only ask about you. Leave out "user"; other users need the permissions ${needed.join(' and ')}.`,
  },
  ADMIN_AS_ROLE: {
    status: 403,
    name: 'ForbiddenError',
    message: (reason: string) =>
      `${reason}. Choose "See it as yourself"; other clients leave out the header Quire-As-Role.`,
  },
  ADMIN_SHARE: {
    status: 403,
    name: 'ForbiddenError',
    message: () =>
      'Your role may not share views. An administrator can grant it the permission plugin::admin.view.share.',
  },
  ADMIN_VIEWS: {
    status: 400,
    name: 'ApplicationError',
    message: (most: number) => `You have ${most} views of this list already; remove one first`,
  },
  ADMIN_VIEW: { status: 404, name: 'NotFoundError', message: () => 'View not found' },
  ADMIN_STREAMS: {
    status: 429,
    name: 'RateLimitError',
    message: (most: number) => `You have ${most} open documents already; close other tabs of the admin`,
    headers: () => ({ 'Retry-After': '60' }),
  },
  ADMIN_FILE: {
    status: 404,
    name: 'NotFoundError',
    message: (file: string) => `There is no file "${file}"; reload the page of the admin`,
  },
  ADMIN_FILE_CHANGED: {
    status: 412,
    name: 'PreconditionFailedError',
    message: (file: ChangedFile, etag: string | undefined) =>
      `${file.path} ${changeOf(file, etag)}, so nothing was written. ${remedyOf(file)}`,
    details: (file: ChangedFile) => ({ file }),
  },
  ADMIN_PLAN: {
    status: 409,
    name: 'ConflictError',
    message: (sentences: readonly string[]) =>
      `The database cannot follow these files, so nothing was written: ${sentences.join('; ')}. Change the files.`,
    details: (sentences: readonly string[]) => ({ steps: sentences }),
  },
  ADMIN_CONFIRM: {
    status: 409,
    name: 'ConflictError',
    message: (sentences: readonly string[]) =>
      `The application would not start with these files until a command has changed the database, so nothing was written: ${sentences.join('; ')}. Send "confirmed": true to write them.`,
    details: (sentences: readonly string[]) => ({ steps: sentences }),
  },
  ADMIN_PLAN_FAILED: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: (reason: string) => `There is no plan for these files, so nothing was written. ${reason}`,
  },
  ADMIN_WRITE: {
    status: 409,
    name: 'ConflictError',
    message: (reason: string, changed: readonly string[]) =>
      changed.length === 0
        ? `The files could not be written, and nothing was changed: ${reason}`
        : `The files could not be written: ${reason}. These are not as before: ${changed.join(', ')}. A file that existed before has its former text in the hidden file beside it that ends with .former. Copy it before you write again.`,
    details: (_reason: string, changed: readonly string[]) => ({ changed }),
  },
  ADMIN_SESSION: { status: 404, name: 'NotFoundError', message: () => 'Session not found' },
});
