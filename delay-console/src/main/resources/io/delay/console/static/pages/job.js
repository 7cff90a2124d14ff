// One job: its life, its payload and headers, its errors, and the finished runs of its id.

import { OPERATIONS, edit, one as change } from '../actions.js';
import { read } from '../api.js';
import { duration, milliseconds } from '../durations.js';
import { bytes, clock, local, number, relative, time } from '../format.js';
import { icon, state } from '../icons.js';
import { indented } from '../json-text.js';
import { lifeOf } from '../life.js';
import { html, nothing } from '../lit/lit-html.js';
import { repeat } from '../lit/directives/repeat.js';
import { button, empty, topicTabs } from '../parts.js';
import { plain, plainId } from '../text.js';
import { t } from '../words.js';
import { runTable } from './history.js';

const MOST = 50_000;

const EVENT_ICONS = { submitted: 'done', due: 'delayed', failure: 'failed', running: 'reserved', failureHandling: 'reserved', next: 'delayed', ready: 'ready', leaseEnds: 'late', buried: 'failed' };

export function jobPage(route, app) {
  const { topic, params: { id } } = route;
  let job;
  let missing = false;
  let whole = false;
  let stored = false;
  let shown = { payload: null, text: '' };
  // The operation of this page, because the job may run and end before it is read again
  let done = null;

  async function load(signal) {
    try {
      job = await read([topic, 'job'], { id }, signal);
      missing = false;
    } catch (failure) {
      if (failure.kind !== 'not-found') {
        throw failure;
      }
      missing = true;
      job = null;
    }
  }

  function view() {
    return html`<div class="head"><h1 class="id">${plainId(id)} ${job?.state ? state(job.state) : nothing}</h1>${job?.state && app.operator ? actions() : nothing}</div>
      ${topicTabs(topic, 'job')}
      ${missing ? empty(ended() ?? t('noJob', { topic, id })) : nothing}
      ${job ? content() : nothing}`;
  }

  function actions() {
    const editable = job.version && job.payloadText !== undefined;
    return html`<div class="actions">
      ${editable ? button(t(job.state === 'FAILED' ? 'editAndKick' : 'edit'), () => edit(app, { topic, job, changed }), { main: true }) : nothing}
      ${repeat(OPERATIONS[job.state], (operation) => operation, (operation) => button(t(operation), () => change(app, { operation, topic, id, state: job.state, changed }),
        { danger: operation === 'cancel' }))}</div>`;
  }

  function changed(operation) {
    done = { operation, at: new Date(), run: job?.runs?.[0]?.finished };
  }

  // Undefined unless an operation of this page let the job run
  function ended() {
    if (!done || done.operation === 'cancel') {
      return undefined;
    }
    const run = job?.runs?.[0];
    const what = t('did-' + done.operation, { id, time: clock(done.at) });
    return what + (run && run.finished !== done.run ? t('endedAs', { time: clock(run.finished), outcome: t(run.outcome.toLowerCase()) }) : t('ended'));
  }

  function content() {
    return html`
      ${job.state ? html`
        ${job.corrupt ? html`<p class="says failing">${t('corrupt')}</p>` : nothing}
        <section aria-labelledby="life"><h2 id="life">${t('life')}</h2><ol class="life">${lifeOf(job).map(event)}</ol>${job.corrupt ? nothing : terms()}</section>
        <div class="columns">${body(job)}</div>
        ${errors()}` : html`<p class="quiet">${ended() ?? t('onlyRuns')}</p>`}
      ${job.runs ? html`<section aria-labelledby="runs"><h2 id="runs">${t('runs')} <span class="badge">${number(job.runs.length)}</span></h2>${runTable(topic, job.runs, { withId: false })}
        ${!job.state && job.runs[0].headers ? html`<div class="columns">${body(job.runs[0])}</div>` : nothing}</section>` : nothing}
      ${job.searchedBackTo ? html`<p class="quiet">${t('searchedBackTo', { time: local(job.searchedBackTo) })}</p>` : nothing}`;
  }

  function event(one) {
    const name = one.kind === 'failure' ? failureName(one) : one.kind;
    return html`<li class=${one.kind}>${icon(EVENT_ICONS[one.kind])}
      <span class="what">${t('event-' + name, { ...one, host: one.host ?? '', time: one.runTime ? duration(milliseconds(one.runTime)) : '' })}</span>
      <span class="when">${time(one.time)} <small>${relative(one.time)}</small></span></li>`;
  }

  // The number 0 is that of no attempt, for example because an operator buried the job
  function failureName({ attempt, runTime }) {
    return attempt === 0 ? 'failureOutside' : runTime ? 'failureAfter' : 'failure';
  }

  function terms() {
    return html`<dl class="inline">
      <div><dt>${t('priority')}</dt><dd>${job.priority}</dd></div>
      <div><dt>${t('ttr')}</dt><dd>${job.ttr ? duration(milliseconds(job.ttr)) : t('ofTheConsumer')}</dd></div>
      <div><dt>${t('maxAttempts')}</dt><dd>${job.maxAttempts ? number(job.maxAttempts) : t('ofTheConsumer')}</dd></div>
      ${job.expiresAt ? html`<div><dt>${t('expiresAt')}</dt><dd>${time(job.expiresAt)}</dd></div>` : nothing}</dl>`;
  }

  // Of the job or of one of its runs
  function body(one) {
    if (!one.headers) {
      return job.corrupt ? nothing : html`<p class="quiet">${t('hidden')}</p>`;
    }
    const headers = Object.entries(one.headers);
    return html`<section aria-labelledby="payload"><h2 id="payload">${t('payload')}</h2>${payload(one)}</section>
      <section aria-labelledby="headers"><h2 id="headers">${t('headers')}</h2>${headers.length === 0 ? html`<p class="quiet">${t('none')}</p>`
        : html`<dl class="pairs">${headers.map(([name, value]) => html`<div><dt>${plain(name)}</dt><dd>${plain(value)}</dd></div>`)}</dl>`}</section>`;
  }

  function payload({ payloadText, payloadBase64 }) {
    const text = payloadText ?? payloadBase64;
    if (shown.payload !== text) {
      shown = { payload: text, text: payloadText === undefined ? text : indented(text) };
    }
    const full = stored ? text : shown.text;
    const part = whole || full.length <= MOST ? full : full.slice(0, MOST);
    return html`${payloadText === undefined ? html`<p class="quiet">${t('binary')}</p>` : nothing}
      <pre class="text" tabindex="0" role="group" aria-label=${t('payload')}>${plain(part)}</pre>
      <div class="buttons">
        ${shown.text === text ? nothing : button(t(stored ? 'indented' : 'asStored'), () => { stored = !stored; app.draw(); })}
        ${part === full ? nothing : button(t('showAllOf', { size: bytes(full.length) }), () => { whole = true; app.draw(); })}
      </div>`;
  }

  function errors() {
    const { failures } = job;
    if (!failures) {
      return nothing;
    }
    const all = [failures, ...(failures.earlier ?? [])];
    return html`<section aria-labelledby="error"><h2 id="error">${t('lastError')}</h2>
      ${all.map((one, at) => at === 0 ? error(one, true) : html`<details><summary>${t('earlierError', { n: one.attempt })}</summary>${error(one, false)}</details>`)}</section>`;
  }

  function error(one, last) {
    return html`<pre class="text error" tabindex="0" role="group" aria-label=${last ? t('lastError') : t('earlierError', { n: one.attempt })}>${plain(one.error)}${one.stackTrace
      ? html`
${plain(one.stackTrace)}` : nothing}</pre>`;
  }

  return { title: id + ' · ' + topic, load, view };
}
