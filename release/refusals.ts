/** Why a release cannot begin. */
import { execFileSync } from 'node:child_process'
import { notesOf } from './notes.ts'

const MOST_WORDS = 300

export const git = (...words: readonly string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim()

export function refusal(tag: string, changelog: string, version: string): string | undefined {
  const changed = git('status', '--porcelain')
  if (changed !== '') return `the working tree has changes:\n${changed}`
  if (git('tag', '--list', tag) !== '') return `the tag ${tag} exists; increase the version in package.json`
  const notes = notesOf(changelog, version)
  if (notes === undefined) return `CHANGELOG.md has no section "## [${version}]"`
  const words = notes.split(/\s+/).filter((word) => word !== '').length
  if (words > MOST_WORDS) return `the section ${version} of CHANGELOG.md has ${words} words; the limit is ${MOST_WORDS}`
  const firstHeading = /^### (.*)$/m.exec(notes)?.[1]
  if (/^### Breaking/m.test(notes) && firstHeading !== 'Breaking') return 'the section "### Breaking" must come first'
  return undefined
}
