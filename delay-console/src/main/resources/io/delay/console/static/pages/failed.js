// The failed jobs of a topic by the cause of their failure.

import { group as change } from '../actions.js';
import { read } from '../api.js';
import { number, relative } from '../format.js';
import { html, nothing } from '../lit/lit-html.js';
import { repeat } from '../lit/directives/repeat.js';
import { Marks } from '../marks.js';
import { button, empty, pausedNote, topicTabs } from '../parts.js';
import * as links from '../router.js';
import { plain, plainId, visible } from '../text.js';
import { t } from '../words.js';
import { isRunning } from '../work.js';

export function failedPage(route, app) {
  const { topic } = route;
  const marks = new Marks();
  let status;
  let failures;

  async function load(signal) {
    const [one, groups] = await Promise.all([read([topic], {}, signal), read([topic, 'failures'], {}, signal)]);
    status = one.status;
    failures = groups;
    marks.next();
  }

  function view() {
    return html`<div class="head"><h1>${plain(topic)} ${pausedNote(status)}</h1></div>
      ${topicTabs(topic, 'failed', status)}
      ${failures ? content() : nothing}`;
  }

  function content() {
    if (failures.groups.length === 0) {
      return empty(t('noFailures'));
    }
    return html`
      ${failures.complete ? nothing : html`<p class="quiet">${t('incomplete', { n: failures.examined })}</p>`}
      <ul class="groups">${repeat(failures.groups, (one) => one.cause, group)}</ul>
      ${failures.omittedGroups > 0 ? html`<p class="quiet">${t('omitted', { n: failures.omittedGroups })}</p>` : nothing}
      <p><a href=${links.topic(topic, 'jobs', { state: 'failed' })}>${t('listFailed')}</a></p>`;
  }

  function group(one) {
    const { exception, message, count, first, last, example } = one;
    const what = exception ?? message;
    return html`<li>
      <div class="count ${marks.of(one.cause, count)}">${number(count)}</div>
      <div class="cause">
        ${exception ? html`<b>${plain(exception)}</b>` : nothing}
        <p>${plain(message)}</p>
        <dl class="inline"><div><dt>${t('first')}</dt><dd>${relative(first)}</dd></div><div><dt>${t('last')}</dt><dd>${relative(last)}</dd></div>
          <div><dt>${t('example')}</dt><dd><a href=${links.topic(topic, 'job', { id: example })}>${plainId(example)}</a></dd></div></dl>
      </div>
      ${app.operator ? html`<div class="actions">
        ${button(t('kick'), () => change(app, { operation: 'kick', topic, group: one }), { main: true, disabled: isRunning(), label: t('kick') + ': ' + visible(what) })}
        ${button(t('cancel'), () => change(app, { operation: 'cancel', topic, group: one }), { danger: true, disabled: isRunning(), label: t('cancel') + ': ' + visible(what) })}
      </div>` : nothing}</li>`;
  }

  return { title: topic + ' · ' + t('tab-failed'), load, view };
}
