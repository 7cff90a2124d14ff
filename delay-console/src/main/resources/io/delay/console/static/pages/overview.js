// All topics, after their problems.

import { pause, resume } from '../actions.js';
import { read } from '../api.js';
import { sparkline } from '../charts.js';
import { duration, milliseconds } from '../durations.js';
import { number } from '../format.js';
import { icon, state } from '../icons.js';
import { html, nothing } from '../lit/lit-html.js';
import { repeat } from '../lit/directives/repeat.js';
import { Marks } from '../marks.js';
import { button, empty } from '../parts.js';
import { problemsOf, worstFirst } from '../problems.js';
import * as links from '../router.js';
import { plain } from '../text.js';
import { jobCount, t } from '../words.js';

const PAGE = 100;

const SCAN = 500;

const MAX_PROBLEMS = 20;

export function overviewPage(route, app) {
  const marks = new Marks();
  let filter = route.params.filter ?? '';
  let page = Math.max(0, Number(route.params.page) || 0);
  let all = [];
  let shown = new Map();
  let allProblems = false;

  async function load(signal) {
    // The first page has the throughput, the others are read for their problems
    const head = await read([], { limit: PAGE, throughput: true }, signal);
    const topics = head.topics;
    let next = head.next;
    while (next) {
      const more = await read([], { limit: SCAN, after: next }, signal);
      topics.push(...more.topics);
      next = more.next;
    }
    app.operator = head.operator;
    all = topics;
    const visible = rows();
    shown = new Map(head.topics.map((topic) => [topic.topic, topic.donePerMinute]));
    await readThroughput(visible, signal);
    marks.next();
  }

  // Of a later page, or of a filter
  async function readThroughput(visible, signal) {
    const first = visible.find((topic) => !shown.has(topic.topic));
    if (!first || filter) {
      return;
    }
    const before = all[all.indexOf(first) - 1]?.topic;
    const some = await read([], { limit: PAGE, after: before, throughput: true }, signal);
    some.topics.forEach((topic) => shown.set(topic.topic, topic.donePerMinute));
  }

  function matching() {
    const text = filter.toLowerCase();
    return all.filter((topic) => topic.topic.toLowerCase().includes(text));
  }

  function rows() {
    return matching().slice(page * PAGE, (page + 1) * PAGE);
  }

  function view() {
    return html`<h1>${t('topics')}</h1>
      ${app.readAt && all.length === 0 ? empty(t('noTopics')) : nothing}
      ${all.length > 0 ? [problems(), list()] : nothing}`;
  }

  function problems() {
    const found = worstFirst(all.flatMap(problemsOf));
    if (found.length === 0) {
      return html`<p class="fine">${icon('done')}${t('noProblems')}</p>`;
    }
    const visible = allProblems ? found : found.slice(0, MAX_PROBLEMS);
    const more = found.length - visible.length;
    return html`<section class="problems" aria-labelledby="problems">
      <h2 id="problems">${t('problems')} <span class="badge">${number(found.length)}</span></h2>
      <ul>${repeat(visible, (one) => one.topic + one.kind, problem)}</ul>
      ${more > 0 ? button(t('moreProblems', { n: more }), () => { allProblems = true; app.draw(); }) : nothing}
    </section>`;
  }

  function problem(one) {
    const status = all.find((topic) => topic.topic === one.topic);
    return html`<li class=${one.kind}>
      <span class="kind">${icon(ICONS[one.kind])}${t('problem-' + one.kind)}</span>
      <a class="topic" href=${links.topic(one.topic)}>${plain(one.topic)}</a>
      <span class="says">${one.says}</span>
      <span class="actions">
        ${one.link ? html`<a class="button" href=${one.link} aria-label=${t('showCauses') + ' ' + one.topic}>${t('showCauses')}</a>` : nothing}
        ${one.kind === 'paused' && app.operator ? button(t('resume'), () => resume(app, status), { label: t('resume') + ' ' + one.topic }) : nothing}
      </span></li>`;
  }

  function list() {
    const visible = rows();
    const matches = matching().length;
    return html`<section aria-label=${t('topics')}>
      <div class="tools">
        <input type="search" aria-label=${t('filterTopics')} placeholder=${t('filterTopics')} .value=${filter} @input=${typed}>
      </div>
      ${visible.length === 0 ? empty(t('noMatch', { text: filter })) : html`<div class="scroll" tabindex="0" role="group" aria-label=${t('topics')}><table class="topics">
        <thead><tr><th scope="col">${t('topic')}</th>
          ${['DELAYED', 'READY', 'RESERVED', 'FAILED'].map((name) => html`<th scope="col" class="number">${state(name)}</th>`)}
          <th scope="col">${t('donePerMinute')}</th>
          <th scope="col" class="number">${t('consumers')}</th>
          ${app.operator ? html`<th scope="col"><span class="hidden">${t('actions')}</span></th>` : nothing}</tr></thead>
        <tbody>${repeat(visible, (topic) => topic.topic, row)}</tbody></table></div>`}
      ${matches > PAGE ? html`<nav class="pager" aria-label=${t('pages')}>
        <span>${t('moreTopics', { from: page * PAGE + 1, to: Math.min(matches, (page + 1) * PAGE), n: matches })}</span>
        ${page > 0 ? html`<a href=${links.overview({ filter, page: page > 1 ? page - 1 : '' })}>${t('previousPage')}</a>` : nothing}
        ${(page + 1) * PAGE < matches ? html`<a href=${links.overview({ filter, page: page + 1 })}>${t('nextPage')}</a>` : nothing}
      </nav>` : nothing}
    </section>`;
  }

  function row(status) {
    const { topic, jobs, paused, oldestReady, consumers, problem: unread } = status;
    const name = html`<th scope="row"><a href=${links.topic(topic)}>${plain(topic)}</a>
      ${paused ? html` ${state('paused')}` : nothing}</th>`;
    if (unread) {
      return html`<tr>${name}<td colspan="7" class="quiet">${plain(unread.detail)}</td></tr>`;
    }
    const done = shown.get(topic);
    const sum = done?.reduce((one, other) => one + other, 0);
    return html`<tr>${name}
      ${['DELAYED', 'READY', 'RESERVED', 'FAILED'].map((key) => count(status, key, key === 'READY' && oldestReady))}
      <td>${done ? html`<span class="rate">${sparkline(done, t('doneLastHour', { n: sum }))}<span>${number(sum)}</span></span>` : nothing}</td>
      <td class="number ${consumers === 0 ? 'zero' : ''}">${number(consumers)}</td>
      ${app.operator ? html`<td class="actions">${paused
        ? button(t('resume'), () => resume(app, status), { label: t('resume') + ' ' + topic })
        : button(t('pause'), () => pause(app, status), { label: t('pause') + ' ' + topic })}</td>` : nothing}</tr>`;
  }

  function count({ topic, jobs, estimated }, key, age) {
    const value = jobs[key];
    const mark = marks.of(topic + key, value);
    return html`<td class="number ${value === 0 ? 'zero' : key.toLowerCase()} ${mark}">${value === 0 ? '0'
      : html`<a href=${links.topic(topic, 'jobs', { state: key.toLowerCase() })}>${jobCount(value, estimated)}</a>`}
      ${age ? html`<small>${t('oldest')} ${duration(milliseconds(age))}</small>` : nothing}</td>`;
  }

  function typed(event) {
    filter = event.target.value;
    page = 0;
    links.replace(links.overview({ filter }));
    app.draw();
  }

  return { title: t('topics'), load, view };
}

const ICONS = { unreadable: 'unreadable', late: 'late', failing: 'failed', nobody: 'consumers', paused: 'paused' };
