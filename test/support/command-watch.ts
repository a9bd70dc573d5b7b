/**
 * Watches Redis commands (MONITOR) on a plain connection. The driver's own monitor fails if the first commands arrive
 * in the same packet as the reply to MONITOR.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

/** @param heard receives name and arguments of each command, as in MONITOR; source `lua` for those inside scripts */
export async function watchCommands(
  port: number,
  onCommand: (command: readonly [name: string, ...args: readonly string[]], source: string) => void,
): Promise<{ close(): void }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  const watching = Promise.withResolvers<void>()
  let rest = ''
  socket.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '+OK') watching.resolve()
      const source = /^\+[\d.]+ \[\d+ (\S+)\]/.exec(line)?.[1]
      const [name, ...args] = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
      if (source !== undefined && name !== undefined) onCommand([name.toUpperCase(), ...args], source)
    }
  })
  socket.on('error', watching.reject)
  socket.write('MONITOR\r\n')
  await watching.promise
  return { close: () => void socket.destroy() }
}
