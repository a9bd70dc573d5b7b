/**
 * What the parent may ask of a server under test, over the process channel. Processor time is asked of the process
 * itself: the operating system's count, user and system, in microseconds.
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
  readonly fault?: string
}

type Command = (argument: never) => unknown

/** Answers the parent until it says stop, or goes away. */
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
      tell({ number, value: await all[command]?.(argument as never) })
    } catch (fault) {
      tell({ number, value: undefined, fault: String(fault) })
    }
    if (command === 'stop') process.disconnect()
  })
  // A normal end, so that a profile is written.
  process.on('disconnect', () => process.exit(0))
  tell({ number: 0, value: 'listening' })
}

function tell(answer: Answered): void {
  process.send?.(answer)
}

/** What the parent has started this server with. */
export const settings = (): ServerSettings => JSON.parse(process.argv[2] ?? '') as ServerSettings

/** Listens, and obeys until the end. */
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
