// Draws the recorded ratios as one SVG page: a chart per database and scenario, a point per landing, lines at the target and at
// "fail above".
import type { Landing, Measure } from './landings';

const WIDTH = 300;
const HEIGHT = 110;
const PER_ROW = 4;
const [LEFT, TOP, BOTTOM] = [10, 30, 20];

interface Series {
  readonly title: string;
  readonly points: readonly { readonly landing: Landing; readonly measure: Measure }[];
}

export function drawHistory(landings: readonly Landing[]): string {
  const all = seriesOf(landings);
  const rows = Math.ceil(all.length / PER_ROW);
  const charts = all.map((series, index) => {
    const [x, y] = [(index % PER_ROW) * WIDTH, Math.floor(index / PER_ROW) * HEIGHT];
    return `<g transform="translate(${x} ${y})">${chart(series)}</g>`;
  });
  const size = `width="${PER_ROW * WIDTH}" height="${Math.max(1, rows) * HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="11">
<style>.line{fill:none;stroke:#246}.target{stroke:#2a2;stroke-dasharray:3}.fail{stroke:#c22;stroke-dasharray:3}circle{fill:#246}.above{fill:#c22}</style>
${charts.join('\n')}
</svg>
`;
}

function seriesOf(landings: readonly Landing[]): Series[] {
  const found = new Map<string, Series['points'][number][]>();
  for (const landing of landings)
    for (const [name, measure] of Object.entries(landing.ratios)) {
      const title = `${landing.engine}: ${name}`;
      found.set(title, [...(found.get(title) ?? []), { landing, measure }]);
    }
  return [...found]
    .map(([title, points]) => ({ title, points }))
    .sort((a, b) => (a.title < b.title ? -1 : 1));
}

function chart({ title, points }: Series): string {
  const last = points.at(-1)?.measure;
  if (!last) return '';
  const most = Math.max(last.failAbove, ...points.map(({ measure }) => measure.ratio)) * 1.1;
  const width = WIDTH - 2 * LEFT;
  const height = HEIGHT - TOP - BOTTOM;
  const x = (index: number): number => Math.round(LEFT + (width * (index + 0.5)) / points.length);
  const y = (ratio: number): number => Math.round(TOP + height - (height * ratio) / most);
  const level = (ratio: number, kind: string): string =>
    `<line class="${kind}" x1="${LEFT}" x2="${LEFT + width}" y1="${y(ratio)}" y2="${y(ratio)}"/>`;
  const dots = points.map(({ landing, measure }, index) => {
    const kind = measure.ratio > measure.failAbove ? ' class="above"' : '';
    const about = `${landing.commit} ${landing.day}: ${measure.ratio.toFixed(2)}`;
    return `<circle${kind} cx="${x(index)}" cy="${y(measure.ratio)}" r="3"><title>${escaped(about)}</title></circle>`;
  });
  const path = points.map(({ measure }, index) => `${x(index)},${y(measure.ratio)}`).join(' ');
  return [
    `<text x="${LEFT}" y="18">${escaped(title)}: ${last.ratio.toFixed(2)}</text>`,
    level(last.target, 'target'),
    level(last.failAbove, 'fail'),
    `<polyline class="line" points="${path}"/>`,
    ...dots,
  ].join('');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
