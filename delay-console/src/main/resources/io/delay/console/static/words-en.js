export const words = {
  // Units and times
  ms: '{n} ms', seconds: '{n} s', minutes: '{n} min', hours: '{n} h', days: '{n} d',
  now: 'now', in: 'in {time}', ago: '{time} ago',

  // States
  delayed: 'delayed', ready: 'ready', reserved: 'reserved', failed: 'failed', done: 'done', cancelled: 'cancelled', expired: 'expired', failure_handled: 'failure handled',
  paused: 'paused', finished: 'finished',

  // Frame
  console: 'Delay console', skip: 'Skip to the content', topics: 'Topics', findId: 'Find a job by id', find: 'Find', live: 'Live',
  everySeconds: 'every {n} s', off: 'off', theme: 'Theme', themeSystem: 'system theme', themeLight: 'light', themeDark: 'dark',
  language: 'Language', viewer: 'viewer', operator: 'operator', readAt: 'as of {time}', reading: 'Reading …',
  whyViewer: 'You can view, but not change. Changes need management.endpoint.delay.access=unrestricted and, if delay.endpoint.operator-roles is set, one of its roles.',
  notExposed: 'The endpoint "delay" is not exposed, so there is no data. Add it: management.endpoints.web.exposure.include=delay,delayconsole',
  framed: 'The console is not shown inside another page. Open it in its own tab.',
  noPage: 'There is no such page.', toTopics: 'All topics',

  // Failures
  'failure-session': 'Your session has ended. Log in again; nothing was changed.',
  'failure-forbidden': 'You may not do this: {message}',
  'failure-refused': 'The server refused the request (403). If Spring Security protects against CSRF, it must provide the token in the cookie XSRF-TOKEN.',
  'failure-read-only': 'Changes are not allowed here: set management.endpoint.delay.access=unrestricted.',
  'failure-not-found': 'Not found: {message}', 'failure-invalid': 'Invalid: {message}', 'failure-conflict': 'Not possible now: {message}',
  'failure-store': 'The store is unreachable. The data may be out of date. {message}',
  'failure-partly': 'The store failed half-way: {message}',
  'failure-unknown': 'No reply arrived, so the change may have been made. Look at the jobs before you repeat it. {message}',
  'failure-network': 'The server is unreachable. The data may be out of date; the page tries again by itself.',
  'failure-page': 'The page failed: {message}', 'failure-other': 'The server failed ({status}). {message}', login: 'Log in',

  // Overview
  problems: 'Problems', noProblems: 'No problems: nothing is late, failed or paused, and every topic with jobs has consumers.',
  'problem-unreadable': 'cannot be read', 'problem-late': 'late', 'problem-failing': 'failed', 'problem-nobody': 'no consumer', 'problem-paused': 'paused',
  nobodyReady: '{n} job is ready, but no consumer is registered. It waits until an application with a listener starts.|{n} jobs are ready, but no consumer is registered. They wait until an application with a listener starts.',
  nobodyDelayed: '{n} job is delayed, but no consumer is registered. It runs only after one has started.|{n} jobs are delayed, but no consumer is registered. They run only after one has started.',
  lateSays: '{n} job is ready, and it has waited for {time}: the consumers are too slow or hang.|{n} jobs are ready, and the oldest has waited for {time}: the consumers are too slow or hang.',
  failingSays: '{n} job has failed permanently. It stays until an operator kicks or deletes it.|{n} jobs have failed permanently. They stay until an operator kicks or deletes them.',
  pausedBy: 'Paused by', pausedReady: '{n} job is ready and waits until the topic is resumed.|{n} jobs are ready and wait until the topic is resumed.',
  pausedEmpty: 'No job is handed out until the topic is resumed.',
  showCauses: 'Show causes', topic: 'Topic', oldest: 'oldest', donePerMinute: 'Done, last hour', consumers: 'Consumers', actions: 'Actions',
  filterTopics: 'Filter topics', noTopics: 'There are no topics yet. A topic appears when its first job is submitted or its first listener starts.',
  noMatch: 'No topic contains "{text}".', doneLastHour: '{n} done in the last hour', moreTopics: 'Topics {from} to {to} of {n}', previousPage: '← Previous',
  moreProblems: 'Show {n} more problem|Show {n} more problems',

  // Topic
  topicPages: 'Pages of the topic', 'tab-topic': 'Topic', 'tab-jobs': 'Jobs', 'tab-failed': 'Failed by cause',
  pause: 'Pause', resume: 'Resume', submit: 'Submit a job', purge: 'Purge failed jobs', forget: 'Forget topic',
  throughput: 'Throughput', lastHour: 'last hour', lastDay: 'last 24 hours', failedAttempts: 'failed attempts', buried: 'buried',
  forecast: 'Due in the next', 'range-1h': '1 h', 'range-24h': '24 h', 'range-7d': '7 d', due: 'due',
  application: 'Application', host: 'Host', listener: 'Listener', concurrency: 'Concurrency', terms: 'TTR, attempts', lastSeen: 'Last seen', runsNow: 'Runs now', andMore: 'and {n} more', firstReserved: 'Only the {n} reserved jobs whose leases end first were read.', healthy: 'healthy',
  noConsumers: 'No consumer is registered. Consumers that reserve by themselves do not register.', rateLimit: 'at most {rate}',
  size: 'Size in the store', dropped: 'Dropped by retention', lateness: 'Average lateness', asTable: 'as a table', time: 'Time',

  // Jobs
  pages: 'Pages', firstPage: '⇤ First page', nextPage: 'Next page →', order: 'Order', newest: 'newest first', oldestFirst: 'oldest first', states: 'States',
  id: 'Id', visibleAt: 'Visible', leaseEndsAt: 'Lease ends', buriedAt: 'Buried', attempt: 'Attempt', lastError: 'Last error', finishedAt: 'Finished', outcome: 'Outcome', took: 'Took',
  noJobs: 'No job is {state}.', runTimes: 'Run time of {n} run|Run time of {n} runs', latenesses: 'lateness of {n} first attempt|lateness of {n} first attempts', noRuns: 'No finished runs are kept. Set delay.history.max-count or max-age to keep some.',
  select: 'Select {id}', selectAll: 'Select all on this page', selected: '{n} selected', allOf: 'All {n}',
  corrupt: 'The record of this job cannot be read.', priority: 'Priority',

  // Failed
  cause: 'Cause', first: 'First', last: 'Last', example: 'Example', noFailures: 'No failed jobs.',
  incomplete: 'Only the {n} jobs that failed last are grouped; there are older ones.', omitted: '{n} smaller group is not shown.|{n} smaller groups are not shown.',
  listFailed: 'List the failed jobs',

  // Job
  life: 'Life', payload: 'Payload', headers: 'Headers', none: 'none', runs: 'Finished runs of this id', searchedBackTo: 'Runs that finished before {time} were not searched.', hidden: 'Payload and headers are hidden by delay.endpoint.show-payloads.',
  hiddenRun: 'only in the history', binary: 'Not text; shown as Base64.', binaryOf: 'not text, {size}', showAllOf: 'Show all {size}', asStored: 'as stored', indented: 'indented',
  'event-submitted': 'submitted', 'event-due': 'due', 'event-failure': 'attempt {attempt} failed on {host}', 'event-failureOutside': 'failed on {host}', 'event-failureAfter': 'attempt {attempt} failed on {host} after {time}',
  'event-running': 'attempt {attempt} of {maxAttempts} runs on {host}', 'event-failureHandling': 'the failure handler runs on {host}',
  'event-next': 'next attempt', 'event-ready': 'ready', 'event-leaseEnds': 'lease ends, then it is delivered again', 'event-buried': 'failed; waits for an operator',
  noJob: 'Topic "{topic}" has no job "{id}".', ttr: 'TTR', maxAttempts: 'Max. attempts', expiresAt: 'Expires', ofTheConsumer: 'set by the consumer', onlyRuns: 'There is no such job now, only finished runs of its id.',
  'did-kick': 'Job "{id}" was kicked at {time}.', 'did-edit': 'Job "{id}" was edited at {time}.', 'did-reschedule': 'Job "{id}" was rescheduled at {time}.', 'did-bury': 'Job "{id}" was buried at {time}.',
  ended: ' It is no longer stored, because it was done, cancelled or expired. To see how jobs end, set delay.history.max-count.', endedAs: ' It ended at {time} and is no longer stored. Outcome: {outcome}.',
  editAndKick: 'Edit and kick', edit: 'Edit', earlierError: 'Error of attempt {n}',

  // Changes
  changes: 'Changes by operators', changesSay: 'The last 100 changes through this instance since it started.', noChanges: 'No operator has changed anything through this instance since it started.',
  'change-SUBMIT': 'submit', 'change-KICK': 'kick', 'change-BURY': 'bury', 'change-CANCEL': 'delete', 'change-RESCHEDULE': 'reschedule',
  'change-EDIT': 'edit', 'change-PURGE': 'purge', 'change-PAUSE': 'pause', 'change-RESUME': 'resume', 'change-FORGET': 'forget',
  when: 'When', who: 'Operator', what: 'Change', jobsChanged: 'Jobs', notComplete: 'not complete',

  // Find
  findTitle: 'Find a job', findAsk: 'Enter the id of a job. All topics are searched.', foundNone: 'No topic has a job or a kept run with the id "{id}".', searched: '{n} topic searched|{n} topics searched',
  foundState: 'State', wholeId: 'Whole id', partOfId: 'Part of an id', foundNoPart: 'No examined job has an id that contains "{id}".', goOnAfter: 'Continue the search after "{topic}"',
  examined: '{n} job examined at {time}, without finished runs.|{n} jobs examined at {time}, without finished runs.', notWhole: 'Not all jobs of these topics were examined: {topics}',

  // Actions and their questions
  kick: 'Kick', bury: 'Bury', cancel: 'Delete', reschedule: 'Reschedule', leave: 'Leave as it is', save: 'Save', stop: 'Stop', goOn: 'Continue', close: 'Close',
  'kick-jobs': 'Kick {n} failed job of "{topic}"|Kick {n} failed jobs of "{topic}"', 'bury-jobs': 'Bury {n} {state} job of "{topic}"|Bury {n} {state} jobs of "{topic}"',
  'cancel-jobs': 'Delete {n} {state} job of "{topic}"|Delete {n} {state} jobs of "{topic}"', 'reschedule-jobs': 'Reschedule {n} {state} job of "{topic}"|Reschedule {n} {state} jobs of "{topic}"',
  'kick-job': 'Kick job "{id}" of "{topic}"', 'bury-job': 'Bury job "{id}" of "{topic}"', 'cancel-job': 'Delete job "{id}" of "{topic}"', 'reschedule-job': 'Reschedule job "{id}" of "{topic}"',
  'kick-says': 'Kicked jobs wait again, and their attempts are counted from 1.', 'bury-says': 'Buried jobs are failed: they run only after an operator has kicked them.',
  'cancel-says': 'The jobs are cancelled: they are deleted with their payloads. This cannot be undone.', 'reschedule-says': 'The jobs get a new due time; payload and attempts stay.',
  'cancel-reserved-says': 'A handler that runs is not interrupted, but its result is lost.',
  'kick-group': 'Kick {n} job of "{topic}" with this cause|Kick {n} jobs of "{topic}" with this cause', 'cancel-group': 'Delete {n} job of "{topic}" with this cause|Delete {n} jobs of "{topic}" with this cause',
  afterDelay: 'Wait before they run', afterDelayHint: 'Empty: at once. For example 30s, 10m, 2h', spread: 'Spread their due times over', spreadHint: 'Empty: all at once. For example 10m, 1h',
  reason: 'Reason', newDelay: 'Due in', newDelayHint: 'For example 30s, 10m, 2h', orMoment: 'or at', needTime: 'Enter a delay or a time.',
  durationForm: 'A number and ms, s, m, h or d, for example 10m', typeExactly: 'Type exactly: {text}', reasonHint: 'Stored as the error of the job',
  pauseTitle: 'Pause topic "{topic}"', pauseSays: 'No instance hands out jobs of the topic until it is resumed: {ready} ready and {delayed} delayed. Handlers that run are not interrupted.',
  purgeTitle: 'Purge {n} failed job of "{topic}"|Purge {n} failed jobs of "{topic}"', purgeSays: 'All failed jobs of the topic are deleted with their payloads and errors. This cannot be undone.', typeTopic: 'Type the name of the topic',
  forgetTitle: 'Forget topic "{topic}"', forgetSays: 'Its counters and history are deleted. This cannot be undone, but the topic appears again with its next job.',
  submitTitle: 'Submit a job to "{topic}"', submitSays: 'A listener of the topic handles it like any other job.', payloadField: 'Payload', idField: 'Id', idHint: 'Empty: generated',
  editTitle: 'Edit job "{id}" of "{topic}"', editSays: 'The payload is stored as you write it, byte by byte. Nothing is changed if the job has changed since it was read.', editDelayHint: 'Empty: a failed job is ready at once, a waiting job keeps its time',
  carriage: 'This payload contains different line endings, which a text field of the browser would change. It cannot be edited here.',

  // Results
  didPause: 'Topic "{topic}" is paused.', didResume: 'Topic "{topic}" runs again.', didEdit: 'Job "{id}" was edited.', notEdited: 'Nothing was changed, because the job has changed since it was read. It was read again.',
  didJob: '{operation}: done.', notChanged: 'Nothing was changed: the job is {state}.', forgotten: 'Topic "{topic}" is forgotten.', notForgotten: 'Nothing was changed: the topic has jobs or consumers.', submitted: 'Job "{id}" was submitted.', existed: 'A job with the id "{id}" existed, so nothing was stored.',
  workRunning: '{n} of {total}', workStopping: 'stopping after the current step …', workStopped: 'Stopped: {n} job changed, the rest was left as it is.|Stopped: {n} jobs changed, the rest was left as it is.',
  workFinished: '{n} job changed.|{n} jobs changed.', workFailed: 'Stopped after {n} job:|Stopped after {n} jobs:', foundIn: 'Found: {states}.', missing: '{n} no longer existed.',
  work: 'Work in progress',
};
