// The problems of a topic, each with a sentence that explains it. The worst kind comes first, red before yellow, then the
// largest number of jobs.

import { duration, milliseconds } from './durations.js';
import { time } from './format.js';
import { html, nothing } from './lit/lit-html.js';
import * as links from './router.js';
import { plain } from './text.js';
import { t } from './words.js';

const LATE = 60_000;

export function problemsOf(status) {
  if (status.problem) {
    return [{ topic: status.topic, kind: 'unreadable', weight: 7, count: 0, says: plain(status.problem.detail) }];
  }
  const { topic, jobs, paused, consumers, estimated } = status;
  const { READY: ready, FAILED: failed } = jobs;
  const waiting = jobs.DELAYED + ready;
  const age = status.oldestReady ? milliseconds(status.oldestReady) : 0;
  const all = [];
  if (paused) {
    all.push({ topic, kind: 'paused', weight: ready > 0 ? 3 : 1, count: ready, says: pausedSays(status) });
  } else if (consumers === 0 && ready > 0) {
    all.push({ topic, kind: 'nobody', weight: 5, count: ready, says: t('nobodyReady', { n: ready, estimated }) });
  } else if (consumers === 0 && waiting > 0) {
    all.push({ topic, kind: 'nobody', weight: 2, count: waiting, says: t('nobodyDelayed', { n: waiting, estimated }) });
  } else if (age >= LATE) {
    all.push({ topic, kind: 'late', weight: 4, count: ready, says: t('lateSays', { n: ready, time: duration(age), estimated }) });
  }
  if (failed > 0) {
    all.push({ topic, kind: 'failing', weight: 6, count: failed, says: t('failingSays', { n: failed, estimated }), link: links.topic(topic, 'failed') });
  }
  return all;
}

function pausedSays({ pause, jobs, estimated }) {
  const ready = jobs.READY > 0 ? t('pausedReady', { n: jobs.READY, estimated }) : t('pausedEmpty');
  return pause ? html`${t('pausedBy')} ${plain(pause.by)}${pause.since ? html` (${time(pause.since)})` : nothing}. ${ready}` : ready;
}

export function worstFirst(problems) {
  return problems.sort((one, other) => other.weight - one.weight || other.count - one.count || (one.topic < other.topic ? -1 : 1));
}
