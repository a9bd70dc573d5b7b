/** The test files that a file needs: by import, or as a process by the path of its compiled form. */
import { existsSync } from 'node:fs'
import { importsOf, liesIn, readSource } from '../structure/sources.ts'

const neededBy = (path: string): readonly string[] => {
  const text = readSource(path)
  return [
    ...importsOf(path)
      .map(({ to }) => to)
      .filter((to) => liesIn(to, 'test')),
    ...[...text.matchAll(/'(?:\.\/)?(?:dist\/)?(test\/[\w/.-]+)\.js'/g)].map(([, stem]) => `${stem}.ts`),
    ...[...text.matchAll(/new URL\('\.\/([\w.-]+)\.js', import\.meta\.url\)/g)].map(([, stem]) =>
      path.replace(/[^/]+$/, `${stem}.ts`),
    ),
  ].filter((needed) => existsSync(needed))
}

const direct = new Map<string, readonly string[]>()

export function reached(from: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const needed = direct.get(path) ?? neededBy(path)
    direct.set(path, needed)
    waiting.push(...needed)
  }
  return seen
}
