/** Counts the steps of a backtracking engine: growth is visible without a clock. */
import { type Node, treeOf } from './expression-tree.ts'

type Then = (at: number) => boolean

/** Thrown very often, so it is created once. */
export const TOO_MANY_STEPS = new Error('too many steps')

/** The number of steps to search a text, for all matches if the expression is global. */
export function stepCounter(expression: RegExp): (text: string, limit: number) => number {
  const tree = treeOf(expression)
  const byPoint = /[uv]/.test(expression.flags)
  return (text, limit) => {
    const signs = byPoint ? [...text] : text.split('')
    const run = matcher(signs, limit)
    let from = 0
    do {
      const end = run.matchAt(tree, from)
      if (expression.sticky || (end !== undefined && !expression.global)) break
      from = end === undefined || end === from ? from + 1 : end
    } while (from <= signs.length)
    return run.steps()
  }
}

function matcher(signs: readonly string[], limit: number) {
  const text = signs.join('')
  const groups = new Map<number, readonly [number, number]>()
  let steps = 0
  const step = (): void => {
    steps += 1
    if (steps > limit) throw TOO_MANY_STEPS
  }
  const fits = (test: RegExp, at: number): boolean => {
    step()
    return at < signs.length && isIn(test, signs[at] as string)
  }
  const go = (node: Node, at: number, then: Then): boolean => {
    switch (node.is) {
      case 'character':
        return fits(node.test, at) && then(at + 1)
      case 'boundary': {
        step()
        node.test.lastIndex = at
        return node.test.test(text) && then(at)
      }
      case 'reference': {
        const [start, end] = groups.get(node.group) ?? [0, 0]
        steps += end - start
        const isSame = signs.slice(start, end).every((sign, index) => signs[at + index] === sign)
        return isSame && then(at + end - start)
      }
      case 'group':
        return go(node.body, at, (end) => {
          const before = groups.get(node.group)
          groups.set(node.group, [at, end])
          if (then(end)) return true
          groups.set(node.group, before ?? [0, 0])
          return false
        })
      case 'look':
        return looks(node, at) === node.wanted && then(at)
      case 'sequence':
        return follow(node.parts, 0, at, then)
      case 'choice':
        return node.of.some((one) => go(one, at, then))
      case 'repeat':
        return node.body.is === 'character' ? run(node, node.body.test, at, then) : again(node, 0, at, then)
    }
  }
  const follow = (parts: readonly Node[], index: number, at: number, then: Then): boolean =>
    index === parts.length ? then(at) : go(parts[index] as Node, at, (end) => follow(parts, index + 1, end, then))
  /** Lookbehind: a match that ends here begins at any earlier position, the nearest first. */
  const looks = ({ behind, body }: Node & { is: 'look' }, at: number): boolean => {
    if (!behind) return go(body, at, () => true)
    for (let from = at; from >= Math.max(0, at - longest(body)); from -= 1)
      if (go(body, from, (end) => end === at)) return true
    return false
  }
  const again = (node: Node & { is: 'repeat' }, count: number, at: number, then: Then): boolean => {
    const more = (): boolean =>
      count < node.max &&
      go(node.body, at, (end) => (end > at || count < node.min) && again(node, count + 1, end, then))
    const enough = (): boolean => {
      step()
      return count >= node.min && then(at)
    }
    return node.lazy ? enough() || more() : more() || enough()
  }
  /** A run of single characters, without a call for each. */
  const run = ({ min, max, lazy }: Node & { is: 'repeat' }, test: RegExp, at: number, then: Then): boolean => {
    let end = at
    if (lazy) {
      for (; ; end += 1) {
        if (end - at >= min && then(end)) return true
        if (end - at === max || !fits(test, end)) return false
      }
    }
    while (end - at < max && fits(test, end)) end += 1
    for (; end - at >= min; end -= 1) {
      step()
      if (then(end)) return true
    }
    return false
  }
  return {
    steps: () => steps,
    matchAt(tree: Node, from: number): number | undefined {
      let found: number | undefined
      step()
      go(tree, from, (end) => {
        found = end
        return true
      })
      return found
    },
  }
}

const known = new WeakMap<RegExp, Map<string, boolean>>()
/** Whether the engine matches this character there. */
export function isIn(test: RegExp, sign: string): boolean {
  const answers = known.get(test) ?? new Map<string, boolean>()
  known.set(test, answers)
  const answer = answers.get(sign) ?? test.test(sign)
  answers.set(sign, answer)
  return answer
}

function longest(node: Node): number {
  if (node.is === 'sequence') return node.parts.reduce((sum, part) => sum + longest(part), 0)
  if (node.is === 'choice') return Math.max(...node.of.map(longest))
  if (node.is === 'repeat') return node.max * longest(node.body)
  if (node.is === 'group') return longest(node.body)
  return node.is === 'character' ? 1 : 0
}
