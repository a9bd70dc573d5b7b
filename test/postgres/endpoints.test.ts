/** The tests of all endpoints that run on each deployment, on PostgreSQL. */
import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { stoppedAtEnd } from '../support/at-end.ts'
import { INSTEAD } from '../support/deployments.ts'
import { startPostgres } from '../support/postgres.ts'

// The files of a worker share this module.
stoppedAtEnd({ stop: () => delete INSTEAD.postgres })
INSTEAD.postgres = (await startPostgres({ max_connections: '500' })).url
INSTEAD.deployments = [{ name: 'PostgreSQL, at the root', store: 'postgres', mount: 'root' }]

// Another instance of each file than the one that the worker runs itself.
for (const path of globSync('dist/test/protocol/endpoints/*.test.js').toSorted())
  if (/\b(?:onEach|forEach)Deployment\(/.test(readFileSync(path, 'utf8')))
    await import(`${pathToFileURL(path).href}?on=postgres`)
delete INSTEAD.deployments
