// Questions before something is changed, in the browser's own dialog, which keeps the focus inside and gives it back.

import { html, nothing, render } from './lit/lit-html.js';
import { PATTERN } from './durations.js';
import { restoreFocus } from './focus.js';
import { t } from './words.js';

const dialog = document.getElementById('dialog');

let answer = () => {};

dialog.addEventListener('close', () => {
  answer(null);
  render(nothing, dialog);
  // A read may have removed the button that had the focus before
  if (document.activeElement === document.body) {
    restoreFocus();
  }
});

// fields: [{ name, label, type: text|duration|moment|area|choice, value, hint, options, required, exactly }]
// check(values) returns the problem of the values together, an empty text if there is none
// Returns the values of the fields, null if the person cancelled
export function ask({ title, says = [], fields = [], check = () => '', confirm, danger = false, wide = false }) {
  return new Promise((resolve) => {
    answer = resolve;
    dialog.className = wide ? 'wide' : '';
    render(html`<form autocomplete="off" @submit=${(event) => submitted(event, fields, check)}>
      <h2 id="dialog-title">${title}</h2>
      ${says.map((text) => html`<p>${text}</p>`)}
      ${fields.map(field)}
      <div class="buttons">
        <button type="button" @click=${() => dialog.close()}>${t('leave')}</button>
        <button type="submit" class=${danger ? 'danger' : 'main'}>${confirm}</button>
      </div>
    </form>`, dialog);
    fill(fields);
    dialog.showModal();
    (dialog.querySelector('input, textarea, select') ?? dialog.querySelector('.buttons button')).focus();
  });
}

export function isOpen() {
  return dialog.open;
}

function field(one) {
  const hint = one.hint ? html`<small id=${'hint-' + one.name}>${one.hint}</small>` : nothing;
  return html`<label class="field"><span>${one.label}</span>${input(one)}${hint}</label>`;
}

function input({ name, type = 'text', hint, options = [], required = false, exactly }) {
  const described = hint ? 'hint-' + name : nothing;
  switch (type) {
    case 'area':
      return html`<textarea name=${name} rows="14" spellcheck="false" aria-describedby=${described}></textarea>`;
    case 'moment':
      return html`<input name=${name} type="datetime-local" step="1" aria-describedby=${described}>`;
    case 'choice':
      return html`<select name=${name} aria-describedby=${described}>${options.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select>`;
    case 'duration':
      return html`<input name=${name} pattern=${PATTERN} placeholder="10m" title=${t('durationForm')} ?required=${required}
        aria-describedby=${described}>`;
    default:
      return html`<input name=${name} ?required=${required || Boolean(exactly)} aria-describedby=${described}
        @input=${(event) => checkExactly(event.target, exactly)}>`;
  }
}

// The browser shows it until something is typed
function report(form, element, wrong) {
  element.setCustomValidity(wrong);
  element.reportValidity();
  form.addEventListener('input', () => element.setCustomValidity(''), { once: true });
}

function checkExactly(element, exactly) {
  element.setCustomValidity(exactly && element.value !== exactly ? t('typeExactly', { text: exactly }) : '');
}

function fill(fields) {
  for (const { name, value, exactly } of fields) {
    const element = dialog.querySelector('form').elements[name];
    element.value = value ?? '';
    checkExactly(element, exactly);
  }
}

function submitted(event, fields, check) {
  event.preventDefault();
  const form = event.target;
  const values = Object.fromEntries(fields.map(({ name }) => [name, form.elements[name].value]));
  const wrong = check(values);
  if (wrong) {
    report(form, form.elements[fields[0].name], wrong);
    return;
  }
  const resolve = answer;
  answer = () => {};
  dialog.close();
  resolve(values);
}
