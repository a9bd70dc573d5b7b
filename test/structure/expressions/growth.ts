import { type Pump, pumped, pumpsOf } from './expression-pumps.ts'
import { stepCounter, TOO_MANY_STEPS } from './expression-steps.ts'

const [SHORT, MIDDLE, LONG] = [128, 384, 1_152]
/** Steps per character, more for an expression with many alternatives: below this, growth is not checked. */
const few = ({ source }: RegExp): number => 20 + Math.min(40, source.length / 8)
/** Three times the text takes three times the steps, but nine times if growth is quadratic. */
const GROWTH = 5

/** A text for which the expression takes more than linear time. */
export function superlinearPump(expression: RegExp): Pump | undefined {
  const count = stepCounter(expression)
  const steps = (pump: Pump, length: number, limit: number): number => {
    try {
      return count(pumped(pump, length), limit)
    } catch (error) {
      if (error === TOO_MANY_STEPS || error instanceof RangeError) return Infinity
      throw error
    }
  }
  return pumpsOf(expression).find((pump) => {
    if (steps(pump, SHORT, SHORT * few(expression)) < Infinity) return false
    const middle = steps(pump, MIDDLE, 1e5)
    return middle === Infinity || steps(pump, LONG, GROWTH * middle) === Infinity
  })
}
