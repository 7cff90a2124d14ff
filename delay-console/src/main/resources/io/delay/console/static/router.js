// The address of a page is the part after #, so that each view can be linked and the browser's buttons work.

export function parse(hash) {
  const [path, query] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').filter((part) => part !== '').map(decode);
  const params = Object.fromEntries(new URLSearchParams(query));
  if (parts[0] === 'topic' && parts[1]) {
    return { name: parts[2] ?? 'topic', topic: parts[1], params };
  }
  return { name: parts[0] ?? 'overview', params };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function overview(params) {
  return '#/' + query(params);
}

export function topic(name, view, params) {
  return '#/topic/' + encodeURIComponent(name) + (view ? '/' + view : '') + query(params);
}

export function changes() {
  return '#/changes';
}

export function find(id) {
  return '#/find' + query({ id });
}

export function findPart(part) {
  return '#/find' + query({ part });
}

function query(params = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length > 0 ? '?' + new URLSearchParams(given) : '';
}

export function go(hash) {
  location.hash = hash;
}

// Replaces the address without a new entry in the history, for what is typed
export function replace(hash) {
  history.replaceState(null, '', hash);
}
