import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SLOW_MACHINE_MS = 180_000

interface Share {
  readonly pct: number
}
type Summary = Readonly<Record<string, Readonly<Record<'branches' | 'functions' | 'lines' | 'statements', Share>>>>

describe('the tables of test/policies', () => {
  it('reach every branch of every rule', () => {
    const folder = mkdtempSync(join(tmpdir(), 'policy-coverage-'))
    try {
      const { status, stderr } = spawnSync(
        process.execPath,
        [
          '--experimental-vm-modules',
          'node_modules/jest/bin/jest.js',
          'dist/test/policies/',
          '--runner=jest-runner',
          '--reporters=default',
          '--maxWorkers=1',
          '--coverage',
          '--coverageProvider=v8',
          '--collectCoverageFrom=dist/policies/**/*.js',
          '--coverageReporters=json-summary',
          `--coverageDirectory=${folder}`,
        ],
        { encoding: 'utf8', timeout: SLOW_MACHINE_MS },
      )
      if (status !== 0) throw new Error(stderr)
      const { total, ...files } = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')) as Summary
      const incomplete = Object.entries(files).filter(([, shares]) =>
        Object.values(shares).some(({ pct }) => pct < 100),
      )
      expect(incomplete.map(([file]) => file.slice(file.lastIndexOf('/') + 1))).toEqual([])
      expect(total?.branches.pct).toBe(100)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
