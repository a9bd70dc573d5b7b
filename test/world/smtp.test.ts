/** How mail servers behave: a row of `smtp.json` each, with what becomes of an email. Add a case by adding a line. */
import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { smtpMailer } from '../../adapters/smtp/index.ts'
import { senderOf } from '../../lib/compose/sender.ts'
import type { Configuration } from '../../lib/config/configuration.ts'
import { email } from '../adapters/email.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { closed, listening } from '../support/listening.ts'

interface Row {
  readonly server: string
  /** Responses by the beginning of a command. `|` pauses, an empty response closes, `…` is silence. */
  readonly says?: Readonly<Record<string, string>>
  readonly lines?: string
  readonly timeoutMs?: number
  readonly user?: string
  readonly ehloName?: string | null
  /** With this setting, and the mailer from the settings. */
  readonly baseUrl?: string
  readonly outcome: string
  readonly answer?: string
  /** Matches a command, and `(?!…)` at its start no command. */
  readonly sent?: string
  readonly connections?: number
}

const ROWS = JSON.parse(readFileSync('test/world/smtp.json', 'utf8')) as readonly Row[]
const ORDINARY = {
  ...{ CONNECT: '220 mx.example ESMTP', EHLO: '250-mx.example\n250 8BITMIME', HELO: '250 mx.example', MAIL: '250 ok' },
  ...{
    RCPT: '250 ok',
    DATA: '354 go ahead',
    END: '250 2.0.0 queued',
    QUIT: '221 bye',
    RSET: '250 ok',
    '': '502 unknown',
  },
}

async function serve({ says, lines = '\r\n' }: Row) {
  const [commands, open]: [string[], Set<Socket>] = [[], new Set()]
  let connections = 0
  const table = Object.entries({ ...ORDINARY, ...says }).toSorted(([one], [other]) => other.length - one.length)
  const server = createServer(async (socket) => {
    open.add(socket.on('error', () => undefined))
    connections += 1
    const respond = async (command: string): Promise<string> => {
      const [, said = ''] = table.find(([start]) => command.startsWith(start)) ?? []
      if (said === '') socket.destroy()
      for (const piece of said === '…' ? [] : said.split('|')) {
        if (socket.writable) socket.write(`${piece.replaceAll('\n', lines)}${lines}`)
        await pause(20)
      }
      return said
    }
    let isData = false
    await respond('CONNECT')
    for await (const line of createInterface(socket)) {
      if (isData && line !== '.') continue
      if (!isData) commands.push(line)
      isData = (await respond(isData ? 'END' : line)).startsWith('354')
    }
  })
  const port = await listening(server)
  stoppedAtEnd({ stop: () => closed(server, open) })
  return { port, commands, connections: () => connections }
}

it.concurrent.each(ROWS.map((row) => [row.server, row] as const))('%s', async (_, row) => {
  const { port, commands, connections } = await serve(row)
  const { user, baseUrl, ehloName = 'id.example', timeoutMs = 8_000, outcome, answer, sent } = row
  const url = `smtp://${user === undefined ? '' : `${user}:sesame@`}127.0.0.1:${port}`
  const mail = { url, from: 'id@sender.example' }
  const mailer =
    baseUrl === undefined
      ? smtpMailer({ ...mail, timeoutMs, ...(ehloName === null ? {} : { ehloName }) })
      : (await senderOf(undefined, { mail, baseUrl } as Configuration)).mailer
  if (mailer === undefined) throw new Error('the settings have no mailer')
  stoppedAtEnd({ stop: () => mailer.close?.() })
  const handover = await mailer.send(email())
  expect(handover).toEqual({ outcome, answer: answer ?? expect.any(String) })
  if (sent !== undefined) expect(commands).toEqual(expect.arrayContaining([expect.stringMatching(sent)]))
  if (row.connections !== undefined) expect(connections()).toBe(row.connections)
})
