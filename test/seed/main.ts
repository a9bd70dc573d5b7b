/** `npm run seed -- FOLDER`: a store to look at, and to try things out on. */
import { resolve } from 'node:path'
import { ConfigError, readEnvironment } from '../../lib/index.ts'
import { APPS } from './apps.ts'
import { FolderInUse, seedCompany } from './company.ts'
import { PASSWORD, PEOPLE_COUNT } from './people.ts'
import { DAYS } from './plan.ts'
import { ADMINISTRATOR } from './set-up.ts'

const [folder, ...others] = process.argv.slice(2)
if (folder === undefined || others.length > 0) {
  console.error('usage: npm run seed -- FOLDER')
  process.exit(2)
}
const path = resolve(folder)
/** A store belongs to its base URL, so the service must get the same. */
const given = Object.entries({ BASE_URL: process.env['BASE_URL'], PORT: process.env['PORT'] }).filter(
  ([, value]) => value !== undefined && value !== '',
)
try {
  const { configuration } = readEnvironment(Object.fromEntries(given), () => '')
  await seedCompany(path, configuration.baseUrl, Date.now())
  report(configuration.adminUrl)
} catch (error) {
  if (!(error instanceof FolderInUse || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}

function report(panel: string): void {
  console.log(`
  ${path} has ${APPS.length} clients, ${PEOPLE_COUNT} users and the ${DAYS} days until now. Look at it:

    ${given.map(([name, value]) => `${name}=${value} `).join('')}PORTICO_DATA=${folder} npm start

    Panel      ${panel}
    Username   ${ADMINISTRATOR.username}
    Password   ${PASSWORD}

  Every user has this password: it is for trying things out, on this machine.
  CRM is broken, Supplier Portal went silent, and Ines Duarte cannot sign in for the next quarter of an hour.
`)
}
