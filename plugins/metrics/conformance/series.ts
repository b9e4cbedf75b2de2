// Reads the text of the metrics, for cases.
import type { Step } from '../../../conformance/cases/case';
import { is } from '../../../conformance/cases/pattern';

export const metrics = (more: Partial<Step> = {}): Step => ({
  send: 'GET',
  from: 'root',
  path: '/_metrics',
  expect: { status: 200, headers: { 'content-type': is.matching('^text/plain; version=') } },
  ...more,
});
export type Labels = Readonly<Record<string, string | number>>;
export interface Series {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}
export const seriesIn = (text: string): Series[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, of]) => [key, of])),
    value: Number(value),
  }));
export const withLabels = (text: string, name: string, labels: Labels): Series[] =>
  seriesIn(text).filter(
    (one) =>
      one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === String(value)),
  );
export const seriesValue = (text: string, name: string, labels: Labels): number =>
  withLabels(text, name, labels)[0]?.value ?? 0;
export const TRANSACTIONS = 'quire_database_transaction_duration_seconds';
