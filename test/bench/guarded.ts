/** Pages of the host and a gated app: Portico's cost per request. */
import type { Page } from '../support/browser.ts'
import { gatedVisitor } from '../support/gated-visitor.ts'
import { remote } from '../support/logout-processes.ts'
import { type Answer, getRequest } from './connection.ts'
import { GATED_APP, PERSON } from './fixtures.ts'
import { everyLane } from './load.ts'
import type { Operation } from './operations.ts'
import type { Party } from './parties.ts'
import { browserAt } from './sign-in.ts'

/** One signed-in user: a page and its resources come over many connections. */
function operation(name: string, request: (party: Party) => Promise<Buffer>, mark: RegExp): Operation {
  const requests = new WeakMap<Party, Promise<Buffer>>()
  const take = ({ status, head }: Answer): void => {
    if (status !== 200 || !mark.test(head)) throw new Error(`${name}: another answer than expected: ${head}`)
  }
  return {
    name,
    count: 8_000,
    async prepare(party) {
      const known = requests.get(party) ?? request(party)
      requests.set(party, known)
      const bytes = await known
      return everyLane(() => ({ next: () => bytes, take }))
    },
  }
}

export const GUARDED: readonly Operation[] = [
  operation(
    'guarded request',
    async (party) => {
      const browser = browserAt(party)
      const page = (await browser.visit(`${party.issuer}/guarded`)) as Page
      await browser.submit(page, { username: PERSON.username, password: PERSON.password })
      return getRequest(party.port, '/guarded', { Cookie: browser.cookies.header('/') ?? '' })
    },
    /\r\nx-let-in: yes/i,
  ),
  operation(
    'gate',
    async (party) => {
      const visitor = gatedVisitor(remote(party), GATED_APP)
      const { status } = await visitor.enter('/', PERSON)
      if (status !== 200) throw new Error(`the gate answered ${status}`)
      return getRequest(party.port, `/gate?app=${GATED_APP.clientId}`, { Cookie: visitor.cookies.header('/') ?? '' })
    },
    /\r\nremote-user: alice/i,
  ),
]
