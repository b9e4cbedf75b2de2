// A badge as SVG: how many must rows passed.
import type { RunResult } from '../runner/run';
import { isGreen } from './totals';

export function badge(result: RunResult): string {
  const asked = result.rows.filter(({ row, status }) => row.level === 'must' && status !== 'not applicable');
  const passed = asked.filter(({ status }) => status === 'passed').length;
  const label = 'conformance';
  const text = `${passed} of ${asked.length}`;
  const [left, right] = [label, text].map((part) => 12 + part.length * 6.6) as [number, number];
  const width = Math.round(left + right);
  const colour = isGreen(result) ? '#17834d' : '#c62828';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${text}">
<title>${label}: ${text} must rows passed</title>
<rect width="${width}" height="20" rx="3" fill="#444"/><rect x="${left}" width="${right}" height="20" rx="3" fill="${colour}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="6" y="14">${label}</text><text x="${left + 6}" y="14">${text}</text></g>
</svg>
`;
}
