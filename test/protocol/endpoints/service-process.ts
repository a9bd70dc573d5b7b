/**
 * The service in a process of its own, for what only a process can show: `node service-process.js` prints the port and
 * goes on until SIGTERM.
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
