// Numbers, sizes and times as the viewer reads them.

import { html, nothing } from './lit/lit-html.js';
import { duration } from './durations.js';
import { locale, t } from './words.js';

export function number(value) {
  return new Intl.NumberFormat(locale()).format(value);
}

export function bytes(value) {
  const units = ['B', 'KB', 'MB', 'GB'];
  let unit = 0;
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024;
    unit++;
  }
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 }).format(value)
    + ' ' + units[unit];
}

// How long ago or in how long, with the exact instant as a tooltip
export function relative(iso) {
  return iso ? html`<time datetime=${iso} title=${exact(iso)}>${distance(iso)}</time>` : nothing;
}

// The time in the zone of the browser, with the exact instant as a tooltip
export function time(iso) {
  return iso ? html`<time datetime=${iso} title=${exact(iso)}>${local(iso)}</time>` : nothing;
}

// A time as a Date, null for what is no time, for example because Java has later times than the browser
export function dateOf(value) {
  const date = new Date(value ?? NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

// The milliseconds between two times, null unless both are times
export function between(from, to) {
  const [begin, end] = [dateOf(from), dateOf(to)];
  return begin && end && end - begin;
}

export function distance(iso) {
  const ms = between(Date.now(), iso);
  if (ms === null) {
    return iso;
  }
  if (Math.abs(ms) < 1_000) {
    return t('now');
  }
  return t(ms > 0 ? 'in' : 'ago', { time: duration(Math.round(ms / 1_000) * 1_000) });
}

export function local(iso, style) {
  const date = dateOf(iso);
  if (!date) {
    return iso;
  }
  const today = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale(), style ?? (today ? { timeStyle: 'medium' }
    : { dateStyle: 'medium', timeStyle: 'medium' })).format(date);
}

export function clock(iso) {
  return local(iso, { timeStyle: 'medium' });
}

function exact(iso) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return iso + ' · ' + local(iso) + ' ' + zone;
}
