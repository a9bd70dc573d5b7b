/** Metrics as a collector reads them. */

/** Values by series: the name with its labels in the order of the text. */
export function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ')
      return [line.slice(0, cut), Number(line.slice(cut + 1))] as const
    }),
  )
}

/** Names of metrics with their declared types. */
export function typesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
}
