// The differences between two versions: each attribute with both values. Words that differ are marked.
import type { Form } from '../data/form';
import { useLoaded } from '../data/load';
import { hasLocales, known, labelOf, typeOf } from '../data/model';
import { type Named, useTitles } from '../data/titles';
import { linksIn, shownValue } from '../data/version-values';
import { t } from '../i18n/translate';
import { Failure } from '../ui/failure';
import { ComparedValue } from './compared-value';

/** Of an attribute, with its whole values. */
interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

interface Props {
  readonly form: Form;
  /** The query that names both states. */
  readonly query: string;
  readonly titles: readonly [string, string];
}

export function VersionChanges({ form: { type, locale }, query, titles }: Props) {
  const { value, error } = useLoaded<{ data: readonly Change[] }>(`${known().prefix}/history/diff${query}`);
  const changes = (value?.data ?? []).flatMap(({ path, ...values }) => {
    const attribute = type.attributes.find(({ name }) => name === path);
    return attribute ? [{ attribute, ...values }] : [];
  });
  const inLocale = (link: Named): Named => {
    const target = typeOf(link.type);
    return target && hasLocales(target) ? { ...link, locale } : link;
  };
  const titleOf = useTitles(
    changes
      .flatMap(({ attribute, from, to }) => [from, to].flatMap((each) => linksIn(attribute, each)))
      .map(inLocale),
  );
  if (error !== null) return <Failure error={error} />;
  if (!value) return <p class="nothing">{t('Loading …')}</p>;
  if (changes.length === 0) return <p>{t('Nothing that you may see has changed.')}</p>;
  const named = (link: Named): unknown => ({
    documentId: link.documentId,
    name: titleOf(inLocale(link)) ?? link.documentId,
  });
  return (
    <>
      {changes.map(({ attribute, from, to }) => (
        <div key={attribute.name}>
          <h3 dir="auto">{labelOf(attribute)}</h3>
          <ComparedValue
            attribute={attribute}
            sides={[
              { title: titles[0], value: shownValue(attribute, from, named) },
              { title: titles[1], value: shownValue(attribute, to, named) },
            ]}
          />
        </div>
      ))}
    </>
  );
}
