// Durations: the ISO form of the endpoint, and the short form that a person types.

import { t } from './words.js';

// Each part of a negative duration has a minus
const ISO = /^PT(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?\d+(?:\.\d+)?)S)?$/;

const SHORT = /^\d+(ms|s|m|h|d)$/;

const FACTORS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function milliseconds(iso) {
  const [, hours = 0, minutes = 0, seconds = 0] = ISO.exec(iso) ?? [];
  return hours * FACTORS.h + minutes * FACTORS.m + seconds * FACTORS.s;
}

// The two largest units: 3 d 4 h, 12 min 5 s, 2.3 s, 17 ms
export function duration(ms) {
  const size = Math.abs(ms);
  if (size < 1_000) {
    return t('ms', { n: Math.round(size) });
  }
  if (size < 10_000) {
    return t('seconds', { n: Math.round(size / 100) / 10 });
  }
  const total = Math.round(size / 1_000);
  if (total < 60) {
    return t('seconds', { n: total });
  }
  if (total < 3_600) {
    return two('minutes', Math.floor(total / 60), 'seconds', total % 60);
  }
  if (total < 86_400) {
    return two('hours', Math.floor(total / 3_600), 'minutes', Math.floor(total % 3_600 / 60));
  }
  return two('days', Math.floor(total / 86_400), 'hours', Math.floor(total % 86_400 / 3_600));
}

function two(unit, n, smallerUnit, smaller) {
  return t(unit, { n }) + (smaller > 0 && n < 10 ? ' ' + t(smallerUnit, { n: smaller }) : '');
}

export const PATTERN = '\\s*\\d+(ms|s|m|h|d)\\s*';

export function isShort(text) {
  return SHORT.test(text);
}
