// Finished runs, as a table.

import { duration } from '../durations.js';
import { number, relative } from '../format.js';
import { state } from '../icons.js';
import { html, nothing } from '../lit/lit-html.js';
import * as links from '../router.js';
import { plain, plainId } from '../text.js';
import { t } from '../words.js';

export function runTable(topic, runs, { withId = true } = {}) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('runs')}><table class="runs"><thead><tr>
    ${withId ? html`<th scope="col">${t('id')}</th>` : nothing}
    <th scope="col">${t('outcome')}</th><th scope="col">${t('finishedAt')}</th><th scope="col">${t('took')}</th>
    <th scope="col" class="number">${t('attempt')}</th><th scope="col">${t('host')}</th></tr></thead>
    <tbody>${runs.map((run) => html`<tr>
      ${withId ? html`<th scope="row"><a href=${links.topic(topic, 'job', { id: run.id })}>${plainId(run.id)}</a></th>` : nothing}
      <td>${state(run.outcome)}</td><td>${relative(run.finished)}</td>
      <td>${run.started ? duration(new Date(run.finished) - new Date(run.started)) : nothing}</td>
      <td class="number">${number(run.attempts)}</td><td>${plain(run.host)}</td></tr>`)}</tbody></table></div>`;
}
