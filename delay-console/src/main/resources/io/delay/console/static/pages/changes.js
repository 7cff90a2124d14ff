// The last changes by operators through the instance that shows the console.

import { read } from '../api.js';
import { number, relative } from '../format.js';
import { html, nothing } from '../lit/lit-html.js';
import { empty } from '../parts.js';
import * as links from '../router.js';
import { plain } from '../text.js';
import { t } from '../words.js';

export function changesPage() {
  let changes;

  async function load(signal) {
    changes = (await read([], { changes: true }, signal)).changes;
  }

  function view() {
    return html`<div class="head"><h1>${t('changes')}</h1></div><p class="quiet">${t('changesSay')}</p>
      ${changes ? content() : nothing}`;
  }

  function content() {
    return changes.length === 0 ? empty(t('noChanges')) : html`<div class="scroll" tabindex="0" role="group" aria-label=${t('changes')}><table>
      <thead><tr><th scope="col">${t('when')}</th><th scope="col">${t('who')}</th><th scope="col">${t('what')}</th>
        <th scope="col">${t('topic')}</th><th scope="col" class="number">${t('jobsChanged')}</th></tr></thead>
      <tbody>${changes.map((one) => html`<tr><td>${relative(one.time)}</td><td>${plain(one.operator)}</td>
        <td>${t('change-' + one.action)}${one.complete ? nothing : html` <small>${t('notComplete')}</small>`}</td>
        <td><a href=${links.topic(one.topic)}>${plain(one.topic)}</a></td><td class="number">${number(one.jobs)}</td></tr>`)}</tbody></table></div>`;
  }

  return { title: t('changes'), load, view };
}
