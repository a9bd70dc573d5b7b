import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stoppedAtEnd } from './at-end.ts'

/** An empty folder, which goes when the test file ends. @param parent temporary files may lie in memory; `dist` is on the disk */
export function newFolder(parent = tmpdir()): string {
  const path = mkdtempSync(join(parent, 'portico-'))
  stoppedAtEnd({ stop: () => rmSync(path, { recursive: true, force: true }) })
  return path
}
