/** Counts by name. Arrays hold counts by hour of the day, from 0, without trailing zeros. */
type Counts = Readonly<Record<string, number>>

export function grow<Name extends string>(counts: Partial<Record<Name, number>>, name: Name): void {
  counts[name] = (counts[name] ?? 0) + 1
}

export function growHour(hours: number[], hour: number): void {
  while (hours.length <= hour) hours.push(0)
  hours[hour] = (hours[hour] ?? 0) + 1
}

export const summed = (a: Counts = {}, b: Counts = {}): Record<string, number> =>
  Object.fromEntries(Object.keys({ ...a, ...b }).map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]))

export const summedHours = (a: readonly number[] = [], b: readonly number[] = []): number[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, hour) => (a[hour] ?? 0) + (b[hour] ?? 0))
