// In the admin: a field for attributes of the type `color`, and a page with colors to copy.
import { Button, defineField, definePage, html, say, useState } from 'quire-cms/admin';

export const fields = [
  defineField({
    type: 'color',
    input: ({ value, set, id, disabled }) => html`
      <div class="row">
        <input type="color" id=${id} disabled=${disabled} value=${value ?? '#000000'} onInput=${(event) => set(event.currentTarget.value)} />
        <code>${value ?? 'No color'}</code>
        ${value && html`<${Button} onClick=${() => set(null)}>Remove</${Button}>`}
      </div>`,
    text: (value) => value,
  }),
];

function Palette() {
  const [copied, setCopied] = useState('');
  const copy = async (color) => {
    await navigator.clipboard.writeText(color);
    setCopied(color);
    say(`Copied ${color}`);
  };
  return html`
    <section>
      <h1>Palette</h1>
      ${['#1e90ff', '#2e8b57', '#b22222'].map((color) => html`<${Button} onClick=${() => copy(color)}>${color}</${Button}> `)}
      ${copied && html`<p>Copied ${copied}</p>`}
    </section>`;
}

export const pages = [definePage({ path: 'palette', title: 'Palette', component: Palette })];
