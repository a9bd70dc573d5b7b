/** A provider with emails, and an external provider of its users: a real one with a separate issuer. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type Printed, portico } from '../cli/portico.ts'
import { type Credentials, grantOf, person } from './actors.ts'
import { stoppedAtEnd } from './at-end.ts'
import { type Browser, type Page, type Stop, titleOf } from './browser.ts'
import { type EmailIdp, startEmailIdp } from './emails.ts'
import { CONF, ROOT_SECRET } from './fixtures.ts'
import { type Idp, startIdp } from './idp.ts'
import { newFolder } from './new-folder.ts'
import { PANEL_ACCOUNTS } from './panel-visitor.ts'
import { claimsOf, relyingParty } from './relying-party.ts'
import { buttonOf } from './upstream-visitor.ts'

const HERE = 'http://localhost:9'
/** Connectors, by the outcome for a new user. */
const FIRST_SIGN_INS = { made: 'create', joined: 'link', strict: 'deny' } as const
type ConnectorId = keyof typeof FIRST_SIGN_INS
const IDS = Object.keys(FIRST_SIGN_INS) as readonly ConnectorId[]
const SECRET = 'a-secret-of-this-connector-0123456789abcdef'

/** Users of the external provider: each test takes unused ones, because an identity belongs to one account. */
const GUESTS = Array.from({ length: 14 }, (_, index) => ({
  sub: `u-guest-${index}`,
  username: `guest-${index}`,
  password: `guest ${index} has a long password too`,
  name: `Guest ${index}`,
  email: `guest-${index}@example.com`,
  email_verified: true,
}))
export type Guest = (typeof GUESTS)[number]

export interface TwoHouses {
  readonly there: Idp
  readonly here: EmailIdp
  /** A user of the external provider who has not signed in here yet. */
  guest(): Guest
  /** The command line on the provider's store. */
  cli(...line: readonly string[]): Promise<Printed>
  /** Submits the page's form for the external provider, signs in there, and returns the callback URL. */
  goThere(browser: Browser, stop: Stop, id: ConnectorId, credentials: Credentials): Promise<string>
  /** Signs in to an app by a connector: the app's `sub`, or the last page. */
  signInBy(id: ConnectorId, credentials: Credentials): Promise<{ readonly sub: string } | { readonly page: Page }>
  stop(): Promise<void>
}

export async function startTwoHouses(): Promise<TwoHouses> {
  const guests = [...GUESTS]
  const folder = newFolder()
  const there = await startIdp({
    options: {
      accounts: GUESTS,
      clients: IDS.map((id) => ({
        client_id: `portico-${id}`,
        client_type: 'confidential' as const,
        client_secret: SECRET,
        redirect_uris: [`${HERE}/upstream/${id}/callback`],
        scopes: ['openid', 'profile', 'email'] as const,
        consent: 'trusted' as const,
      })),
    },
  })
  const login = {
    upstreams: IDS.map((id) => ({
      id,
      name: `Company ${id}`,
      issuer: there.issuer,
      client_id: `portico-${id}`,
      client_secret: SECRET,
      firstSignIn: FIRST_SIGN_INS[id],
    })),
  }
  const file = join(folder, 'portico.json')
  await writeFile(file, JSON.stringify({ login }))
  const storage = embeddedStorage({ file: join(folder, 'portico.sqlite') })
  const here = await startEmailIdp({ storage, login, accounts: PANEL_ACCOUNTS }, HERE)
  const env = { PORTICO_DATA: folder, PORTICO_SECRET: ROOT_SECRET, BASE_URL: HERE, PORTICO_CONFIG: file }

  const goThere: TwoHouses['goThere'] = async (browser, stop, id, credentials) => {
    const left = await browser.submit(stop as Page, {}, buttonOf(stop, id))
    if (left.at !== 'external') throw new Error(`stayed here: ${left.answer.status} ${titleOf(left.answer.text)}`)
    const visitor = person(there, credentials)
    return (await visitor.walk(await visitor.browser.visit(left.url))).url
  }
  return stoppedAtEnd({
    there,
    here,
    guest() {
      const guest = guests.shift()
      if (guest === undefined) throw new Error('there are no more guests')
      return guest
    },
    cli: (...line) => portico([...line, '--yes'], env),
    goThere,
    async signInBy(id, credentials) {
      const conf = relyingParty(here, CONF)
      const visitor = person(here)
      const { request, ...stop } = await visitor.open(conf)
      const back = await visitor.browser.visit(await goThere(visitor.browser, stop, id, credentials))
      if (back.at === 'page' && !back.answer.text.includes('value="allow"')) return { page: back }
      const grant = grantOf((await visitor.walk(back)).url, request)
      const { id_token: idToken } = (await conf.exchange(grant)).json() as { id_token: string }
      return { sub: String(claimsOf(idToken).sub) }
    },
    async stop() {
      await here.stop()
      await there.stop()
    },
  })
}
