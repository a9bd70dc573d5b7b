const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A duration such as "7 days" or "15 minutes", in the largest unit that divides it evenly. */
export function lifeOf(locale: string, seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}

/** An approximate duration, such as "2 minutes" or "3 hours". */
export function spanOf(locale: string, seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size * 1.5) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(
    seconds / size,
  )
}
