const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** "7 days", "15 minutes": in the largest unit that divides evenly. */
export function lifeOf(locale: string, seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}

/** "2 minutes", "3 hours": an approximate duration. */
export function spanOf(locale: string, seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size * 1.5) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(
    seconds / size,
  )
}
