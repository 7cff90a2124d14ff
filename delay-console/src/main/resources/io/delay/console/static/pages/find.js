// An id or a part of it, over all topics.

import { read } from '../api.js';
import { clock, relative } from '../format.js';
import { state } from '../icons.js';
import { html, nothing } from '../lit/lit-html.js';
import { button, choices, empty } from '../parts.js';
import * as links from '../router.js';
import { plain, plainId } from '../text.js';
import { t } from '../words.js';

export function findPage(route, app) {
  const { id, part } = route.params;
  const text = part ?? id;
  let found = [];
  let searched = 0;
  let complete = false;
  // The extent so far of a search for a part
  let examined = 0;
  let incomplete = [];
  let next;
  let at;

  async function load(signal) {
    if (!text || (part && complete)) {
      return;
    }
    if (part) {
      await examine(signal);
      return;
    }
    const all = [];
    let topics = 0;
    let after;
    do {
      const some = await read([], { id, after }, signal);
      all.push(...some.found);
      topics += some.searched;
      after = some.next;
    } while (after);
    found = all;
    searched = topics;
    complete = true;
  }

  // Examines many jobs, so it is not repeated, and continues only if the person wants it
  async function examine(signal) {
    const some = await read([], { part, after: next }, signal);
    found.push(...some.found);
    searched += some.searched;
    examined += some.examined;
    incomplete.push(...some.incomplete ?? [], ...some.unread ?? []);
    next = some.next;
    at = new Date();
    complete = true;
  }

  async function goOn() {
    await examine();
    app.draw();
  }

  function view() {
    return html`<h1>${text ? html`${t('findTitle')}: ${plain(text)}` : t('findTitle')}</h1>
      ${text ? choices(t('findTitle'), [{ text: t('wholeId'), href: links.find(text), current: !part },
        { text: t('partOfId'), href: links.findPart(text), current: Boolean(part) }]) : empty(t('findAsk'))}
      ${complete ? part ? extent() : html`<p class="quiet">${t('searched', { n: searched })}</p>` : nothing}
      ${complete && found.length === 0 ? empty(t(part ? 'foundNoPart' : 'foundNone', { id: text })) : nothing}
      ${found.length > 0 ? table() : nothing}
      ${part && next ? html`<p>${button(t('goOnAfter', { topic: next }), goOn)}</p>` : nothing}`;
  }

  // How far the search came
  function extent() {
    return html`<p class="quiet">${t('examined', { n: examined, time: clock(at) })} ${t('searched', { n: searched })}</p>
      ${incomplete.length > 0 ? html`<p class="says">${t('notWhole', { topics: incomplete.slice(0, 20).join(', ') })}</p>` : nothing}`;
  }

  function table() {
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${t('findTitle')}><table><thead><tr><th scope="col">${t('topic')}</th>${part ? html`<th scope="col">${t('id')}</th>` : nothing}<th scope="col">${t('foundState')}</th><th scope="col">${t('time')}</th></tr></thead>
      <tbody>${found.map((one) => html`<tr><th scope="row"><a href=${links.topic(one.topic, 'job', { id: one.id ?? id })}>${plain(one.topic)}</a></th>
        ${part ? html`<td><a href=${links.topic(one.topic, 'job', { id: one.id })}>${plainId(one.id)}</a></td>` : nothing}
        <td>${one.state ? state(one.state) : t('hiddenRun')}</td><td>${relative(one.time)}</td></tr>`)}</tbody></table></div>`;
  }

  return { title: t('findTitle'), load, view };
}
