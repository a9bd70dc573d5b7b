import { connect } from 'node:net'

export { closed, listening } from '../../lib/testing/listening.ts'

/** Whether a server of this machine accepts connections at the port. */
export const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
