/**
 * The ledger as a picture: one panel for each operation, all on the same scale, the runs from left to right. The same
 * runs give the same bytes.
 */
import type { KeptRun } from './results.ts'
import type { RowName } from './targets.ts'

export interface Colours {
  readonly ground: string
  readonly panel: string
  readonly text: string
  readonly faint: string
  readonly line: string
  readonly ours: string
  readonly floor: string
}

export const LIGHT: Colours = {
  ground: '#ffffff',
  panel: '#f6f8fa',
  text: '#1f2328',
  faint: '#59636e',
  line: '#d1d9e0',
  ours: '#0757ba',
  floor: '#8a4b00',
}
export const DARK: Colours = {
  ground: '#0d1117',
  panel: '#151b23',
  text: '#f0f6fc',
  faint: '#9ba5b0',
  line: '#3d444d',
  ours: '#6cb0ff',
  floor: '#e3a04a',
}

interface Panel {
  readonly title: string
  readonly ours: RowName
  readonly floor?: RowName
}

const PANELS: readonly Panel[] = [
  { title: 'Refresh', ours: 'refresh', floor: 'refresh (floor)' },
  { title: 'Code exchange', ours: 'code exchange' },
  { title: 'Introspection', ours: 'introspection' },
  { title: 'Userinfo', ours: 'userinfo' },
  { title: 'Silent authorize', ours: 'silent authorize' },
  { title: 'Sign-in, without the hash', ours: 'interactive sign-in (no hash)' },
]

// Pixels.
export const WIDTH = 800
export const MARGIN = 16
const GAP = 12
const COLUMNS = 3
const HEAD = 76
const PANEL = { width: (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS, height: 164 }
const PLOT = { left: 34, right: 58, top: 42, bottom: 28 }
const HEIGHT = HEAD + 2 * PANEL.height + GAP + MARGIN
export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
/** The bare engine is 1; a panel's scale always reaches this value. */
const LEAST_TOP = 1.2

interface Point {
  readonly x: number
  readonly median: number
  readonly min: number
  readonly max: number
}

export function ledgerPicture(runs: readonly KeptRun[], colours: Colours): string {
  const last = runs.at(-1)
  if (last === undefined) throw new Error('there is no run to draw')
  const top = Math.max(
    LEAST_TOP,
    ...PANELS.flatMap((panel) => pointsOf(runs, panel.ours).map(({ max }) => Math.ceil(max * 5) / 5)),
  )
  const panels = PANELS.map((panel, place) => {
    const x = MARGIN + (place % COLUMNS) * (PANEL.width + GAP)
    const y = HEAD + Math.floor(place / COLUMNS) * (PANEL.height + GAP)
    return `<g transform="translate(${at(x)} ${at(y)})">${drawn(panel, runs, top)}</g>`
  })
  return framed(
    {
      title: 'Processor time per request, by that of the bare engine',
      heading: 'Processor time per request, where the bare engine takes 1',
      description: described(runs),
      height: HEIGHT,
      styles: stylesOf(colours),
    },
    [legend(), ...panels],
  )
}

interface Frame {
  readonly title: string
  readonly heading: string
  readonly description: string
  readonly height: number
  readonly styles: string
}

/** A picture of the README, with its text for those who do not see it. */
export function framed({ title, heading, description, height, styles }: Frame, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${title}</title>
<desc id="desc">${description}</desc>
<style>${styles}</style>
<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>
<text class="heading" x="${MARGIN}" y="32">${heading}</text>
${parts.join('\n')}
</svg>
`
}

const stylesOf = ({ ground, panel, text, faint, line, ours, floor }: Colours): string =>
  [
    `text{font-family:${FONT};font-size:12px;fill:${faint}}`,
    `.heading{font-size:16px;font-weight:600;fill:${text}}`,
    `.title{font-size:13px;font-weight:600;fill:${text}}`,
    `.value{font-size:14px;font-weight:700;fill:${ours}}`,
    `.of-floor{fill:${floor}}`,
    `.ground{fill:${ground}}`,
    `.panel{fill:${panel}}`,
    `.axis{stroke:${line};stroke-width:1}`,
    `.engine{stroke:${faint};stroke-width:1.5;stroke-dasharray:6 4}`,
    `.floor{stroke:${floor};stroke-width:2;stroke-dasharray:1 5;stroke-linecap:round}`,
    `.ours{stroke:${ours};stroke-width:2;fill:none;stroke-linejoin:round}`,
    `.range{stroke:${ours};stroke-width:5;stroke-linecap:round;opacity:.3}`,
    `.dot{fill:${ours}}`,
  ].join('')

function legend(): string {
  const y = 56
  const sample = (x: number, mark: string, text: string): string => `${mark}<text x="${x + 32}" y="${y}">${text}</text>`
  const line = (x: number, kind: string): string => `<path class="${kind}" d="M${x} ${y - 4}h24"/>`
  return [
    sample(
      MARGIN,
      `${line(MARGIN, 'ours')}<circle class="dot" cx="${MARGIN + 12}" cy="${y - 4}" r="3.5"/>`,
      'this service, and the range of its rounds',
    ),
    sample(306, line(306, 'engine'), 'bare engine'),
    sample(432, line(432, 'floor'), 'floor: Koa, two signatures, one round trip'),
  ].join('\n')
}

function drawn({ title, ours, floor }: Panel, runs: readonly KeptRun[], top: number): string {
  const yOf = (ratio: number): number =>
    PANEL.height - PLOT.bottom - (ratio / top) * (PANEL.height - PLOT.top - PLOT.bottom)
  const from = PLOT.left
  const to = PANEL.width - PLOT.right
  const across = (kind: string, ratio: number): string =>
    `<path class="${kind}" d="M${at(from)} ${at(yOf(ratio))}H${at(to + 8)}"/>`
  const mark = (ratio: number): string =>
    `<text x="${at(from - 8)}" y="${at(yOf(ratio) + 4)}" text-anchor="end">${ratio}</text>`
  const points = pointsOf(runs, ours)
  const floorPoint = floor === undefined ? undefined : pointsOf(runs, floor).at(-1)
  return [
    `<rect class="panel" width="${at(PANEL.width)}" height="${PANEL.height}" rx="6"/>`,
    `<text class="title" x="12" y="24">${title}</text>`,
    mark(0),
    mark(1),
    across('axis', 0),
    across('engine', 1),
    ...(floorPoint === undefined
      ? []
      : [across('floor', floorPoint.median), valueAt(to, yOf(floorPoint.median), floorPoint, 'of-floor')]),
    ...series(points, yOf, floorPoint === undefined ? undefined : yOf(floorPoint.median), to),
    ...dates(runs, from, to),
  ].join('\n')
}

/** The label at a line's end. */
const valueAt = (x: number, y: number, { median }: Point, kind = ''): string =>
  `<text class="value${kind === '' ? '' : ` ${kind}`}" x="${at(x + 13)}" y="${at(y + 5)}">${median.toFixed(2)}</text>`

/** Minimum distance of two labels. */
const LABEL = 14

function series(
  points: readonly Point[],
  yOf: (ratio: number) => number,
  floorY: number | undefined,
  to: number,
): readonly string[] {
  const last = points.at(-1)
  if (last === undefined) return [`<text x="${PLOT.left + 12}" y="${PANEL.height / 2 + 20}">not measured yet</text>`]
  const y = yOf(last.median)
  const labelY = floorY !== undefined && Math.abs(floorY - y) < LABEL ? floorY - Math.sign(floorY - y || 1) * LABEL : y
  return [
    ...points.map(({ x, min, max }) => `<path class="range" d="M${at(x)} ${at(yOf(min))}V${at(yOf(max))}"/>`),
    ...(points.length > 1
      ? [`<path class="ours" d="M${points.map(({ x, median }) => `${at(x)} ${at(yOf(median))}`).join('L')}"/>`]
      : []),
    ...points.map(({ x, median }) => `<circle class="dot" cx="${at(x)}" cy="${at(yOf(median))}" r="3.5"/>`),
    valueAt(to, labelY, last),
  ]
}

function dates(runs: readonly KeptRun[], from: number, to: number): readonly string[] {
  const [first, last] = [runs[0]?.machine.date ?? '', runs.at(-1)?.machine.date ?? '']
  const y = PANEL.height - 9
  return [
    ...(first === last ? [] : [`<text x="${at(from)}" y="${y}">${first}</text>`]),
    `<text x="${at(to + 8)}" y="${y}" text-anchor="end">${last}</text>`,
  ]
}

/** The runs with this figure; the position depends on all runs. */
function pointsOf(runs: readonly KeptRun[], name: RowName): readonly Point[] {
  const [from, to] = [PLOT.left + 10, PANEL.width - PLOT.right]
  return runs.flatMap(({ figures }, place) => {
    const figure = figures.find((entry) => entry.name === name)
    if (figure === undefined) return []
    const x = runs.length === 1 ? to : from + ((to - from) * place) / (runs.length - 1)
    return [{ x, median: figure.median, ...figure.spread }]
  })
}

function described(runs: readonly KeptRun[]): string {
  const said = PANELS.flatMap(({ title, ours, floor }) => {
    const last = pointsOf(runs, ours).at(-1)
    const least = floor === undefined ? undefined : pointsOf(runs, floor).at(-1)
    if (last === undefined) return []
    return [
      `${title.toLowerCase()} ${last.median.toFixed(2)}${least === undefined ? '' : ` (floor ${least.median.toFixed(2)})`}`,
    ]
  })
  return `Newest of ${runs.length} full runs: ${said.join('; ')}. Less is better; the bare engine is 1.`
}

/** A tenth of a pixel is precise enough. */
export const at = (pixels: number): string => String(Math.round(pixels * 10) / 10)
