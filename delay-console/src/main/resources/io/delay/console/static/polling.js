// Reads a page again and again while it is visible.

import { setting } from './settings.js';

export class Polling {

  #task;

  #timer;

  #controller = new AbortController();

  #last = 0;

  #running = false;

  #again = false;

  constructor(task) {
    this.#task = task;
  }

  async start() {
    document.addEventListener('visibilitychange', this.#onVisible);
    await this.#run();
  }

  stop() {
    document.removeEventListener('visibilitychange', this.#onVisible);
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  // After a change, or because the interval was changed
  async now() {
    clearTimeout(this.#timer);
    if (this.#running) {
      this.#again = true;
      return;
    }
    await this.#run();
  }

  #onVisible = () => {
    if (document.visibilityState === 'visible' && !this.#running && performance.now() - this.#last > interval()) {
      this.now();
    }
  };

  async #run() {
    const begin = performance.now();
    this.#running = true;
    do {
      this.#again = false;
      await this.#task(this.#controller.signal);
    } while (this.#again && !this.#controller.signal.aborted);
    this.#running = false;
    this.#last = performance.now();
    if (this.#controller.signal.aborted || interval() === Infinity) {
      return;
    }
    // A read that takes long is repeated less often
    const wait = Math.max(interval(), 5 * (this.#last - begin));
    this.#timer = setTimeout(() => {
      if (document.visibilityState === 'visible') {
        this.#run();
      }
    }, wait);
  }

}

function interval() {
  const seconds = Number(setting('interval'));
  return seconds > 0 ? seconds * 1_000 : Infinity;
}
