// Long work, done by many small requests: shows how far it is, can be stopped, and be continued.

import { asFailure } from './api.js';

const work = { current: null };

let changed = () => {};

export function onChange(listener) {
  changed = listener;
}

export function current() {
  return work.current;
}

export function isRunning() {
  return work.current?.state === 'running' || work.current?.state === 'stopping';
}

// step(work) changes some jobs and returns { jobs, found, missing, more }
export async function start({ title, total, estimated, step, finished }) {
  work.current = { title, total, estimated, step, finished, jobs: 0, found: {}, missing: 0, state: 'running', failure: null };
  await run(work.current);
}

export async function resume() {
  work.current.state = 'running';
  work.current.failure = null;
  await run(work.current);
}

export function stop() {
  work.current.state = 'stopping';
  changed();
}

export function dismiss() {
  work.current = null;
  changed();
}

async function run(one) {
  changed();
  try {
    let more = true;
    while (more && one.state === 'running') {
      const result = await one.step(one);
      add(one, result);
      more = result.more;
      changed();
    }
    one.state = more ? 'stopped' : 'finished';
  } catch (failure) {
    one.state = 'failed';
    one.failure = asFailure(failure);
    one.jobs += one.failure.done;
  }
  changed();
  await one.finished?.();
}

function add(one, { jobs = 0, found = {}, missing = 0 }) {
  one.jobs += jobs;
  one.missing += missing;
  for (const [state, count] of Object.entries(found)) {
    one.found[state] = (one.found[state] ?? 0) + count;
  }
}
