/** Texts that slow an expression down, if any text does: its repeated part many times, between prefix and suffix. */
import { isIn } from './expression-steps.ts'
import { type Node, treeOf } from './expression-tree.ts'

export interface Pump {
  readonly before: string
  readonly unit: string
  readonly after: string
}

/** A text of this length, for any unit. */
export const pumped = ({ before, unit, after }: Pump, length: number): string =>
  before + unit.repeat(Math.ceil(length / unit.length)) + after

const SIGNS = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  '\u2028',
  '\u200d',
  '٣',
  '\u{1f642}',
]
/** Readable characters first. */
const BY_SIGHT = SIGNS.toSorted((a, b) => Number(/[a-z0-9]/i.test(b)) - Number(/[a-z0-9]/i.test(a)))

export function pumpsOf(expression: RegExp): readonly Pump[] {
  const tree = treeOf(expression)
  // At word boundaries, two kinds of characters alternate.
  const hasWords = expression.source.includes('\\b')
  const kinds = kindsOf([...charactersIn(tree), ...(hasWords ? [/^\w$/] : [])])
  const repeats = repeatsIn(tree, '')
  const befores = [...new Set(['', kinds.join(''), ...repeats.map(({ before }) => before)])]
  const afters = ['', ...kinds, kinds.join('')]
  const ends = ['', kinds.join('')]
  const units = repeats.flatMap(({ before, body }) => [...samples(body), before, ...kinds.map((kind) => before + kind)])
  const turns = hasWords ? kinds.flatMap((one) => kinds.map((other) => one + other)) : []
  return [
    ...befores.flatMap((before) => across(before, kinds, before === '' ? afters : ends)),
    ...repeats.flatMap(({ before, body }) => across(before, samples(body), afters)),
    ...across('', [...new Set([...units, ...turns])], ends),
  ]
}

const across = (before: string, units: readonly string[], afters: readonly string[]): readonly Pump[] =>
  units.filter((unit) => unit !== '').flatMap((unit) => afters.map((after): Pump => ({ before, unit, after })))

/** One character of each class of the expression. */
function kindsOf(tests: readonly RegExp[]): readonly string[] {
  const kinds = new Map<string, string>()
  for (const sign of BY_SIGHT) {
    const kind = tests.map((test) => Number(isIn(test, sign))).join('')
    if (!kinds.has(kind)) kinds.set(kind, sign)
  }
  return [...kinds.values()]
}

const inner = (node: Node): readonly Node[] =>
  node.is === 'sequence' ? node.parts : node.is === 'choice' ? node.of : 'body' in node ? [node.body] : []

const charactersIn = (node: Node): readonly RegExp[] =>
  node.is === 'character' ? [node.test] : inner(node).flatMap(charactersIn)

/** Short matching texts: one for each alternative of a choice. */
function samples(node: Node): readonly string[] {
  if (node.is === 'character') return [BY_SIGHT.find((sign) => isIn(node.test, sign)) ?? '']
  if (node.is === 'choice') return node.of.flatMap(samples).slice(0, 4)
  if (node.is === 'repeat') return samples(node.body).map((one) => one.repeat(Math.max(node.min, node.max > 1 ? 1 : 0)))
  if (node.is === 'group') return samples(node.body)
  if (node.is !== 'sequence') return ['']
  return node.parts.reduce<readonly string[]>(
    (texts, part) => texts.flatMap((text) => samples(part).map((one) => text + one)).slice(0, 4),
    [''],
  )
}

/** Parts that can repeat often, with a text that reaches them. */
function repeatsIn(node: Node, before: string): readonly { readonly before: string; readonly body: Node }[] {
  if (node.is === 'sequence') {
    let lead = before
    return node.parts.flatMap((part) => {
      const found = repeatsIn(part, lead)
      lead += samples(part)[0] ?? ''
      return found
    })
  }
  const own = node.is === 'repeat' && node.max > 9 ? [{ before, body: node.body }] : []
  return [...own, ...inner(node).flatMap((part) => repeatsIn(part, before))]
}
