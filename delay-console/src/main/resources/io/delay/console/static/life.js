// The life of a job as a list of events, in the order of time.

import { dateOf } from './format.js';

export function lifeOf(job) {
  const events = [];
  // Written by a submitter that keeps a history
  const submitted = dateOf(Number(job.headers?.delay_submittedAt));
  if (submitted > 0) {
    events.push({ kind: 'submitted', time: submitted.toISOString() });
  }
  if (job.dueTime) {
    events.push({ kind: 'due', time: job.dueTime });
  }
  for (const failure of [...(job.failures?.earlier ?? [])].reverse()) {
    events.push({ kind: 'failure', ...failure });
  }
  if (job.failures) {
    events.push({ kind: 'failure', ...job.failures });
  }
  if (job.lease) {
    events.push({ kind: job.lease.failureHandling ? 'failureHandling' : 'running', time: job.lease.since, ...job.lease });
  }
  switch (job.state) {
    case 'DELAYED': events.push({ kind: 'next', time: job.time }); break;
    case 'READY': events.push({ kind: 'ready', time: job.time }); break;
    case 'RESERVED': events.push({ kind: 'leaseEnds', time: job.time }); break;
    case 'FAILED': events.push({ kind: 'buried', time: job.time }); break;
  }
  return events;
}
