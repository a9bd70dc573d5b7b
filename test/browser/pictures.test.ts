/** `npm run pictures`: takes those that the README shows, each in light and dark, and none that is large. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const LARGEST_BYTES = 100_000
const folder = mkdtempSync(join(tmpdir(), 'portico-pictures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('takes the pictures of the README', () => {
  const { status, stderr } = spawnSync(process.execPath, ['dist/test/seed/pictures.js', folder], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const taken = globSync(join(folder, '*')).map((path) => basename(path))
  const shown = [...readFileSync('README.md', 'utf8').matchAll(/examples\/reference\/pictures\/([\w.-]+)/g)].map(
    ([, name = '']) => name,
  )
  expect(taken.toSorted()).toEqual([...new Set(shown)].toSorted())
  for (const name of taken) {
    const path = join(folder, name)
    expect(readFileSync(path).subarray(8, 12).toString()).toBe('WEBP')
    expect(statSync(path).size).toBeLessThan(LARGEST_BYTES)
    expect(statSync(join('examples/reference/pictures', name)).size).toBeLessThan(LARGEST_BYTES)
  }
})
