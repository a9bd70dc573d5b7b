/** The tests of all endpoints that run on each deployment, on PostgreSQL. */
import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { INSTEAD } from '../support/deployments.ts'
import { startPostgres } from '../support/postgres.ts'

INSTEAD.postgres = (await startPostgres({ max_connections: '500' })).url
INSTEAD.deployments = [{ name: 'PostgreSQL, at the root', store: 'postgres', mount: 'root' }]

for (const path of globSync('dist/test/protocol/endpoints/*.test.js').toSorted())
  if (/\b(?:onEach|forEach)Deployment\(/.test(readFileSync(path, 'utf8'))) await import(pathToFileURL(path).href)
