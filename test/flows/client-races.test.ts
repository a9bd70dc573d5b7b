/** Two processes register a client at the same moment: one succeeds, the other gets an error (ADM-01, ADM-03; D-C1). */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { ACCOUNTS, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Answer, send } from '../support/http.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { startNodeProcess } from '../support/logout-processes.ts'
import { inLongForm } from '../support/long-form.ts'
import { newFolder } from '../support/new-folder.ts'
import {
  clientForm,
  enterPanel,
  formTo,
  issuesOn,
  PANEL_ACCOUNTS,
  type PanelVisitor,
  secretOn,
} from '../support/panel-visitor.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { partyOf } from '../support/registered-party.ts'

const ROUNDS = inLongForm(200, 60)

describe.each(['an embedded file', 'Redis'])('two processes on %s:', (kind) => {
  let idp: Idp
  let admin: PanelVisitor
  let otherPort: number
  let csrf: string

  beforeAll(async () => {
    const file = join(newFolder(), 'portico.sqlite')
    const store = kind === 'Redis' ? { redis: (await startRedis()).url, keyPrefix: 'races:' } : { file }
    const storage = 'file' in store ? embeddedStorage(store) : patientRedis(store.redis, { keyPrefix: store.keyPrefix })
    const accounts = [...ACCOUNTS, ...PANEL_ACCOUNTS]
    const options = { secret: ROOT_SECRET, accounts, clients: [], rateLimits: false } as const
    idp = await runningIdp({ ...options, storage })
    otherPort = await freePort()
    await startNodeProcess({ issuer: idp.issuer, port: otherPort, store, options })
    admin = await enterPanel(idp)
    csrf = formTo(await admin.open('/clients'), '/sign-out').fields.csrf ?? ''
  })

  /** The same administrator sends two forms, one to each process. */
  async function race(forms: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>]): Promise<{
    readonly winner: Answer
    readonly loser: Answer
    readonly won: 0 | 1
  }> {
    const headers = {
      host: new URL(idp.issuer).host,
      cookie: admin.browser.cookies.header('/admin/clients'),
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
    }
    const answers = await Promise.all(
      [idp.port, otherPort].map((port, index) =>
        send(port, '/admin/clients', {
          headers,
          body: { csrf, form_id: randomBytes(16).toString('base64url'), ...forms[index] },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const won = answers[0]?.status === 200 ? 0 : 1
    return { winner: answers[won] as Answer, loser: answers[1 - won] as Answer, won }
  }
  const form = (id: string, uri: string) => clientForm(id, { redirect_uris: uri, post_logout_redirect_uris: '' })
  const issuesIn = (answer: Answer): readonly string[] => issuesOn({ at: 'page', url: idp.issuer, answer, forms: [] })
  const secretIn = (answer: Answer): string | undefined => secretOn({ at: 'page', url: idp.issuer, answer, forms: [] })

  it(`of two that claim one id, one gets it and the other gets an error, ${ROUNDS} times; the loser holds nothing`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = `id-${round}`
      const uris = [`https://a-${round}.example/cb`, `https://b-${round}.example/cb`] as const
      const { winner, loser, won } = await race([form(id, uris[0]), form(id, uris[1])])
      expect(issuesIn(loser)).toEqual([`Client ID “${id}” is already in use`])
      expect(secretIn(loser)).toBeUndefined()
      expect((await idp.portico.clients.find(id))?.redirectUris).toEqual([uris[won]])
      expect(await idp.portico.clients.holderOf(uris[won])).toBe(id)
      expect(await idp.portico.clients.holderOf(uris[1 - won] as string)).toBeUndefined()
      if (round % 20 > 0) continue
      expect((await partyOf(idp, id, secretIn(winner) ?? '').introspect('x')).status).toBe(200)
    }
  })

  it(`of two that claim one redirect URI, one gets it and the other gets the client that uses it, ${ROUNDS} times; the loser does not exist`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = [`one-${round}`, `two-${round}`] as const
      const uri = `https://shared-${round}.example/cb`
      const { loser, won } = await race([form(ids[0], uri), form(ids[1], uri)])
      expect(issuesIn(loser)).toEqual([
        `Already in use by The ${ids[won]} (${ids[won]}). Each redirect URI can belong to only one client`,
      ])
      expect(secretIn(loser)).toBeUndefined()
      expect(await idp.portico.clients.holderOf(uri)).toBe(ids[won])
      expect(await idp.portico.clients.find(ids[1 - won] as string)).toBeUndefined()
    }
  })
})
