/** A third party's adapter is tested with the contract and the proof of the package, under test runners. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adapterTests, MAP_ADAPTER } from './map-adapter.ts'
import { MODULES, packedProject } from './packed-project.ts'

const { inProject, node } = await packedProject()
await writeFile(inProject('map-storage.mjs'), MAP_ADAPTER)

it('run under node:test', async () => {
  await writeFile(inProject('adapter.test.mjs'), adapterTests("import { describe, it } from 'node:test'"))
  const { stdout } = await node('--test', 'adapter.test.mjs').catch((error: { stdout: string }) => error)
  expect(stdout).toMatch(/^ℹ fail 0$/m)
  expect(stdout).toContain('the Map adapter keeps the storage contract:')
})

it('run under Jest', async () => {
  await mkdir(inProject('jest'))
  await writeFile(inProject('jest', 'map-storage.mjs'), MAP_ADAPTER)
  await writeFile(inProject('jest', 'adapter.test.mjs'), adapterTests(''))
  const config = JSON.stringify({ rootDir: inProject('jest'), testMatch: ['**/*.test.mjs'] })
  const jest = join(MODULES, 'jest/bin/jest.js')
  const line = ['--experimental-vm-modules', jest, '--config', config]
  const { stderr } = await node(...line).catch((error: { stderr: string }) => error)
  expect(stderr).toMatch(/^Tests: +\d+ passed, \d+ total$/m)
})
