// The states of a job: an icon and a word, so that they can be told apart without colour.

import { html, svg } from './lit/lit-html.js';
import { t } from './words.js';

const SHAPES = {
  delayed: svg`<circle cx="8" cy="8" r="6"/><path d="M8 4.5V8l2.5 1.5"/>`,
  ready: svg`<path d="M5 3.5v9l7-4.5z"/>`,
  reserved: svg`<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.6h-2.6"/>`,
  failed: svg`<path d="M8 2.2 14.3 13.5H1.7zM8 6.5v3.2M8 11.6v.1"/>`,
  done: svg`<path d="m3 8.5 3.3 3.3L13 4.5"/>`,
  failure_handled: svg`<path d="m3 8.5 3.3 3.3L13 4.5"/>`,
  cancelled: svg`<circle cx="8" cy="8" r="6"/><path d="m4 12 8-8"/>`,
  expired: svg`<path d="M4 2.5h8M4 13.5h8M5 2.5c0 3.5 6 7 6 11M11 2.5c0 3.5-6 7-6 11"/>`,
  paused: svg`<path d="M5.5 3.5v9M10.5 3.5v9"/>`,
  consumers: svg`<circle cx="8" cy="5" r="2.7"/><path d="M2.8 13.5c.6-3 2.6-4.2 5.2-4.2s4.6 1.2 5.2 4.2"/>`,
  late: svg`<circle cx="8" cy="9" r="5.5"/><path d="M8 6v3l2 1.5M5.5 1.5h5"/>`,
  unreadable: svg`<circle cx="8" cy="8" r="6"/><path d="M5.8 6.2A2.2 2.2 0 1 1 8 8.6v.8M8 11.6v.1"/>`,
};

export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${SHAPES[name]}</svg>`;
}

export function state(name) {
  const key = name.toLowerCase();
  return html`<span class="state ${key}">${icon(key)}${t(key)}</span>`;
}
