// A group of boxes: all, or some of them.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly name: string;
  readonly title: string;
  /** The value of the box for all. */
  readonly every: string;
  readonly values: readonly string[];
  readonly titleOf: (value: string) => string;
  /** Values that the list lacks stay in the group. */
  readonly chosen: readonly string[];
  readonly issue: string | undefined;
  /** Below the boxes, while it is not all. */
  readonly children?: ComponentChildren;
}

export function Choices({ name, title, every, values, titleOf, chosen, issue, children }: Props) {
  const [all, setAll] = useState(chosen.includes(every));
  const others = chosen.filter((each) => each !== every && !values.includes(each));
  const issueId = issue === undefined ? undefined : `form-${name}-issue`;
  return (
    <fieldset class={issue === undefined ? 'field' : 'field refused'} aria-describedby={issueId}>
      <legend>{title}</legend>
      <div class="matrix">
        <label>
          <input
            type="checkbox"
            name={name}
            value={every}
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
          {titleOf(every)}
        </label>
        {!all &&
          [...values, ...others].map((value) => (
            <label key={value}>
              <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
              {titleOf(value)}
            </label>
          ))}
      </div>
      {!all && children}
      {issue !== undefined && (
        <p class="issue" id={issueId}>
          {issue}
        </p>
      )}
    </fieldset>
  );
}
