// Results → their texts. Subscriptions that share a result share its text.
import type { ExecutionResult } from 'graphql';
import type { RequestContext } from '../../../core';
import type { WriteAnswers } from '../operation/write-answers';

export type ResultText = (result: ExecutionResult, request: RequestContext) => string;

export function createResultTexts({ errors }: Pick<WriteAnswers, 'errors'>): ResultText {
  const shared = new WeakMap<ExecutionResult, string>();
  return (result, request) => {
    // Errors are logged with the request of each subscriber.
    if (result.errors) return JSON.stringify({ ...result, errors: errors(result.errors, request) });
    const text = shared.get(result) ?? JSON.stringify(result);
    shared.set(result, text);
    return text;
  };
}
