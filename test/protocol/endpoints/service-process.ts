/**
 * The service in a separate process, for what only a process can show: `node service-process.js` prints the port and
 * runs until SIGTERM.
 */
import { startIdp } from '../../support/idp.ts'

const idp = await startIdp()
process.stdout.write(`${idp.port}\n`)
process.once('SIGTERM', () => {
  idp.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
