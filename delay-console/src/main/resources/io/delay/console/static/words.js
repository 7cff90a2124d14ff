// The words of the page in the language of the viewer.

import { setting } from './settings.js';
import { visible } from './text.js';
import { words as en } from './words-en.js';
import { words as zh } from './words-zh.js';

const LANGUAGES = { en, zh };

export function language() {
  const chosen = setting('language') || navigator.language.slice(0, 2);
  return Object.hasOwn(LANGUAGES, chosen) ? chosen : 'en';
}

export function locale() {
  const own = navigator.languages.find((tag) => tag.slice(0, 2) === language());
  return own ?? (language() === 'zh' ? 'zh-CN' : 'en-GB');
}

// A text such as '{n} job|{n} jobs' has one form for 1 and one for other numbers. With "estimated", the numbers are counts
// that can be out of date
export function t(key, values = {}) {
  const words = [LANGUAGES[language()], en].find((one) => Object.hasOwn(one, key));
  const text = words ? words[key] : key;
  const forms = text.split('|');
  const form = forms.length > 1 && values.n !== 1 ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? shown(values[name], values.estimated) : whole));
}

function shown(value, estimated) {
  return typeof value === 'number' ? jobCount(value, estimated) : visible(String(value));
}

// Large counts of a database can be out of date
export function jobCount(value, estimated) {
  return (estimated && value > 10_000 ? '≈ ' : '') + new Intl.NumberFormat(locale()).format(value);
}
