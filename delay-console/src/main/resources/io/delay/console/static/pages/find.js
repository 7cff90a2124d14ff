// An id, over all topics.

import { read } from '../api.js';
import { relative } from '../format.js';
import { state } from '../icons.js';
import { html, nothing } from '../lit/lit-html.js';
import { empty } from '../parts.js';
import * as links from '../router.js';
import { plain } from '../text.js';
import { t } from '../words.js';

export function findPage(route) {
  const { id } = route.params;
  let found = [];
  let searched = 0;
  let complete = false;

  async function load(signal) {
    if (!id) {
      return;
    }
    const all = [];
    let topics = 0;
    let after;
    do {
      const part = await read([], { id, after }, signal);
      all.push(...part.found);
      topics += part.searched;
      after = part.next;
    } while (after);
    found = all;
    searched = topics;
    complete = true;
  }

  function view() {
    return html`<h1>${id ? html`${t('findTitle')}: ${plain(id)}` : t('findTitle')}</h1>
      ${id ? nothing : empty(t('findAsk'))}
      ${complete ? html`<p class="quiet">${t('searched', { n: searched })}</p>` : nothing}
      ${complete && found.length === 0 ? empty(t('foundNone', { id })) : nothing}
      ${found.length > 0 ? table() : nothing}`;
  }

  function table() {
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('findTitle')}><table><thead><tr><th scope="col">${t('topic')}</th><th scope="col">${t('foundState')}</th><th scope="col">${t('time')}</th></tr></thead>
      <tbody>${found.map((one) => html`<tr><th scope="row"><a href=${links.topic(one.topic, 'job', { id })}>${plain(one.topic)}</a></th>
        <td>${one.state ? state(one.state) : t('hiddenRun')}</td><td>${relative(one.time)}</td></tr>`)}</tbody></table></div>`;
  }

  return { title: t('findTitle'), load, view };
}
