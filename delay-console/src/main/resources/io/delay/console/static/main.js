// Starts the console, unless another page shows it in a frame.

import { App } from './app.js';
import { applyTheme } from './settings.js';
import { t } from './words.js';

const root = document.getElementById('app');

if (window.top === window.self) {
  new App(root).start();
} else {
  applyTheme();
  root.textContent = t('framed');
}
