// What a delete would do, in its dialog.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { documentAt, readable, type TypeModel, typeOf } from '../data/model';
import { queryOf } from '../data/query';
import { type Named, useTitles } from '../data/titles';
import { type Message, msg, numberOf, t } from '../i18n/translate';
import { DocumentLink } from '../ui/document-link';

interface Affected {
  readonly type: string;
  readonly attribute: string;
  readonly count: number;
  readonly documentIds: readonly string[];
}

const LISTS = [
  ['restricts', msg('Cannot be deleted while these link to it')],
  ['documents', msg('Deleted with it')],
  ['parts', msg('Deleted in part')],
  ['links', msg('Lose a link')],
] as const satisfies readonly (readonly [string, Message])[];

type Effects = Readonly<
  Record<(typeof LISTS)[number][0], { readonly hidden: number; readonly items: readonly Affected[] }>
>;

const SHOWN = 3;

const shownOf = ({ type, documentIds }: Affected): readonly Named[] =>
  documentIds.slice(0, SHOWN).map((documentId) => ({ type, documentId }));

interface Props {
  readonly type: TypeModel;
  readonly documentId: string;
  readonly locale: string | null;
}

export function Effects({ type, documentId, locale }: Props) {
  const [effects, setEffects] = useState<Effects | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const query = queryOf(locale === null ? {} : { locale });
    const address = `${documentAt(type, documentId)}/actions/delete-effects${query}`;
    ask<{ data: Effects }>(address, { signal: abort.signal }).then(
      ({ data }) => setEffects(data.data),
      () => undefined,
    );
    return () => abort.abort();
  }, [type, documentId, locale]);
  const titleOf = useTitles(effects ? LISTS.flatMap(([name]) => effects[name].items.flatMap(shownOf)) : []);
  if (!effects) return null;
  return (
    <div class="uses">
      {LISTS.filter(([name]) => effects[name].hidden > 0 || effects[name].items.length > 0).map(
        ([name, title]) => (
          <div key={name}>
            <strong>{t(title)}</strong>
            <ul>
              {effects[name].items.map((item) => (
                <li key={item.type + item.attribute}>
                  <bdi>{typeOf(item.type)?.title ?? item.type}</bdi>, <bdi>{readable(item.attribute)}</bdi>:{' '}
                  {numberOf(item.count)}
                  <ul>
                    {shownOf(item).map((named) => (
                      <li key={named.documentId}>
                        <DocumentLink uid={named.type} documentId={named.documentId} dir="auto">
                          {titleOf(named) ?? named.documentId}
                        </DocumentLink>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
              {effects[name].hidden > 0 && (
                <li>{t('Documents that you cannot see: {number}', { number: effects[name].hidden })}</li>
              )}
            </ul>
          </div>
        ),
      )}
    </div>
  );
}
