// A form that is sent: what the server refused, and whether an answer is awaited.
import { useState } from 'preact/hooks';
import { ApiError, type Issue } from '../data/client';

export interface Submit {
  readonly issues: readonly Issue[];
  /** The message at a field. */
  readonly issueOf: (name: string) => string | undefined;
  /** null: nothing has failed. */
  readonly failure: unknown;
  readonly busy: boolean;
  readonly onSubmit: (event: SubmitEvent) => void;
}

/** `send` throws what the server refused. */
export function useSubmit(send: (values: FormData) => Promise<void>): Submit {
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setIssues([]);
    try {
      await send(new FormData(form));
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError) setIssues(error.issues);
    } finally {
      setBusy(false);
    }
  };
  return {
    issues,
    issueOf: (name) => issues.find(({ path }) => path[0] === name)?.message,
    failure,
    busy,
    onSubmit(event) {
      event.preventDefault();
      void run(event.currentTarget as HTMLFormElement);
    },
  };
}
