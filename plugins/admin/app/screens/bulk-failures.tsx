// The documents that an action on many refused, each with its problems in the words of its form.
import type { Issue } from '../data/client';
import { labelOfIssue, wordsOfIssue } from '../data/issue-label';
import type { TypeModel } from '../data/model';
import { queryOf } from '../data/query';
import type { Refused } from '../data/refused';
import { plural } from '../i18n/translate';
import { DocumentLink } from '../ui/document-link';
import { WhyNot } from '../ui/failure';
import { Notice } from '../ui/notice';

export interface Outcome {
  readonly documentId: string;
  readonly error: {
    readonly message: string;
    readonly status: number;
    readonly details?: { readonly errors?: readonly Issue[] };
  } | null;
  readonly refused: Refused | null;
}

interface Props {
  readonly type: TypeModel;
  readonly locale: string | null;
  readonly failures: readonly Outcome[];
  readonly titleOf: (documentId: string) => string;
}

export const BulkFailures = ({ type, locale, failures, titleOf }: Props) => (
  <Notice kind="error">
    {plural(failures.length, '{count} document failed:', '{count} documents failed:')}
    <ul>
      {failures.map(({ documentId, error, refused }) => (
        <li key={documentId}>
          <DocumentLink uid={type.uid} documentId={documentId} query={queryOf({ locale })} dir="auto">
            {titleOf(documentId)}
          </DocumentLink>
          <Problems type={type} error={error} /> <WhyNot refused={refused} />
        </li>
      ))}
    </ul>
  </Notice>
);

function Problems({ type, error }: Pick<Props, 'type'> & Pick<Outcome, 'error'>) {
  const issues = (error?.details?.errors ?? []).filter(({ path }) => path.length > 0);
  if (issues.length === 0) return <>: {error?.message}</>;
  return (
    <ul>
      {issues.map((issue) => (
        <li key={issue.path.join('/') + issue.message}>
          <bdi>{labelOfIssue(type, issue)}</bdi>: {wordsOfIssue(issue)}
        </li>
      ))}
    </ul>
  );
}
