// The choices of a viewer in this browser: language, theme, and interval of reads.

const DEFAULTS = { language: '', theme: '', interval: '5' };

export function setting(name) {
  try {
    return localStorage.getItem('delay-console.' + name) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

export function choose(name, value) {
  try {
    localStorage.setItem('delay-console.' + name, value);
  } catch {
    // Without storage the choice lasts as long as the page
    DEFAULTS[name] = value;
  }
}

export function applyTheme() {
  document.documentElement.dataset.theme = setting('theme');
}

export function isDark() {
  return setting('theme') === 'dark'
    || (setting('theme') !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
}
