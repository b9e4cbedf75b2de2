// A call of the document service that writes, and the action that it becomes.
import type { Registry } from '../../kernel/registry/registry';
import { callerOf, visibilityOf } from '../model/compiled/callers';
import type { ContentType } from '../model/compiled/content-type';
import { type ParamDefinition, parseParams } from '../query/params';
import { type OwnValuesOfWrite, readOnlyBody } from './input/own-values';
import { axesOf } from './links/linked-places';
import type { WriteArguments } from './operations';
import type { LinkedPlace } from './write/removal';
import { targetOf } from './write/target';
import type { WriteAction } from './write-action';

export interface WriteRequest {
  readonly operation: string;
  readonly type: ContentType;
  readonly documentId: string;
  readonly args: WriteArguments;
  /** Of a clone. */
  readonly source?: string;
  /** A delete that is a part of another. */
  readonly part?: LinkedPlace;
}

/** The action as taps of `documents.prepare` get it. */
export function newAction(
  { operation, type, documentId, args, source, part }: WriteRequest,
  { set, all }: OwnValuesOfWrite,
  params: Registry<ParamDefinition>,
): WriteAction {
  const caller = callerOf(args);
  const visibility = visibilityOf(args);
  const axes = part
    ? axesOf(part)
    : parseParams(params, { ...args }, { type, operation, caller, visibility }).axes;
  return {
    operation,
    type,
    documentId,
    source: source ?? null,
    data: readOnlyBody(args.data),
    set,
    values: all,
    caller,
    visibility,
    axes,
    target: targetOf(type, axes),
    strictness: 'complete',
    followUps: [],
    refusals: [],
    purges: part?.isHidden === true,
    goesLive: false,
    columns: {},
    state: {},
    facts: {},
    shown: {},
    precondition: args.precondition ?? null,
    rows: [],
    makesRow: false,
  };
}
