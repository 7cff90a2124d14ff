// The jobs of a topic in one state, or its finished runs, page by page.

import { OPERATIONS, allOf, chosen } from '../actions.js';
import { read } from '../api.js';
import { bytes, number, relative } from '../format.js';
import { html, nothing } from '../lit/lit-html.js';
import { repeat } from '../lit/directives/repeat.js';
import { button, choices, empty, pager, pausedNote, topicTabs } from '../parts.js';
import * as links from '../router.js';
import { firstLine, plain, plainId, preview, visible } from '../text.js';
import { jobCount, t } from '../words.js';
import { isRunning } from '../work.js';
import { percentiles, runTable } from './history.js';

const STATES = ['DELAYED', 'READY', 'RESERVED', 'FAILED'];

const TIMES = { DELAYED: 'visibleAt', READY: 'visibleAt', RESERVED: 'leaseEndsAt', FAILED: 'buriedAt' };

export function jobsPage(route, app) {
  const { topic, params } = route;
  const finished = params.state === 'finished';
  const given = (params.state ?? 'delayed').toUpperCase();
  const state = STATES.includes(given) ? given : 'DELAYED';
  const order = params.order ?? (state === 'FAILED' ? 'newest' : 'oldest');
  const selected = new Set();
  let status;
  let jobs = [];
  let next;

  async function load(signal) {
    const content = finished ? read([topic, 'history'], { after: params.after, limit: 200 }, signal)
      : read([topic, 'jobs'], { state: state.toLowerCase(), order, after: params.after, limit: 50 }, signal);
    const [one, page] = await Promise.all([read([topic], {}, signal), content]);
    status = one.status;
    jobs = page.jobs ?? page.runs;
    next = page.next;
    const present = new Set(jobs.map((job) => job.id));
    selected.forEach((id) => present.has(id) || selected.delete(id));
  }

  function view() {
    return html`<div class="head"><h1>${plain(topic)} ${pausedNote(status)}</h1></div>
      ${topicTabs(topic, 'jobs', status)}
      <div class="tools">
        ${choices(t('states'), [...STATES, 'FINISHED'].map(stateChoice))}
        ${finished ? nothing : choices(t('order'), ['oldest', 'newest'].map((key) => ({
          text: t(key === 'oldest' ? 'oldestFirst' : 'newest'), current: key === order,
          href: links.topic(topic, 'jobs', { state: state.toLowerCase(), order: key }) })))}
      </div>
      ${status ? content() : nothing}`;
  }

  function stateChoice(name) {
    const key = name.toLowerCase();
    const n = status?.jobs?.[name];
    return { text: html`${t(key)}${n === undefined ? nothing : html` <span class="badge">${jobCount(n, status.estimated)}</span>`}`,
      href: links.topic(topic, 'jobs', { state: key }), current: finished ? name === 'FINISHED' : name === state };
  }

  function content() {
    if (finished) {
      return html`${jobs.length === 0 ? empty(t('noRuns')) : html`${percentiles(jobs)}${runTable(topic, jobs)}`}${pager(route, next)}`;
    }
    return html`${app.operator && status.jobs ? tools() : nothing}
      ${jobs.length === 0 ? empty(t('noJobs', { state: t(state.toLowerCase()) })) : table()}
      ${pager(route, next)}`;
  }

  function tools() {
    const ids = [...selected];
    const { jobs: { [state]: count }, estimated } = status;
    const all = t('allOf', { n: count, estimated });
    return html`<div class="bulk">
      <fieldset ?disabled=${ids.length === 0 || isRunning()}><legend>${t('selected', { n: ids.length })}</legend>
        ${OPERATIONS[state].map((operation) => button(t(operation), () => choose(operation, ids), { danger: operation === 'cancel' }))}</fieldset>
      <fieldset ?disabled=${count === 0 || isRunning()}><legend>${all}</legend>
        ${OPERATIONS[state].map((operation) => button(t(operation), () => allOf(app, { operation, topic, state, count, estimated }),
          { danger: operation === 'cancel', label: t(operation) + ': ' + all }))}</fieldset>
    </div>`;
  }

  async function choose(operation, ids) {
    if (await chosen(app, { operation, topic, state, ids })) {
      selected.clear();
      app.draw();
    }
  }

  function table() {
    const all = jobs.length > 0 && selected.size === jobs.length;
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('tab-jobs')}><table class="jobs ${app.operator ? 'choosable' : ''}"><thead><tr>
      ${app.operator ? html`<th scope="col" class="box"><input type="checkbox" aria-label=${t('selectAll')} .checked=${all}
        .indeterminate=${!all && selected.size > 0} @change=${(event) => selectAll(event.target.checked)}></th>` : nothing}
      <th scope="col">${t('id')}</th><th scope="col">${t(TIMES[state])}</th><th scope="col" class="number">${t('attempt')}</th>
      ${withPayloads() ? html`<th scope="col">${t('payload')}</th>` : nothing}<th scope="col">${t('lastError')}</th></tr></thead>
      <tbody>${repeat(jobs, (job) => job.id, row)}</tbody></table></div>`;
  }

  function row(job) {
    const { failures, lease } = job;
    return html`<tr class=${selected.has(job.id) ? 'selected' : ''}>
      ${app.operator ? html`<td class="box"><input type="checkbox" aria-label=${t('select', { id: job.id })} .checked=${selected.has(job.id)}
        @change=${(event) => select(job.id, event.target.checked)}></td>` : nothing}
      <th scope="row"><a href=${links.topic(topic, 'job', { id: job.id })}>${plainId(job.id)}</a>
        ${job.priority && job.priority !== 'NORMAL' ? html`<small>${job.priority}</small>` : nothing}</th>
      <td>${relative(job.time)}</td>
      <td class="number">${lease ? `${number(lease.attempt)} / ${number(lease.maxAttempts)}` : failures ? number(failures.attempts) : html`<span class="zero">0</span>`}</td>
      ${withPayloads() ? html`<td class="preview">${job.headers ? payload(job) : nothing}</td>` : nothing}
      <td class="error">${job.corrupt ? html`<b>${t('corrupt')}</b> ` : nothing}${failures
        ? html`<span title=${visible(failures.error.slice(0, 1_000))}>${plain(firstLine(failures.error))}</span>` : nothing}</td></tr>`;
  }

  // False if the endpoint does not show payloads to this user
  function withPayloads() {
    return jobs.some((job) => job.headers);
  }

  function payload({ payloadText: text, payloadBase64 }) {
    return text === undefined ? html`<small>${t('binaryOf', { size: bytes(sizeOf(payloadBase64)) })}</small>` : plain(preview(text));
  }

  function select(id, on) {
    selected[on ? 'add' : 'delete'](id);
    app.draw();
  }

  function selectAll(on) {
    jobs.forEach((job) => selected[on ? 'add' : 'delete'](job.id));
    app.draw();
  }

  return { title: topic + ' · ' + t('tab-jobs'), load, view };
}

function sizeOf(base64) {
  return base64.replace(/=+$/, '').length * 3 >> 2;
}
