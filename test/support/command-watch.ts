/**
 * Watches the commands that Redis is sent (MONITOR), on a plain connection: the driver's own monitor fails when the first
 * commands come in the same packet as the word that it watches.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

export interface CommandWatch {
  close(): void
}

/** @param heard name and arguments of each command, as MONITOR writes them; source `lua` for those inside scripts */
export async function watchCommands(
  port: number,
  heard: (command: readonly [name: string, ...args: readonly string[]], source: string) => void,
): Promise<CommandWatch> {
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
      if (source !== undefined && name !== undefined) heard([name.toUpperCase(), ...args], source)
    }
  })
  socket.on('error', watching.reject)
  socket.write('MONITOR\r\n')
  await watching.promise
  return { close: () => void socket.destroy() }
}
