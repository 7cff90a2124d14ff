// What is wrong with a topic, each with a sentence that says what it means, worst first: red before yellow.

import { duration, milliseconds } from './durations.js';
import { time } from './format.js';
import { html } from './lit/lit-html.js';
import * as links from './router.js';
import { plain } from './text.js';
import { t } from './words.js';

const LATE = 60_000;

export function problemsOf(status) {
  if (status.problem) {
    return [{ topic: status.topic, kind: 'unreadable', weight: 6, says: plain(status.problem) }];
  }
  const { topic, jobs, paused, consumers, estimated } = status;
  const waiting = jobs.DELAYED + jobs.READY;
  const age = status.oldestReady ? milliseconds(status.oldestReady) : 0;
  const all = [];
  if (paused) {
    all.push({ topic, kind: 'paused', weight: jobs.READY > 0 ? 3 : 1, says: pausedSays(status) });
  } else if (consumers === 0 && waiting > 0) {
    all.push({ topic, kind: 'nobody', weight: jobs.READY > 0 ? 4 : 2,
      says: t(jobs.READY > 0 ? 'nobodyReady' : 'nobodyDelayed', { n: jobs.READY > 0 ? jobs.READY : waiting, estimated }) });
  } else if (age >= LATE) {
    all.push({ topic, kind: 'late', weight: 4, says: t('lateSays', { n: jobs.READY, time: duration(age), estimated }) });
  }
  if (jobs.FAILED > 0) {
    all.push({ topic, kind: 'failing', weight: 5, says: t('failingSays', { n: jobs.FAILED, estimated }), link: links.topic(topic, 'failed') });
  }
  return all;
}

function pausedSays({ pause, jobs, estimated }) {
  const ready = jobs.READY > 0 ? t('pausedReady', { n: jobs.READY, estimated }) : t('pausedEmpty');
  return pause ? html`${t('pausedBy')} ${plain(pause.by)} (${time(pause.since)}). ${ready}` : ready;
}

export function worstFirst(problems) {
  return problems.sort((one, other) => other.weight - one.weight || (one.topic < other.topic ? -1 : 1));
}
