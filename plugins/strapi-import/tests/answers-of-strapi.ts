// Compares what an application answers with what the recorded Strapi answered.

import type { TestApp } from '../../../core/testing';
import { recordedAnswers } from './strapi-source';

/** `publishedAt` of a type without drafts is `updatedAt` here, and timestamps have another form (docs/from-strapi.md). */
const DIFFERENT = new Set(['publishedAt', 'stamp', 'ts']);

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !DIFFERENT.has(key))
      .map(([key, inner]) => [key, comparable(inner)]),
  );
}

/** A single type has another documentId, and sees its other rows with it. */
const isSingle = (query: string): boolean => /^(homepage|setting)/.test(query);
const withoutDocumentId = (data: unknown): unknown => ({ ...(data as object), documentId: undefined });

export type RecordedAnswer = readonly [query: string, data: unknown];

export async function expectAnswersOfStrapi(
  app: TestApp,
  authorization: string,
  answers: readonly RecordedAnswer[] = recordedAnswers(),
): Promise<void> {
  for (const [query, data] of answers) {
    const answer = await app.agent
      .get(`/api/${encodeURI(query)}`)
      .set({ authorization })
      .expect(200);
    const [own, theirs] = [comparable(answer.body.data), comparable(data)];
    if (isSingle(query)) expect([query, withoutDocumentId(own)]).toEqual([query, withoutDocumentId(theirs)]);
    else expect([query, own]).toEqual([query, theirs]);
  }
}
