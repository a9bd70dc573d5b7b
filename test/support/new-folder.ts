import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stoppedAtEnd } from './at-end.ts'

/** An empty folder that is deleted when the test file ends. @param parent tmp may be in memory; `dist` is on disk */
export function newFolder(parent = tmpdir()): string {
  const path = mkdtempSync(join(parent, 'portico-'))
  stoppedAtEnd({ stop: () => rmSync(path, { recursive: true, force: true }) })
  return path
}
