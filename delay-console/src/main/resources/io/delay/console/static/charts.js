// Charts as SVG, each with its numbers in words, or in a table that can be opened.

import { html, nothing, svg } from './lit/lit-html.js';
import { number } from './format.js';
import { t } from './words.js';

const HEIGHT = 96;

export function sparkline(values, label) {
  const most = Math.max(1, ...values);
  const step = 96 / Math.max(1, values.length - 1);
  const points = values.map((value, at) => `${(at * step).toFixed(1)},${(18 - 16 * value / most).toFixed(1)}`);
  return html`<svg class="sparkline" viewBox="0 0 96 20" role="img" aria-label=${label}>
    <title>${label}</title>
    <polygon class="area" points=${`0,20 ${points.join(' ')} 96,20`}></polygon>
    <polyline points=${points.join(' ')}></polyline>
  </svg>`;
}

// bars: [{ label, title, values: [n, ...] }], series: [{ name, key }]
export function bars({ label, bars: all, series }) {
  const most = roundUp(Math.max(1, ...all.map((bar) => bar.values.reduce((sum, value) => sum + value, 0))));
  const width = 600 / all.length;
  return html`<figure class="chart">
    <figcaption>
      ${series.map((one) => html`<span class="key"><svg class="swatch ${one.key}" viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" rx="2"></rect></svg>${one.name}
        <b>${number(all.reduce((sum, bar) => sum + bar.values[series.indexOf(one)], 0))}</b></span>`)}
    </figcaption>
    <div class="plot">
      <span class="axis top">${number(most)}</span>
      <svg viewBox="0 0 600 ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
        <line class="grid" x1="0" x2="600" y1="0.5" y2="0.5"></line>
        <line class="grid" x1="0" x2="600" y1=${HEIGHT / 2} y2=${HEIGHT / 2}></line>
        <line class="grid" x1="0" x2="600" y1=${HEIGHT - 0.5} y2=${HEIGHT - 0.5}></line>
        ${all.map((bar, at) => column(bar, at * width, width, most, series))}
      </svg>
      <span class="axis from">${all[0]?.label}</span>
      <span class="axis middle">${all[Math.floor(all.length / 2)]?.label}</span>
      <span class="axis to">${all[all.length - 1]?.end ?? all[all.length - 1]?.label}</span>
    </div>
    ${table(all, series)}
  </figure>`;
}

// The next number that is 1, 2 or 5 with zeros
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= value);
}

function column(bar, x, width, most, series) {
  let top = HEIGHT;
  return svg`<g><title>${bar.title}</title>
    <rect class="hit" x=${x} y="0" width=${width} height=${HEIGHT}></rect>
    ${bar.values.map((value, at) => {
      // Even one job among thousands is seen
      const height = value > 0 ? Math.max(1.5, HEIGHT * value / most) : 0;
      top -= height;
      return value > 0 ? svg`<rect class=${series[at].key} x=${x + width * 0.1} y=${Math.max(0, top)} width=${width * 0.8} height=${height}></rect>` : nothing;
    })}</g>`;
}

function table(all, series) {
  const present = all.filter((bar) => bar.values.some((value) => value > 0));
  return present.length === 0 ? nothing : html`<details class="numbers"><summary>${t('asTable')}</summary>
    <table><thead><tr><th scope="col">${t('time')}</th>${series.map((one) => html`<th scope="col" class="number">${one.name}</th>`)}</tr></thead>
    <tbody>${present.map((bar) => html`<tr><td>${bar.label}</td>${bar.values.map((value) => html`<td class="number">${number(value)}</td>`)}</tr>`)}</tbody></table>
  </details>`;
}
