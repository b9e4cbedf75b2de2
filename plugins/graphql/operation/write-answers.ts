// Results and errors → the answer of a request.
import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { type Answer, coreErrors, errorSourceOf, type RequestContext } from '../../../core';
import { isTextTooLarge, isValueTooLarge } from '../context/answer-size';
import type { Trace } from '../context/run-context';
import { graphqlErrors } from '../errors';
import { asGraphqlError } from '../transport/as-graphql-error';
import { type Formatting, formatError } from '../transport/format-errors';
import type { Refused } from '../transport/read-request';
import type { DirectResult } from './run-directly';

export interface WriteAnswers {
  /** The request cannot run. */
  failed(errors: readonly GraphQLError[], request: RequestContext, status?: number): Answer;
  /** The operation has run: a mutation is done, even if its answer is too large. */
  executed(result: ExecutionResult, trace: Trace | null, request: RequestContext): Answer;
  direct(result: DirectResult, trace: Trace | null, request: RequestContext): Answer;
  errors(errors: readonly GraphQLError[], request: RequestContext): GraphQLFormattedError[];
}

export interface AnswerOptions extends Pick<Formatting, 'hidesNames' | 'prefix'> {
  /** `limits.answerBytes`. */
  readonly answerBytes: number;
}

export function createAnswers(formatting: AnswerOptions): WriteAnswers {
  const { answerBytes } = formatting;
  const tooLarge = ({ isRead }: RequestContext): GraphQLError =>
    asGraphqlError(
      isRead ? coreErrors.ANSWER_TOO_LARGE(answerBytes) : graphqlErrors.GRAPHQL_DONE_TOO_LARGE(answerBytes),
    );
  const answers: WriteAnswers = {
    failed: (errors, request, status = 400) => ({
      status,
      json: { errors: answers.errors(errors, request) },
      headers: headersFor(request),
    }),

    executed({ data, errors }, trace, request) {
      if (data === undefined) return answers.failed(errors ?? [], request);
      const json = {
        ...(errors && errors.length > 0 ? { errors: answers.errors(errors, request) } : {}),
        data,
        ...(trace ? { extensions: extensionsOf(trace) } : {}),
      };
      if (isValueTooLarge(json, answerBytes)) return answers.failed([tooLarge(request)], request);
      return { status: 200, json, headers: headersFor(request) };
    },

    direct({ data, errors }, trace, request) {
      const failures =
        errors.length > 0 ? `"errors":${JSON.stringify(answers.errors(errors, request))},` : '';
      const extensions = trace ? `,"extensions":${JSON.stringify(extensionsOf(trace))}` : '';
      const text = `{${failures}"data":${data}${extensions}}`;
      if (isTextTooLarge(text, answerBytes)) return answers.failed([tooLarge(request)], request);
      return { status: 200, text, headers: headersFor(request) };
    },

    errors: (errors, { log }) =>
      errors.map((each) =>
        formatError(each, {
          ...formatting,
          onUnexpected: (error) => log.error('a GraphQL resolver failed', { ...errorSourceOf(error), error }),
        }),
      ),
  };
  return answers;
}

const extensionsOf = (trace: Trace) => ({ trace: trace.report() });

export const refusal = ({ status, message, code, headers }: Refused, request: RequestContext): Answer => ({
  status,
  json: { errors: [{ message, extensions: { code } }] },
  headers: { ...headersFor(request), ...headers },
});

export const headersFor = (request: RequestContext): Readonly<Record<string, string>> =>
  request.header('accept')?.includes('application/graphql-response+json') ? GRAPHQL_HEADERS : HEADERS;

const HEADERS = { 'cache-control': 'no-store' };
const GRAPHQL_HEADERS = {
  ...HEADERS,
  'content-type': 'application/graphql-response+json; charset=utf-8',
};
