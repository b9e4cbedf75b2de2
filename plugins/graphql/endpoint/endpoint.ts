// The endpoint: a parsed request → a planned operation → its result → the answer. Made once when the application starts.
import { execute, type GraphQLSchema } from 'graphql';
import { type Answer, AppError, type RequestContext } from '../../../core';
import { AnswerSize } from '../context/answer-size';
import { type OperationControl, withinTime } from '../context/deadline';
import { type ContextParts, contextOf, rowsOf, type Trace, textOf } from '../context/run-context';
import { isPlanned, type Planned, type PlanOperation } from '../operation/plan-operation';
import { headersFor, refusal, type WriteAnswers } from '../operation/write-answers';
import { asGraphqlError } from '../transport/as-graphql-error';
import type { Refused, Sent } from '../transport/read-request';

export interface EndpointParts extends ContextParts {
  readonly schema: GraphQLSchema;
  readonly plan: PlanOperation;
  readonly answers: WriteAnswers;
  /** Runs a mutation so that its transactions belong to the request. */
  watchCommits(request: RequestContext, work: () => Promise<Answer>): Promise<Answer>;
  /** null: the request asks for none. */
  trace(request: RequestContext): Trace | null;
  /** Answers a subscription with a stream of events; null: subscriptions are disabled. */
  readonly stream: ((request: RequestContext, planned: Planned) => Answer | Promise<Answer>) | null;
}

export interface Endpoint {
  /** Several operations of one request are answered in their order. */
  answer(request: RequestContext, sent: Sent | Refused | readonly (Sent | Refused)[]): Promise<Answer>;
}

/** The operations of one request so far. */
interface RequestProgress {
  readonly isAlone: boolean;
  hasWritten: boolean;
}

/** A request of queries is a read, by POST too; its answer may be refused. After a mutation it is none. */
function declare(request: RequestContext, { asked, operation }: Planned, progress: RequestProgress): void {
  progress.hasWritten ||= operation.operation !== 'query';
  request.isRead = !progress.hasWritten;
  if (!progress.isAlone || asked.isReading || progress.hasWritten) return;
  request.readText = () => textOf(asked);
  request.hold(0);
}

export function createEndpoint(parts: EndpointParts): Endpoint {
  const { schema, config, plan, answers } = parts;

  const endpoint: Endpoint = {
    answer(request, sent) {
      const progress: RequestProgress = { isAlone: !Array.isArray(sent), hasWritten: false };
      return Array.isArray(sent)
        ? several(request, sent, progress)
        : single(request, sent as Sent | Refused, progress);
    },
  };
  return endpoint;

  async function several(
    request: RequestContext,
    sent: readonly (Sent | Refused)[],
    progress: RequestProgress,
  ): Promise<Answer> {
    const texts: string[] = [];
    const size = new AnswerSize(parts.answerBytes);
    for (const one of sent) {
      const answer = await single(request, one, progress);
      const text = textOfAnswer(answer);
      try {
        size.write(text);
        texts.push(text);
      } catch (error) {
        // The answers of earlier operations are kept.
        texts.push(textOfAnswer(answers.failed([asGraphqlError(error)], request)));
      }
    }
    return { status: 200, text: `[${texts.join(',')}]`, headers: headersFor(request) };
  }

  async function single(
    request: RequestContext,
    sent: Sent | Refused,
    progress: RequestProgress,
  ): Promise<Answer> {
    if ('status' in sent) return refusal(sent, request);
    const planned = plan(sent);
    if ('status' in planned) return refusal(planned, request);
    if (!isPlanned(planned)) return answers.failed(planned, request);
    const { operation } = planned.operation;
    if (operation === 'subscription')
      return progress.isAlone && takesEvents(request) && parts.stream
        ? parts.stream(request, planned)
        : refusal(noStream(parts.stream ? NEEDS_STREAM : DISABLED), request);
    declare(request, planned, progress);
    const isReading = operation === 'query';
    try {
      return await withinTime(config.timeout, isReading, isReading ? request : null, (control) =>
        isReading
          ? run(request, planned, control)
          : parts.watchCommits(request, () => run(request, planned, control)),
      );
    } catch (error) {
      if (!(error instanceof AppError) || !OWN_ERRORS.has(error.code)) throw error;
      return answers.failed([asGraphqlError(error)], request, error.status);
    }
  }

  async function run(request: RequestContext, planned: Planned, control: OperationControl): Promise<Answer> {
    const { asked, document, directly, variables } = planned;
    const trace = parts.trace(request);
    const isReading = planned.operation.operation === 'query';
    const context = contextOf(parts, request, asked, isReading, { trace, control, client: null });
    const direct = await directly?.(context, variables);
    if (direct) return answers.direct(direct, trace, request);
    const result = await execute({
      schema,
      document,
      // What was read so far is read again.
      contextValue: {
        ...context,
        size: new AnswerSize(parts.answerBytes),
        rows: rowsOf(config, control),
      },
      variableValues: asked.variables ?? {},
      operationName: asked.operationName,
    });
    return answers.executed(result, trace, request);
  }
}

const textOfAnswer = (answer: Answer): string =>
  'text' in answer ? answer.text : 'json' in answer ? JSON.stringify(answer.json) : 'null';

/** Of a whole operation: they end its reads. */
const OWN_ERRORS: ReadonlySet<string> = new Set([
  'GRAPHQL_TIMEOUT',
  'GRAPHQL_NODE_LIMIT',
  'ANSWER_TOO_LARGE',
]);

const takesEvents = (request: RequestContext): boolean =>
  (request.header('accept') ?? '').includes('text/event-stream');

const noStream = (message: string): Refused => ({ status: 400, code: 'BAD_REQUEST', message });
const DISABLED = 'Subscriptions are disabled; set graphql.subscriptions to true';
const NEEDS_STREAM =
  'Send a subscription over a WebSocket, or alone with the header "Accept: text/event-stream"';
