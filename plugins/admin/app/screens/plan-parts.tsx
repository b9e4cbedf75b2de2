// Parts of releases and scheduled changes: the time, the state, and what prevents them.
import { labelOfIssue, wordsOfIssue } from '../data/issue-label';
import { may, typeOf } from '../data/model';
import { path } from '../data/place';
import {
  type Change,
  type PlanState,
  type Problem,
  RELEASE_ACTIONS,
  STATE_TITLES,
  type Timed,
} from '../data/releases';
import type { Named } from '../data/titles';
import { timeInZone } from '../i18n/moments';
import { listOf, t } from '../i18n/translate';
import { DocumentName } from './document-name';

export const PlanTime = ({ plan: { at, timeZone } }: { readonly plan: Timed }) =>
  at === null ? (
    <>–</>
  ) : (
    <time dateTime={at}>
      {timeInZone(at, timeZone)} <small class="note">({timeZone})</small>
    </time>
  );

export const StateWord = ({ state }: { readonly state: PlanState }) => (
  <span class={state === 'failed' ? 'issue' : undefined}>{t(STATE_TITLES[state])}</span>
);

/** A link for a role that may read releases. */
export const ReleaseName = ({
  release: { id, name },
}: {
  readonly release: NonNullable<Change['release']>;
}) =>
  may(RELEASE_ACTIONS.read) ? (
    <a href={`${path}/releases/${id}`} dir="auto">
      {name}
    </a>
  ) : (
    <bdi>{name}</bdi>
  );

/** The message, or the messages of the fields that it names. */
export function textOf({ type: uid, message, details }: Problem): string {
  const type = uid === null ? undefined : typeOf(uid);
  const errors = (details?.errors ?? []).map((issue) =>
    issue.path.length === 0
      ? issue.message
      : `${type ? labelOfIssue(type, issue) : issue.path.join('.')}: ${wordsOfIssue(issue)}`,
  );
  return errors.length > 0 ? listOf(errors) : message;
}

/** Why a change has failed: a release keeps the problems of all its changes. null: it says nothing of this one. */
export function reasonOf({ id, problems }: Change): string | null {
  const own = problems?.find(({ change }) => change === id || change === null);
  return own ? textOf(own) : null;
}

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly titleOf: (document: Named) => string | null;
}

export const Problems = ({ problems, titleOf }: ProblemsProps) => (
  <ul class="plain">
    {problems.map((problem, index) => (
      <li key={String(index)}>
        {problem.type !== null && problem.documentId !== null && (
          <>
            <DocumentName
              document={{ type: problem.type, documentId: problem.documentId, locale: problem.locale }}
              titleOf={titleOf}
            />
            {' – '}
          </>
        )}
        <span dir="auto">{textOf(problem)}</span>
      </li>
    ))}
  </ul>
);
