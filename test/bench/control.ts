/**
 * The parent's commands for a server under test, over the process channel. The process measures its own processor time:
 * the operating system's count, user and system, in microseconds.
 */
import { createServer, type RequestListener } from 'node:http'
import { listening } from '../support/listening.ts'
import type { ServerSettings } from './server-process.ts'

interface Question {
  readonly number: number
  readonly command: string
  readonly argument: unknown
}
export interface Answered {
  readonly number: number
  readonly value: unknown
  readonly error?: string
}

type Command = (argument: never) => unknown

/** Handles the parent's commands until it stops the server or exits. */
function obey(commands: Readonly<Record<string, Command>>, stop: () => Promise<void>): void {
  const all: Readonly<Record<string, Command>> = {
    ...commands,
    processorTime() {
      const { user, system } = process.cpuUsage()
      return user + system
    },
  }
  process.on('message', async ({ number, command, argument }: Question) => {
    try {
      if (command === 'stop') await stop()
      send({ number, value: await all[command]?.(argument as never) })
    } catch (error) {
      send({ number, value: undefined, error: String(error) })
    }
    if (command === 'stop') process.disconnect()
  })
  // A normal exit, so that the profile is written.
  process.on('disconnect', () => process.exit(0))
  send({ number: 0, value: 'listening' })
}

function send(answer: Answered): void {
  process.send?.(answer)
}

/** The parent's settings for this server. */
export const settings = (): ServerSettings => JSON.parse(process.argv[2] ?? '') as ServerSettings

/** Serves, and handles commands until the end. */
export async function serve(
  handler: RequestListener,
  port: number,
  commands: Readonly<Record<string, Command>> = {},
  stop: () => unknown = () => {},
): Promise<void> {
  const server = createServer(handler)
  await listening(server, port)
  obey(commands, async () => {
    server.closeAllConnections()
    await stop()
  })
}
