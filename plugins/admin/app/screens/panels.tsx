// What plugins show beside a document.
import type { Form } from '../data/form';
import { may } from '../data/model';
import { componentOfPanel, extensionPanels } from '../extensions/extensions';
import { translated } from '../i18n/translate';

export function Panels({ form, documentId }: { readonly form: Form; readonly documentId: string }) {
  const { uid } = form.type;
  return (
    <>
      {extensionPanels.value
        .filter(({ part: { types, action } }) => types?.includes(uid) !== false && (!action || may(action)))
        .map((panel) => {
          const Own = componentOfPanel(panel);
          return (
            <section class="card" key={`${panel.extension.name}/${panel.part.title}`}>
              <h2>{translated(panel.part.title)}</h2>
              <Own uid={uid} documentId={documentId} locale={form.locale} />
            </section>
          );
        })}
    </>
  );
}
