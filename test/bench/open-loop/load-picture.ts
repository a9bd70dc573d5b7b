/**
 * The newest run of each store as a picture: latency and event loop delay on a logarithmic scale, failed requests, and
 * memory, over time. The same runs give the same bytes.
 */
import { at, type Colours, FONT, framed, MARGIN, WIDTH } from '../ledger-picture.ts'
import type { Point } from './course.ts'
import type { KeptLoad } from './load-results.ts'

// Pixels.
const GAP = 12
const HEAD = 76
const PANEL = { width: WIDTH - 2 * MARGIN, height: 190 }
const PLOT = { top: 56, bottom: 162 }
const LATENCY = { left: 52, right: 500 }
const MEMORY = { left: 564, right: 752 }
/** Milliseconds: the scale of latency. */
const SCALE = [1, 10, 100, 1_000, 10_000, 100_000] as const
const TOP = Math.log10(SCALE.at(-1) ?? 1)

export function loadPicture(runs: readonly KeptLoad[], colours: Colours): string {
  const height = HEAD + runs.length * (PANEL.height + GAP) - GAP + MARGIN
  const most = Math.max(...runs.flatMap(({ points }) => points.map(({ memory }) => memory)))
  const memoryTop = Math.ceil(most / 100) * 100
  const panels = runs.map(
    (run, place) =>
      `<g transform="translate(${MARGIN} ${HEAD + place * (PANEL.height + GAP)})">${drawn(run, memoryTop)}</g>`,
  )
  return framed(
    {
      title: 'Latency and memory under load that does not wait for responses',
      heading: 'Load that does not wait, by share of the saturated rate',
      description: runs.map(described).join(' '),
      height,
      styles: stylesOf(colours),
    },
    [legend(), ...panels],
  )
}

const stylesOf = ({ ground, panel, text, faint, line, ours, floor }: Colours): string =>
  [
    `text{font-family:${FONT};font-size:12px;fill:${faint}}`,
    `.heading{font-size:16px;font-weight:600;fill:${text}}`,
    `.title{font-size:13px;font-weight:600;fill:${text}}`,
    `.ground{fill:${ground}}`,
    `.panel{fill:${panel}}`,
    `.axis{stroke:${line};stroke-width:1}`,
    `.phase{stroke:${faint};stroke-width:1;stroke-dasharray:2 3}`,
    `.latency,.memory{stroke:${ours};stroke-width:2;fill:none;stroke-linejoin:round}`,
    `.loop{stroke:${faint};stroke-width:1.2;fill:none;stroke-linejoin:round}`,
    `.failed{stroke:${floor};stroke-width:3}`,
  ].join('')

function legend(): string {
  const y = 56
  const entry = (x: number, kind: string, text: string): string =>
    `<path class="${kind}" d="M${x} ${y - 4}h24"/><text x="${x + 32}" y="${y}">${text}</text>`
  return [
    entry(MARGIN, 'latency', 'latency, 99th percentile'),
    entry(204, 'loop', 'delay of the event loop'),
    entry(386, 'failed', 'failed requests, of all'),
    entry(564, 'memory', 'memory of the service'),
  ].join('\n')
}

function drawn(run: KeptLoad, memoryTop: number): string {
  const { points, store, saturated } = run
  const end = points.at(-1)?.at ?? 1
  const xIn =
    ({ left, right }: typeof LATENCY) =>
    (seconds: number): number =>
      left + (seconds / end) * (right - left)
  const [x, memoryX] = [xIn(LATENCY), xIn(MEMORY)]
  const y = (share: number): number => PLOT.bottom - Math.min(1, Math.max(0, share)) * (PLOT.bottom - PLOT.top)
  const latencyY = (milliseconds: number): number => y(Math.log10(Math.max(1, milliseconds)) / TOP)
  const memoryY = (mib: number): number => y(mib / memoryTop)
  const mark = ({ left, right }: typeof LATENCY, height: number, text: string): string =>
    `<path class="axis" d="M${left} ${at(height)}H${right}"/><text x="${left - 8}" y="${at(height + 4)}" text-anchor="end">${text}</text>`
  return [
    `<rect class="panel" width="${PANEL.width}" height="${PANEL.height}" rx="6"/>`,
    `<text class="title" x="12" y="24">${store}: saturated at ${Math.round(saturated)} requests per second</text>`,
    ...SCALE.map((value) => mark(LATENCY, latencyY(value), value < 1_000 ? `${value} ms` : `${value / 1_000} s`)),
    ...[0, 0.5, 1].map((share) => mark(MEMORY, y(share), `${share * memoryTop} MiB`)),
    ...phaseMarks(points, x),
    ...points.flatMap(({ at: seconds, failed, completed }) =>
      failed === 0
        ? []
        : [`<path class="failed" d="M${at(x(seconds))} ${PLOT.bottom}V${at(y(failed / (failed + completed)))}"/>`],
    ),
    line('loop', points, x, ({ loopP99 }) => loopP99, latencyY),
    line('latency', points, x, ({ p99 }) => p99, latencyY),
    line('memory', points, memoryX, ({ memory }) => memory, memoryY),
    `<text x="${LATENCY.right}" y="${PANEL.height - 10}" text-anchor="end">${Math.round(end / 60)} minutes</text>`,
  ].join('\n')
}

/** A line at the beginning of each phase, with its name. */
function phaseMarks(points: readonly Point[], x: (seconds: number) => number): readonly string[] {
  return points.flatMap(({ phase }, place) => {
    const before = points[place - 1]
    if (before?.phase === phase) return []
    const left = at(x(before?.at ?? 0))
    const name = /^\d/.test(phase) ? `<text x="${Number(left) + 4}" y="44">${phase.replace(' again', '')}</text>` : ''
    return [`<path class="phase" d="M${left} ${PLOT.top - 18}V${PLOT.bottom}"/>${name}`]
  })
}

/** Interrupted where a point has no value. */
function line(
  kind: string,
  points: readonly Point[],
  x: (seconds: number) => number,
  valueOf: (point: Point) => number | null,
  y: (value: number) => number,
): string {
  let isDown = false
  const steps = points.map((point) => {
    const value = valueOf(point)
    const step = value === null ? '' : `${isDown ? 'L' : 'M'}${at(x(point.at))} ${at(y(value))}`
    isDown = value !== null
    return step
  })
  return `<path class="${kind}" d="${steps.join('')}"/>`
}

function described({ store, saturated, phases }: KeptLoad): string {
  const said = phases.map(({ name, all }) => `${name}: p99 ${Math.round(all.p99)} ms`)
  return `${store}, saturated at ${Math.round(saturated)} requests per second. ${said.join('; ')}.`
}
