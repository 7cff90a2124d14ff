// Finished runs, as a table.

import { duration } from '../durations.js';
import { between, number, relative } from '../format.js';
import { state } from '../icons.js';
import { html, nothing } from '../lit/lit-html.js';
import * as links from '../router.js';
import { plain, plainId } from '../text.js';
import { t } from '../words.js';

// How long the handlers ran, and how late the jobs were that ran at the first attempt
export function percentiles(runs) {
  const took = runs.map(runTime).filter(isKnown);
  const late = runs.filter((run) => run.attempts === 1).map((run) => between(run.dueTime, run.started)).filter(isKnown).map((ms) => Math.max(0, ms));
  return took.length === 0 ? nothing : html`<p class="quiet">
    ${t('runTimes', { n: took.length })}: ${three(took)}${late.length === 0 ? nothing : html` · ${t('latenesses', { n: late.length })}: ${three(late)}`}</p>`;
}

function runTime(run) {
  return between(run.started, run.finished);
}

function isKnown(ms) {
  return ms !== null;
}

function three(values) {
  const sorted = values.sort((one, other) => one - other);
  return [50, 95, 99].map((percent) => `p${percent} ${duration(sorted[Math.ceil(sorted.length * percent / 100) - 1])}`).join(', ');
}

export function runTable(topic, runs, { withId = true } = {}) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('runs')}><table class="runs"><thead><tr>
    ${withId ? html`<th scope="col">${t('id')}</th>` : nothing}
    <th scope="col">${t('outcome')}</th><th scope="col">${t('finishedAt')}</th><th scope="col">${t('took')}</th>
    <th scope="col" class="number">${t('attempt')}</th><th scope="col">${t('host')}</th></tr></thead>
    <tbody>${runs.map((run) => html`<tr>
      ${withId ? html`<th scope="row"><a href=${links.topic(topic, 'job', { id: run.id })}>${plainId(run.id)}</a></th>` : nothing}
      <td>${state(run.outcome)}</td><td>${relative(run.finished)}</td>
      <td>${isKnown(runTime(run)) ? duration(runTime(run)) : nothing}</td>
      <td class="number">${number(run.attempts)}</td><td>${plain(run.host)}</td></tr>`)}</tbody></table></div>`;
}
