// Marks a number that changed since the previous read for a moment.

export class Marks {

  #values = new Map();

  #turn = 0;

  // Before a page is drawn with new values
  next() {
    this.#turn++;
  }

  // Two names take turns, so that the animation runs again if a number changes in each read
  of(key, value) {
    const known = this.#values.get(key);
    if (known === undefined) {
      this.#values.set(key, { value, changed: -1 });
      return '';
    }
    if (known.value !== value) {
      this.#values.set(key, { value, changed: this.#turn });
    }
    const changed = this.#values.get(key).changed;
    return changed === this.#turn ? 'changed-' + (changed % 2) : '';
  }

}
