// Text that comes from jobs, consumers and operators: shown as it is, with characters that change the order of others made
// visible.

import { html } from './lit/lit-html.js';

const INVISIBLE = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

// The id of another program can contain white space
const INVISIBLE_IN_ID = new RegExp(INVISIBLE.source + '|\\s', 'u');

export function plainId(id) {
  return plain(id, INVISIBLE_IN_ID);
}

export function plain(text, invisible = INVISIBLE) {
  if (text === undefined || text === null) {
    return '';
  }
  if (!invisible.test(text)) {
    return html`<bdi>${text}</bdi>`;
  }
  return html`<bdi>${text.split(new RegExp('(' + invisible.source + ')', 'u')).map((part) => (invisible.test(part) && part.length === 1
    ? html`<span class="code-point">${codePoint(part)}</span>` : part))}</bdi>`;
}

// For sentences and attributes, which have no elements
export function visible(text) {
  return text.replace(new RegExp(INVISIBLE.source, 'gu'), codePoint);
}

function codePoint(character) {
  return 'U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
}

export function firstLine(text, most = 300) {
  const end = text.indexOf('\n');
  const line = end === -1 ? text : text.slice(0, end);
  return line.length > most ? line.slice(0, most) + '…' : line;
}

// The beginning of a payload in one line, without half a character at its end
export function preview(text, most = 80) {
  const characters = [...text.slice(0, 1_000).trim().replace(/\s+/g, ' ')];
  return characters.length > most || text.length > 1_000 ? characters.slice(0, most).join('') + '…' : characters.join('');
}
