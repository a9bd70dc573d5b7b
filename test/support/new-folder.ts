import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stoppedAtEnd } from './at-end.ts'

/** An empty folder, which goes when the test file ends. */
export function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portico-'))
  stoppedAtEnd({ stop: () => rmSync(path, { recursive: true, force: true }) })
  return path
}
