// The frame around each page: path, search, settings and failures.

import { isExposed } from './api.js';
import { clock, number } from './format.js';
import { html, nothing } from './lit/lit-html.js';
import * as links from './router.js';
import { choose, setting } from './settings.js';
import { plain } from './text.js';
import { jobCount, language, t } from './words.js';
import * as work from './work.js';

export function shell(app, view) {
  return html`
    <a class="skip" href="#main" @click=${skip}>${t('skip')}</a>
    <header>
      <nav class="crumbs" aria-label=${t('console')}>
        <a class="brand" href=${links.overview()}><img src=${new URL('icon.svg', import.meta.url).pathname} alt="" width="20" height="20">Delay</a>
        ${crumbs(app.route).map(({ text, href }) => html`<span class="arrow" aria-hidden="true">›</span>
          <a href=${href}>${plain(text)}</a>`)}
      </nav>
      <form class="find" role="search" @submit=${find}>
        <input name="id" type="search" placeholder=${t('findId')} aria-label=${t('findId')} autocomplete="off" spellcheck="false">
        <button type="submit">${t('find')}</button>
      </form>
      <div class="settings">
        ${select('interval', t('live'), [['5', t('everySeconds', { n: 5 })], ['30', t('everySeconds', { n: 30 })], ['0', t('off')]], app, true)}
        ${select('theme', t('theme'), [['', t('themeSystem')], ['light', t('themeLight')], ['dark', t('themeDark')]], app)}
        ${select('language', t('language'), [['en', 'English'], ['zh', '中文']], app, false, language())}
        <span class="role">${app.operator === null ? nothing : t(app.operator ? 'operator' : 'viewer')}</span>
      </div>
    </header>
    <div class="notices">
      ${isExposed() ? nothing : html`<p class="banner" role="alert">${t('notExposed')}</p>`}
      ${failure(app)}
      ${app.refusal ? html`<p class="banner" role="alert">${failureText(app.refusal)}
        <button type="button" @click=${() => app.forgive()}>${t('close')}</button></p>` : nothing}
      <div role="status">${app.notice ? html`<p class="notice">${app.notice}
        <button type="button" @click=${() => app.say(null)}>${t('close')}</button></p>` : nothing}</div>
      ${progress(app)}
    </div>
    <main id="main" tabindex="-1">
      ${view() ?? nothing}
      ${app.reading && !app.readAt ? html`<p class="reading" role="status">${t('reading')}</p>` : nothing}
    </main>
    <footer>
      ${app.operator === false ? html`<p>${t('whyViewer')}</p>` : nothing}
      ${isExposed() ? html`<p><a href=${links.changes()}>${t('changes')}</a></p>` : nothing}
      ${app.readAt ? html`<p class="as-of">${t('readAt', { time: clock(app.readAt) })}</p>` : nothing}
    </footer>`;
}

function crumbs(route) {
  const all = [];
  if (route.topic) {
    all.push({ text: route.topic, href: links.topic(route.topic) });
    if (route.name === 'jobs' || route.name === 'failed') {
      all.push({ text: t('tab-' + route.name), href: links.topic(route.topic, route.name, route.params) });
    } else if (route.name === 'job') {
      all.push({ text: route.params.id ?? '', href: links.topic(route.topic, 'job', route.params) });
    }
  } else if (route.name === 'find') {
    all.push({ text: t('find'), href: route.params.part ? links.findPart(route.params.part) : links.find(route.params.id) });
  } else if (route.name === 'changes') {
    all.push({ text: t('changes'), href: links.changes() });
  }
  return all;
}

function select(name, label, options, app, dot = false, value = setting(name)) {
  return html`<label class=${dot ? 'live' : ''}>${dot ? html`<span class="dot ${value === '0' || app.failure ? 'off' : ''}" aria-hidden="true"></span>` : nothing}
    <span class="label">${label}</span>
    <select @change=${(event) => { choose(name, event.target.value); app.settingsChanged(); }}>
      ${options.map(([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`)}
    </select></label>`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}

function find(event) {
  event.preventDefault();
  const id = event.target.elements.id.value.trim();
  if (id) {
    links.go(links.find(id));
  }
}

function failure(app) {
  if (!app.failure) {
    return nothing;
  }
  return html`<p class="banner" role="alert">${failureText(app.failure)}
    ${app.failure.kind === 'session' ? html`<a href="" @click=${reload}>${t('login')}</a>` : nothing}</p>`;
}

function reload(event) {
  event.preventDefault();
  location.reload();
}

export function failureText(failure) {
  return t('failure-' + failure.kind, { message: failure.message, status: failure.status ?? '' });
}

function progress(app) {
  const one = work.current();
  if (!one) {
    return nothing;
  }
  const running = work.isRunning();
  return html`<section class="work ${one.state}" tabindex="-1" aria-label=${t('work')}>
    <div role="status">
      <p><b>${one.title}</b></p>
      <p>${workText(one)}</p>
    </div>
    ${running ? html`<progress max=${Math.max(one.total, 1)} .value=${Math.min(one.jobs, one.total)} aria-label=${one.title}></progress>` : nothing}
    <div class="buttons">
      ${one.state === 'running' ? html`<button type="button" @click=${work.stop}>${t('stop')}</button>` : nothing}
      ${one.state === 'stopped' || one.state === 'failed' ? html`<button type="button" class="main" @click=${work.resume}>${t('goOn')}</button>` : nothing}
      ${running ? nothing : html`<button type="button" @click=${work.dismiss}>${t('close')}</button>`}
    </div>
  </section>`;
}

function workText(one) {
  const found = Object.entries(one.found).map(([state, n]) => `${t(state.toLowerCase())} ${number(n)}`).join(', ');
  const detail = [found ? t('foundIn', { states: found }) : '', one.missing ? t('missing', { n: one.missing }) : ''].join(' ').trim();
  const running = t('workRunning', { n: one.jobs, total: jobCount(one.total, one.estimated) });
  switch (one.state) {
    case 'running': return running;
    case 'stopping': return running + ' ' + t('workStopping');
    case 'stopped': return t('workStopped', { n: one.jobs }) + ' ' + detail;
    case 'failed': return t('workFailed', { n: one.jobs }) + ' ' + failureText(one.failure) + ' ' + detail;
    default: return t('workFinished', { n: one.jobs }) + ' ' + detail;
  }
}
