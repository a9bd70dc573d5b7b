/** Names and email addresses as users type them. Add a case by adding a line to names.json. */
import { readFileSync } from 'node:fs'
import { smtpMailer } from '../../adapters/smtp/index.ts'
import { matcherOf } from '../../lib/domain/search-terms.ts'
import { detailIssue } from '../../policies/profile.ts'
import { typedName } from '../../policies/username.ts'
import { email as emailTo } from '../adapters/email.ts'
import { startClientWorld } from '../cli/client-world.ts'
import { CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { startMailServer } from '../support/mail-server.ts'
import { issuesOn, registerInPanel } from '../support/panel-visitor.ts'
import { readyUser } from '../support/ready-user.ts'
import { runningPanel } from '../support/running.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'

interface Row {
  readonly name: string
  /** What a user types, and the name or email address of the account that it signs in (`same`) or not (`other`). */
  readonly typed?: string
  readonly same?: string
  readonly other?: string
  /** An email address, and the recipient that the mail server gets; null if forms and mailer refuse it. */
  readonly email?: string
  readonly sent?: string | null
  /** A user's name, and a search that finds it or not. */
  readonly named?: string
  readonly search?: string
  readonly found?: boolean
  /** A redirect URI that is refused, and the form that the message names. */
  readonly uri?: string
  readonly wanted?: string | null
}

const ROWS: readonly Row[] = JSON.parse(readFileSync('test/world/names.json', 'utf8'))

const rowsWith = (key: keyof Row): readonly Required<Row>[] =>
  ROWS.filter((row) => row[key] !== undefined) as readonly Required<Row>[]

it.each(rowsWith('typed'))('$name: $typed', async ({ typed, same, other }) => {
  const idp = await startIdp()
  const named = same ?? other
  const isAddress = named.includes('@')
  const details = isAddress ? { email: named, email_verified: true } : {}
  const user = await readyUser(idp, isAddress ? 'unrelated' : named, details)
  const { status } = await attempt(await doorOf(idp), typed, user.password)
  expect(status).toBe(same === undefined ? 422 : 303)
  // Two accounts cannot have two spellings of one name.
  const second = await idp.portico.accounts?.invite(typedName(typed), {})
  expect(second?.outcome).toBe(same === undefined ? 'created' : 'username-taken')
  await idp.stop()
})

it.each(rowsWith('email'))('$name: $email', async ({ email, sent }) => {
  const server = await startMailServer()
  const mailer = smtpMailer({ url: server.url, from: 'id@example.com' })
  const { outcome } = await mailer.send(emailTo({ to: email }))
  expect(outcome).toBe(sent === null ? 'refused' : 'accepted')
  expect(detailIssue('email', email) === undefined).toBe(sent !== null)
  if (sent !== null) expect((await server.next()).envelope.to).toEqual([sent])
  await mailer.close?.()
})

it.each(rowsWith('named'))('$name: $search', ({ named, search, found }) =>
  expect(matcherOf(search)([named])).toBe(found),
)

const world = await startClientWorld('an embedded file')
const { admin } = await runningPanel()

it.each(rowsWith('uri'))('$name: $uri', async ({ uri, wanted }) => {
  const printed = await world.create('desk', '--redirect-uri', uri)
  const started = await startIdp({ options: { clients: [{ ...CONF, redirect_uris: [uri] }] } }).catch(
    (error: Error) => error,
  )
  const [shown] = issuesOn(await registerInPanel(admin, 'desk', { redirect_uris: uri }))
  for (const text of [printed.err, `${started}`, `${shown}`])
    expect([text, /[Ww]rite it as (\S+)/.exec(text)?.[1] ?? null]).toEqual([text, wanted])
})
