// One topic: its counts, throughput, forecast and consumers.

import { forget, pause, purge, resume } from '../actions.js';
import { read } from '../api.js';
import { bars } from '../charts.js';
import { duration, milliseconds } from '../durations.js';
import { between, bytes, local, number, relative } from '../format.js';
import { state } from '../icons.js';
import { html, nothing } from '../lit/lit-html.js';
import { Marks } from '../marks.js';
import { button, choices, empty, pausedNote, topicTabs } from '../parts.js';
import { problemsOf } from '../problems.js';
import * as links from '../router.js';
import { submit } from '../submit.js';
import { plain, plainId, visible } from '../text.js';
import { jobCount, t } from '../words.js';
import { isRunning } from '../work.js';

// Reserved jobs to read, and to show for each consumer
const RUNNING = 100;

const SHOWN = 3;

const RANGES = { '1h': [3_600_000, 'PT2M'], '24h': [86_400_000, 'PT1H'], '7d': [604_800_000, 'PT6H'] };

// Consumers register every 75 seconds
const STALE = 120_000;

export function topicPage(route, app) {
  const { topic, params } = route;
  const range = Object.hasOwn(RANGES, params.due ?? '') ? params.due : '24h';
  const day = params.past === 'day';
  const marks = new Marks();
  let status;
  let consumers = [];
  let running = [];
  let throughput;
  let forecast;

  async function load(signal) {
    const [length, interval] = RANGES[range];
    // Whole intervals, so that viewers who read in the same second share an answer
    const from = new Date(Math.floor(Date.now() / 10_000) * 10_000);
    const [one, past, due] = await Promise.all([
      read([topic], {}, signal),
      read([topic, 'throughput'], {}, signal),
      read([topic, 'forecast'], { from: from.toISOString(), to: new Date(from.getTime() + length).toISOString(), interval }, signal),
    ]);
    running = one.status.jobs?.RESERVED > 0
      ? (await read([topic, 'jobs'], { state: 'reserved', order: 'oldest', limit: RUNNING }, signal)).jobs : [];
    status = one.status;
    consumers = one.consumers;
    throughput = past;
    forecast = due;
    marks.next();
  }

  function view() {
    return html`<div class="head"><h1>${plain(topic)} ${pausedNote(status)}</h1>${status && app.operator ? actions() : nothing}</div>
      ${topicTabs(topic, 'topic', status)}
      ${status ? content() : nothing}`;
  }

  function actions() {
    const { jobs, estimated } = status;
    const total = Object.values(jobs).reduce((sum, n) => sum + n, 0);
    return html`<div class="actions">
      ${button(t('submit'), () => submit(app, { topic }), { main: true })}
      ${status.paused ? button(t('resume'), () => resume(app, status)) : button(t('pause'), () => pause(app, status))}
      ${jobs.FAILED > 0 ? button(t('purge'), () => purge(app, { topic, count: jobs.FAILED, estimated }), { danger: true, disabled: isRunning() }) : nothing}
      ${total === 0 && consumers.length === 0 ? button(t('forget'), () => forgotten(), { danger: true }) : nothing}
    </div>`;
  }

  async function forgotten() {
    if (await forget(app, { topic })) {
      links.go(links.overview());
    }
  }

  function content() {
    return html`
      ${problemsOf(status).map((one) => html`<p class="says ${one.kind}">${one.says} ${one.link
        ? html`<a href=${one.link}>${t('showCauses')}</a>` : nothing}</p>`)}
      <dl class="tiles">${['DELAYED', 'READY', 'RESERVED', 'FAILED'].map(tile)}${facts()}</dl>
      <div class="columns">
        <section aria-labelledby="throughput"><h2 id="throughput">${t('throughput')}</h2>
          ${choices(t('throughput'), [
            { text: t('lastHour'), href: links.topic(topic, '', { due: params.due }), current: !day },
            { text: t('lastDay'), href: links.topic(topic, '', { due: params.due, past: 'day' }), current: day }])}
          ${past()}</section>
        <section aria-labelledby="forecast"><h2 id="forecast">${t('forecast')}</h2>
          ${choices(t('forecast'), Object.keys(RANGES).map((key) => ({
            text: t('range-' + key), href: links.topic(topic, '', { past: params.past, due: key === '24h' ? '' : key }), current: key === range })))}
          ${future()}</section>
      </div>
      <section aria-labelledby="consumers"><h2 id="consumers">${t('consumers')} <span class="badge">${number(consumers.length)}</span></h2>${consumerTable()}
        ${status.jobs.RESERVED > RUNNING ? html`<p class="quiet">${t('firstReserved', { n: RUNNING })}</p>` : nothing}</section>`;
  }

  function tile(name) {
    const n = status.jobs[name];
    const key = name.toLowerCase();
    return html`<div class="tile ${n === 0 ? 'zero' : key}"><dt>${state(name)}</dt>
      <dd class=${marks.of(name, n)}><a href=${links.topic(topic, 'jobs', { state: key })}>${jobCount(n, status.estimated)}</a>
      ${name === 'READY' && status.oldestReady ? html`<small>${t('oldest')} ${duration(milliseconds(status.oldestReady))}</small>` : nothing}</dd></div>`;
  }

  function facts() {
    const size = status.partitionBytes?.reduce((sum, n) => sum + n, 0);
    return [
      size === undefined ? nothing : fact(t('size'), bytes(size)),
      status.dropped > 0 ? fact(t('dropped'), number(status.dropped)) : nothing,
    ];
  }

  function fact(name, value) {
    return html`<div class="tile fact"><dt>${name}</dt><dd>${value}</dd></div>`;
  }

  function past() {
    const intervals = day ? throughput.quarters : throughput.minutes;
    const series = [{ name: t('done'), key: 'done' }, { name: t('failedAttempts'), key: 'attempts' }, { name: t('buried'), key: 'failed' }];
    const all = intervals.map(({ from, done, failedAttempts, buried, averageLateness }) => {
      // An attempt that buried its job is counted once
      const values = [done, Math.max(0, failedAttempts - buried), buried];
      const label = hourAndMinute(from);
      const lateness = averageLateness ? ` · ${t('lateness')} ${duration(milliseconds(averageLateness))}` : '';
      return { label, values, title: `${label} · ${series.map((one, at) => `${one.name} ${number(values[at])}`).join(', ')}${lateness}` };
    });
    return bars({ label: t('throughput'), bars: all, series });
  }

  function future() {
    const all = forecast.intervals.map(({ from, to, jobs }) => ({
      label: range === '7d' ? dayAndHour(from) : hourAndMinute(from), end: range === '7d' ? dayAndHour(to) : hourAndMinute(to), values: [jobs],
      title: `${dayAndHour(from)} – ${dayAndHour(to)} · ${number(jobs)}`,
    }));
    return bars({ label: t('forecast'), bars: all, series: [{ name: t('due'), key: 'delayed' }] });
  }

  function consumerTable() {
    if (consumers.length === 0) {
      return empty(t('noConsumers'));
    }
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('consumers')}><table><thead><tr>
      ${['application', 'host', 'listener'].map((key) => html`<th scope="col">${t(key)}</th>`)}
      <th scope="col" class="number">${t('concurrency')}</th><th scope="col">${t('terms')}</th><th scope="col">${t('foundState')}</th><th scope="col">${t('runsNow')}</th></tr></thead>
      <tbody>${consumers.map((one) => html`<tr><th scope="row">${plain(one.application)}</th><td>${plain(one.host)}</td><td>${plain(one.listener)}</td>
        <td class="number">${number(one.concurrency)}</td>
        <td>${duration(milliseconds(one.ttr))}, ${number(one.maxAttempts)}${one.rateLimit ? `, ${t('rateLimit', { rate: one.rateLimit })}` : ''}</td>
        <td title=${visible(one.id)}>${lastSeen(one)}</td><td>${runningOf(one.id)}</td></tr>`)}</tbody></table></div>`;
  }

  function lastSeen(one) {
    return between(one.lastSeen, app.readAt) > STALE ? html`<b>${t('lastSeen')} ${relative(one.lastSeen)}</b>`
      : html`<span title=${one.lastSeen}>${t('healthy')}</span>`;
  }

  // Of the reserved jobs whose leases end first
  function runningOf(consumer) {
    const own = running.filter((job) => job.lease?.consumer === consumer);
    return html`${own.slice(0, SHOWN).map((job) => html`<div><a href=${links.topic(topic, 'job', { id: job.id })}>${plainId(job.id)}</a> <small>${relative(job.lease.since)}</small></div>`)}
      ${own.length > SHOWN ? html`<small>${t('andMore', { n: own.length - SHOWN })}</small>` : nothing}`;
  }

  return { title: topic, load, view };
}

function hourAndMinute(iso) {
  return local(iso, { hour: '2-digit', minute: '2-digit' });
}

function dayAndHour(iso) {
  return local(iso, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
}
