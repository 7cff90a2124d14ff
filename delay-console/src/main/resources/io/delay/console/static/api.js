// Requests to the endpoint 'delay'.

const TIMEOUT = 30_000;

const address = document.querySelector('meta[name="delay-data"]').content;

const base = address ? new URL(address, document.baseURI).pathname : null;

export function isExposed() {
  return base !== null;
}

// kind: session, forbidden, read-only, not-found, invalid, conflict, store, partly, unknown, network, page or other
export class ApiError extends Error {

  constructor(kind, message, status, done) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.done = done ?? 0;
  }

}

// The failure of a request, or an exception of a page
export function asFailure(thrown) {
  return thrown instanceof ApiError ? thrown : new ApiError('page', String(thrown?.message ?? thrown));
}

export function read(path, params, signal) {
  return send('GET', url(path, params), undefined, signal);
}

export function post(path, body) {
  return send('POST', url(path), given(body));
}

export function remove(path, params) {
  return send('DELETE', url(path, params));
}

function url(path, params = {}) {
  const query = new URLSearchParams(given(params)).toString();
  return base + path.map((part) => '/' + encodeURIComponent(part)).join('') + (query ? '?' + query : '');
}

// The actuator accepts a flat object of texts
function given(values = {}) {
  return Object.fromEntries(Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]));
}

async function send(method, target, body, signal) {
  const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' };
  if (method === 'POST') {
    headers['Content-Type'] = 'application/json';
  }
  const token = csrfToken();
  if (token && method !== 'GET') {
    headers['X-XSRF-TOKEN'] = token;
  }
  const timeout = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(target, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: 'no-store',
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((failure) => {
    if (signal?.aborted) {
      throw failure;
    }
    throw new ApiError('network', failure.message);
  });
  return answer(response);
}

async function answer(response) {
  // A redirect leads to a login page
  if (response.type === 'opaqueredirect' || response.status === 401) {
    throw new ApiError('session', '', 401);
  }
  const text = await response.text().catch((failure) => {
    throw new ApiError('network', failure.message);
  });
  const content = parsed(response, text);
  if (response.ok) {
    if (content === null) {
      throw new ApiError('session', '', response.status);
    }
    return content;
  }
  throw new ApiError(kind(response.status, content), content?.detail ?? '', response.status, content?.jobs);
}

function parsed(response, text) {
  if (!/[/+]json\b/.test(response.headers.get('Content-Type') ?? '')) {
    return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Another server in front of the endpoint can answer with the same status
function kind(status, problem) {
  switch (problem?.type) {
    case 'urn:delay:problem:store-unavailable': return problem.jobs === undefined ? 'store' : 'partly';
    case 'urn:delay:problem:outcome-unknown': return 'unknown';
    case 'urn:delay:problem:forbidden': return 'forbidden';
  }
  const kinds = { 400: 'invalid', 403: 'refused', 404: 'not-found', 405: 'read-only', 409: 'conflict', 413: 'invalid' };
  return kinds[status] ?? 'other';
}

// The token that Spring Security's CookieCsrfTokenRepository provides
function csrfToken() {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith('XSRF-TOKEN='));
  return cookie ? decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) : null;
}
