// The page that is shown, the time of its last read, and failures.

import { asFailure, isExposed, read } from './api.js';
import { keepFocus } from './focus.js';
import { html, nothing, render } from './lit/lit-html.js';
import { changesPage } from './pages/changes.js';
import { failedPage } from './pages/failed.js';
import { findPage } from './pages/find.js';
import { jobPage } from './pages/job.js';
import { jobsPage } from './pages/jobs.js';
import { overviewPage } from './pages/overview.js';
import { topicPage } from './pages/topic.js';
import { Polling } from './polling.js';
import { parse } from './router.js';
import { applyTheme } from './settings.js';
import { shell } from './shell.js';
import { visible } from './text.js';
import { language, t } from './words.js';
import * as work from './work.js';

const PAGES = { overview: overviewPage, find: findPage, changes: changesPage };

const TOPIC_PAGES = { topic: topicPage, jobs: jobsPage, failed: failedPage, job: jobPage };

export class App {

  route = parse(location.hash);

  page = null;

  operator = null;

  failure = null;

  refusal = null;

  notice = null;

  reading = false;

  readAt = null;

  #root;

  #polling = null;

  constructor(root) {
    this.#root = root;
  }

  start() {
    // Exceptions that nothing else catches, for example of a button
    addEventListener('error', (event) => this.fail(event.error));
    addEventListener('unhandledrejection', (event) => this.fail(event.reason));
    work.onChange(() => this.draw());
    addEventListener('hashchange', () => this.open());
    document.addEventListener('visibilitychange', () => this.draw());
    this.open();
  }

  open() {
    this.#polling?.stop();
    this.route = parse(location.hash);
    this.notice = null;
    this.refusal = null;
    this.readAt = null;
    this.failure = null;
    const pages = this.route.topic ? TOPIC_PAGES : PAGES;
    const { name } = this.route;
    this.page = Object.hasOwn(pages, name) ? pages[name](this.route, this) : { title: t('noPage'), load: async () => {}, view: () => html`<h1>${t('noPage')}</h1><p><a href="#/">${t('toTopics')}</a></p>` };
    document.title = visible(this.page.title) + ' · Delay';
    this.draw();
    scrollTo(0, 0);
    document.getElementById('main').focus({ preventScroll: true });
    if (isExposed()) {
      this.#polling = new Polling((signal) => this.#read(signal));
      this.#polling.start();
    }
  }

  async #read(signal) {
    this.reading = true;
    this.draw();
    try {
      if (this.operator === null && this.route.name !== 'overview') {
        this.operator = (await read([], { limit: 1 }, signal)).operator;
      }
      await this.page.load(signal);
      if (signal.aborted) {
        return;
      }
      this.failure = null;
      this.readAt = new Date();
    } catch (failure) {
      if (signal.aborted) {
        return;
      }
      this.failure = asFailure(failure);
    }
    this.reading = false;
    this.draw();
  }

  // Reads again now, because something was changed
  async again() {
    await this.#polling?.now();
  }

  say(notice) {
    this.notice = notice;
    this.draw();
  }

  // A change failed. This stays until the person closes it, other than a failed read, which is repeated
  fail(failure) {
    this.refusal = asFailure(failure);
    this.draw();
  }

  forgive() {
    this.refusal = null;
    this.draw();
  }

  settingsChanged() {
    this.draw();
    this.again();
  }

  draw() {
    applyTheme();
    document.documentElement.lang = language();
    keepFocus(this.#root, () => this.#render());
  }

  #render() {
    try {
      render(shell(this, () => this.page?.view()), this.#root);
    } catch (thrown) {
      // Without the content of the page. The result of the next read may be one that can be drawn
      console.error(thrown);
      this.failure = asFailure(thrown);
      render(shell(this, () => nothing), this.#root);
    }
  }

}
