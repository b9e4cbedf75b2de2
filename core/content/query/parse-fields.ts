// `fields`: a name, names with commas, a list, or `*` → the scalars of the answer, in this order. null: all scalars.
import { coreErrors } from '../../kernel/errors/core-errors';
import type { AnyModel } from '../model/compiled/content-type';
import type { AnswerField, SelectedField } from './ast';
import type { ParseState } from './parse-state';
import { Selection } from './selection';

export function parseFields(
  raw: unknown,
  model: AnyModel,
  context: ParseState,
): readonly SelectedField[] | null {
  if (raw === undefined) return null;
  const names = readNames(raw, context);
  const view = context.view(model);
  const chosen = new Set(view.head);
  let isAll = false;
  for (const name of names) {
    if (name === '*') {
      isAll = true;
      continue;
    }
    const selected = view.selectable.get(name);
    if (selected) {
      chosen.add(selected);
      continue;
    }
    const other = view.attributes.get(name);
    if (other?.kind === 'waiting') throw context.waiting(other, name, null);
    const isKnown =
      other !== undefined && (other.kind !== 'relation' || view.targets.get(name)?.length !== 0);
    throw context.invalidKey(name, isKnown ? name : null);
  }
  return isAll ? null : [...chosen];
}

/** The fields of a type: its keys may be those of a transport. */
export function parseTypeFields(
  raw: unknown,
  model: AnyModel,
  context: ParseState,
): { readonly fields: readonly AnswerField[] | null; readonly selection?: Selection } {
  if (!(raw instanceof Selection)) return { fields: parseFields(raw, model, context) };
  const { selectable } = context.view(model);
  const fields = raw.keys.map((selected): AnswerField => {
    if ('text' in selected) return selected;
    const found = selectable.get(selected.field);
    if (!found) throw context.invalidKey(selected.field, null);
    return { ...found, key: selected.key, asNumber: selected.asNumber === true };
  });
  return { fields, selection: raw };
}

function readNames(raw: unknown, context: ParseState): readonly string[] {
  if (typeof raw === 'string' && raw !== '') {
    const names = raw.split(',').map((name) => name.trim());
    if (names.length <= context.limits.arrayLimit) return names;
  }
  if (Array.isArray(raw) && raw.length <= context.limits.arrayLimit && raw.every(isName)) return raw;
  throw coreErrors.QUERY_INVALID('Invalid fields parameter. Expected a string or an array of strings');
}

const isName = (item: unknown): item is string => typeof item === 'string' && !item.includes(',');
