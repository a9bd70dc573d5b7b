import { note } from '../audit/trace.ts'
import type { Person } from '../accounts/directory.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProtocolError } from '../http/protocol-error.ts'
import type { Finish, InteractionServices, OpenInteraction } from './interaction.ts'
import { demandNewPassword } from './interaction-new-password.ts'
import { completeSignIn } from './interaction-proved.ts'
import { showSignIn } from './interaction-screens.ts'

/** Judges user name and password. Every way to fail looks the same from outside (A2). */
export async function signIn(
  services: InteractionServices, exchange: Exchange, open: OpenInteraction, form: ReadonlyMap<string, string>,
  finish: Finish,
): Promise<void> {
  const username = form.get('username') ?? ''
  const password = form.get('password') ?? ''
  const remember = form.get('remember') === 'on'
  const confirm = open.person !== undefined && new URLSearchParams(exchange.query).get('as') !== 'other' && open.state.interaction.prompt.name === 'login'
  const again = (fault: Parameters<typeof showSignIn>[3]['fault']): Promise<void> =>
    showSignIn(services, exchange, open, { username, remember, confirm, ...(fault === undefined ? {} : { fault }) })
  if (username === '' || password === '') return again({ kind: username !== '' ? 'password_missing' : password !== '' ? 'username_missing' : 'both_missing' })
  const entry = await services.throttle.enter(username, exchange.address)
  if (!entry.allowed) {
    note(exchange.trace, 'sign-in', 'throttled')
    exchange.event = 'sign-in.throttled'
    return again({ kind: 'throttled', retryAfterSeconds: entry.retryAfterSeconds })
  }
  const person = await authenticate(services, username, password)
  if (person === 'unavailable') return again({ kind: 'unavailable' })
  if (person === undefined) {
    note(exchange.trace, 'sign-in', 'refused')
    exchange.event = 'sign-in.failed'
    return again({ kind: 'wrong_credentials' })
  }
  await entry.succeeded()
  const stamp = await services.people.oneTimePasswords?.stampOf(person.sub)
  if (stamp !== undefined) return demandNewPassword(services, exchange, open, { sub: person.sub, stamp, username, remember })
  note(exchange.trace, 'sign-in', 'by password')
  exchange.event = 'sign-in.succeeded'
  await completeSignIn(services, exchange, open, { person, remember }, finish)
}

async function authenticate({ people }: InteractionServices, username: string, password: string): Promise<Person | undefined | 'unavailable'> {
  try {
    return await people.authenticate({ username, password })
  } catch (fault) {
    if (fault instanceof ProtocolError && fault.status === 503) return 'unavailable'
    throw fault
  }
}
