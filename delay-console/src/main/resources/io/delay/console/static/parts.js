// Pieces that several pages have.

import { html, nothing } from './lit/lit-html.js';
import { icon } from './icons.js';
import * as links from './router.js';
import { jobCount, t } from './words.js';

const TABS = ['topic', 'jobs', 'failed'];

export function topicTabs(topic, current, status) {
  const failed = status?.jobs?.FAILED;
  return html`<nav class="tabs" aria-label=${t('topicPages')}>
    ${TABS.map((tab) => html`<a href=${links.topic(topic, tab === 'topic' ? '' : tab)}
      aria-current=${tab === current ? 'page' : nothing}>${t('tab-' + tab)}${tab === 'failed' && failed > 0
        ? html` <span class="badge failed">${jobCount(failed, status.estimated)}</span>` : nothing}</a>`)}
  </nav>`;
}

export function pausedNote(status) {
  if (!status?.paused) {
    return nothing;
  }
  return html`<span class="state paused">${icon('paused')}${t('paused')}</span>`;
}

export function empty(text) {
  return html`<p class="empty">${text}</p>`;
}

export function pager(route, next) {
  const { after, ...first } = route.params;
  if (!after && !next) {
    return nothing;
  }
  return html`<nav class="pager" aria-label=${t('pages')}>
    ${after ? html`<a href=${links.topic(route.topic, route.name, first)}>${t('firstPage')}</a>` : nothing}
    ${next ? html`<a href=${links.topic(route.topic, route.name, { ...first, after: next })}>${t('nextPage')}</a>` : nothing}
  </nav>`;
}

// Choices of which one is current, each with an address of its own
export function choices(label, all) {
  return html`<nav class="choices" aria-label=${label}>${all.map(({ text, href, current }) => html`<a href=${href}
    aria-current=${current ? 'true' : nothing}>${text}</a>`)}</nav>`;
}

export function button(text, action, { danger = false, main = false, disabled = false, label } = {}) {
  return html`<button type="button" class=${danger ? 'danger' : main ? 'main' : ''} ?disabled=${disabled}
    aria-label=${label ?? nothing} @click=${action}>${text}</button>`;
}
