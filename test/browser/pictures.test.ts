/** `npm run pictures`: takes those that the documents show, each in light and dark, and none that is large. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { newFolder } from '../support/new-folder.ts'

const LARGEST_BYTES = 100_000
const folder = newFolder()

it('takes the pictures of the documents', () => {
  const { status, stderr } = spawnSync(process.execPath, ['dist/test/seed/pictures.js', folder], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const taken = globSync(join(folder, '*')).map((path) => basename(path))
  const text = ['README.md', 'examples/reference/README.md'].map((path) => readFileSync(path, 'utf8')).join()
  const shown = [...text.matchAll(/pictures\/([\w-]+\.webp)/g)].map(([, name = '']) => name)
  expect(taken.toSorted()).toEqual([...new Set(shown)].toSorted())
  for (const name of taken) {
    const path = join(folder, name)
    expect(readFileSync(path).subarray(8, 12).toString()).toBe('WEBP')
    expect(statSync(path).size).toBeLessThan(LARGEST_BYTES)
    expect(statSync(join('examples/reference/pictures', name)).size).toBeLessThan(LARGEST_BYTES)
  }
})
