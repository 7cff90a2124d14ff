// Indents JSON as text. It is never parsed, because numbers beyond 2^53 would change.

const MAX_DEPTH = 40;

export function indented(text) {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) {
    return text;
  }
  const out = [];
  let depth = 0;
  let at = 0;
  while (at < trimmed.length) {
    const character = trimmed[at];
    if (character === '"') {
      const end = endOfString(trimmed, at);
      if (end === -1) {
        return text;
      }
      out.push(trimmed.slice(at, end));
      at = end;
      continue;
    }
    if (character === '{' || character === '[') {
      const close = character === '{' ? '}' : ']';
      const next = nextVisible(trimmed, at + 1);
      if (trimmed[next] === close) {
        out.push(character + close);
        at = next + 1;
        continue;
      }
      depth++;
      out.push(character, line(depth));
    } else if (character === '}' || character === ']') {
      depth--;
      if (depth < 0) {
        return text;
      }
      out.push(line(depth), character);
    } else if (character === ',') {
      out.push(character, line(depth));
    } else if (character === ':') {
      out.push(': ');
    } else if (!/\s/.test(character)) {
      out.push(character);
    }
    at++;
  }
  return depth === 0 ? out.join('') : text;
}

function line(depth) {
  return '\n' + '  '.repeat(Math.min(depth, MAX_DEPTH));
}

function nextVisible(text, from) {
  while (from < text.length && /\s/.test(text[from])) {
    from++;
  }
  return from;
}

function endOfString(text, start) {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') {
      at++;
    } else if (text[at] === '"') {
      return at + 1;
    }
  }
  return -1;
}
