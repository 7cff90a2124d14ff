// Changes of jobs and topics by an operator. Each asks first, then changes, then reads again.

import { post, read, remove } from './api.js';
import { ask } from './dialogs.js';
import { plain, visible } from './text.js';
import { t } from './words.js';
import * as work from './work.js';

const CHUNK = 500;

export const OPERATIONS = {
  DELAYED: ['reschedule', 'bury', 'cancel'],
  READY: ['reschedule', 'bury', 'cancel'],
  RESERVED: ['cancel'],
  FAILED: ['kick', 'cancel'],
};

// Jobs that were chosen by their ids
export async function chosen(app, { operation, topic, state, ids }) {
  const values = await askJobs(operation, topic, state, { n: ids.length });
  if (values) {
    const rest = [...ids];
    await start(app, operation, topic, state, { n: ids.length }, async () => {
      const result = await change(topic, operation, rest.slice(0, CHUNK), values);
      rest.splice(0, CHUNK);
      return { ...result, more: rest.length > 0 };
    });
  }
  return values !== null;
}

// All jobs of a state, as many as there were when the person was asked
export async function allOf(app, { operation, topic, state, count, estimated }) {
  const values = await askJobs(operation, topic, state, { n: count, estimated });
  if (!values) {
    return;
  }
  let seen = 0;
  let after;
  await start(app, operation, topic, state, { n: count, estimated }, async () => {
    const page = await read([topic, 'jobs'], { state: state.toLowerCase(), limit: Math.min(CHUNK, count - seen), after });
    if (page.jobs.length === 0) {
      return { more: false };
    }
    const result = await change(topic, operation, page.jobs.map((job) => job.id), values);
    seen += page.jobs.length;
    after = page.next;
    return { ...result, more: Boolean(page.next) && seen < count };
  });
}

// White space separates 'ids', and an id of another program can contain it
async function change(topic, operation, ids, values) {
  const plain = ids.filter((id) => !/\s/.test(id));
  const result = plain.length > 0 ? await post([topic, operation], { ids: plain.join(' '), ...values }) : { jobs: 0, found: {}, missing: 0 };
  for (const id of ids.filter((id) => /\s/.test(id))) {
    const { found, changed } = await post([topic, operation], { id, ...values });
    result.jobs += changed ? 1 : 0;
    result.found[found] = (result.found[found] ?? 0) + 1;
  }
  return result;
}

function start(app, operation, topic, state, count, step) {
  return work.start({
    title: jobsTitle(operation, topic, state, count), total: count.n, estimated: count.estimated, step, finished: () => app.again(),
  });
}

function jobsTitle(operation, topic, state, count) {
  return t(operation + '-jobs', { ...count, topic, state: t(state.toLowerCase()) });
}

async function askJobs(operation, topic, state, count) {
  const values = await ask({
    title: jobsTitle(operation, topic, state, count),
    says: says(operation, state), fields: fields(operation), check: checkOf(operation), confirm: t(operation), danger: operation === 'cancel',
  });
  return values && given(operation, values);
}

// One job. 'changed' receives the operation before the job is read again
export async function one(app, { operation, topic, id, state, changed }) {
  const values = await ask({
    title: t(operation + '-job', { topic, id }), says: says(operation, state), fields: fields(operation), check: checkOf(operation),
    confirm: t(operation), danger: operation === 'cancel',
  });
  if (!values) {
    return false;
  }
  return attempt(app, async () => {
    const result = await post([topic, operation], { id, ...given(operation, values) });
    app.say(result.changed ? t('didJob', { operation: t(operation + '-job', { topic, id }) })
      : t('notChanged', { state: t(result.found.toLowerCase()) }));
    if (result.changed) {
      changed(operation);
    }
    return result.changed;
  });
}

function says(operation, state) {
  const texts = [t(operation + '-says')];
  if (operation === 'cancel' && state === 'RESERVED') {
    texts.push(t('cancel-reserved-says'));
  }
  return texts;
}

function fields(operation) {
  switch (operation) {
    case 'kick': return [{ name: 'delay', type: 'duration', label: t('afterDelay'), hint: t('afterDelayHint') }];
    case 'bury': return [{ name: 'reason', label: t('reason'), hint: t('reasonHint') }];
    case 'reschedule': return [
      { name: 'delay', type: 'duration', label: t('newDelay'), hint: t('newDelayHint') },
      { name: 'dueTime', type: 'moment', label: t('orMoment') },
    ];
    default: return [];
  }
}

function checkOf(operation) {
  return operation === 'reschedule' ? ({ delay, dueTime }) => (delay.trim() || dueTime ? '' : t('needTime')) : undefined;
}

function given(operation, values) {
  if (operation !== 'reschedule') {
    return trimmed(values);
  }
  const delay = values.delay.trim();
  return delay ? { delay } : { dueTime: new Date(values.dueTime).toISOString() };
}

function trimmed(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])
    .filter(([, value]) => value !== ''));
}

// The endpoint says where an operation on all jobs of a cause or a state continues
function bulk(send) {
  let after;
  return async () => {
    const result = await send({ limit: CHUNK, after });
    after = result.next;
    return { jobs: result.jobs, more: Boolean(after) };
  };
}

// The jobs of one cause
export async function group(app, { operation, topic, group: { cause, count, exception, message } }) {
  const values = await ask({
    title: t(operation + '-group', { n: count, topic }),
    says: [plain((exception ? exception + ': ' : '') + message), t(operation + '-says')],
    fields: operation === 'kick' ? [{ name: 'spread', type: 'duration', label: t('spread'), hint: t('spreadHint') }] : [],
    confirm: t(operation), danger: operation === 'cancel',
  });
  if (values) {
    await work.start({
      title: t(operation + '-group', { n: count, topic }), total: count, finished: () => app.again(),
      step: bulk((page) => post([topic, operation], { cause, ...trimmed(values), ...page })),
    });
  }
}

export async function pause(app, { topic, jobs, estimated }) {
  const values = await ask({
    title: t('pauseTitle', { topic }), says: [t('pauseSays', { ready: jobs?.READY ?? 0, delayed: jobs?.DELAYED ?? 0, estimated })], confirm: t('pause'),
  });
  if (values) {
    await attempt(app, async () => {
      await post([topic, 'pause'], {});
      app.say(t('didPause', { topic }));
    });
  }
}

export async function resume(app, { topic }) {
  await attempt(app, async () => {
    await post([topic, 'resume'], {});
    app.say(t('didResume', { topic }));
  });
}

export async function purge(app, { topic, count, estimated }) {
  const title = t('purgeTitle', { n: count, topic, estimated });
  const values = await ask({
    title, says: [t('purgeSays')], confirm: t('purge'), danger: true,
    fields: [{ name: 'topic', label: t('typeTopic'), exactly: topic, hint: visible(topic) }],
  });
  if (values) {
    await work.start({
      title, total: count, estimated, finished: () => app.again(),
      step: bulk((page) => remove([topic, 'failed'], page)),
    });
  }
}

export async function forget(app, { topic }) {
  const values = await ask({ title: t('forgetTitle', { topic }), says: [t('forgetSays')], confirm: t('forget'), danger: true });
  return values !== null && attempt(app, async () => {
    const { forgotten } = await remove([topic]);
    app.say(t(forgotten ? 'forgotten' : 'notForgotten', { topic }));
    return forgotten;
  });
}

export async function edit(app, { topic, job, changed: tell }) {
  const { payloadText: payload } = job;
  const crlf = payload.includes('\r');
  if (crlf && payload.replaceAll('\r\n', '').match(/[\r\n]/)) {
    app.say(t('carriage'));
    return;
  }
  const failed = job.state === 'FAILED';
  const values = await ask({
    title: t('editTitle', { topic, id: job.id }), says: [t('editSays')], confirm: t(failed ? 'editAndKick' : 'save'), wide: true,
    fields: [
      { name: 'payload', type: 'area', label: t('payloadField'), value: payload },
      { name: 'delay', type: 'duration', label: t('afterDelay'), hint: t('editDelayHint') },
    ],
  });
  if (values) {
    await attempt(app, async () => {
      const text = crlf ? values.payload.replaceAll('\n', '\r\n') : values.payload;
      const delay = values.delay.trim() || undefined;
      const changed = await edited(topic, { id: job.id, version: job.version, payloadText: text, delay });
      app.say(t(changed ? 'didEdit' : 'notEdited', { id: job.id }));
      if (changed) {
        tell(failed ? 'kick' : 'edit');
      }
      return changed;
    });
  }
}

// Another person or a listener may have changed the job since it was read
async function edited(topic, values) {
  try {
    return (await post([topic, 'edit'], values)).changed;
  } catch (failure) {
    if (failure.kind === 'conflict') {
      return false;
    }
    throw failure;
  }
}

async function attempt(app, change) {
  try {
    const result = await change();
    await app.again();
    return result ?? true;
  } catch (failure) {
    app.fail(failure);
    return false;
  }
}
