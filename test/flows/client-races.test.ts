/** Two processes register a client at the same moment: one has it, the other is told clearly (cases ADM-01, ADM-03; D-C1). */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { ACCOUNTS } from '../support/fixtures.ts'
import { type Answer, send } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { inLongForm } from '../support/long-form.ts'
import type { ProcessSettings } from '../support/panel-process.ts'
import {
  clientForm,
  enterPanel,
  faultsOn,
  formTo,
  PANEL_ACCOUNTS,
  type PanelVisitor,
  secretOn,
} from '../support/panel-visitor.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'

const ROUNDS = inLongForm(200, 60)
const PROGRAM = fileURLToPath(new URL('../support/panel-process.js', import.meta.url))

describe.each(['an embedded file', 'Redis'])('two processes on %s:', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-races-'))
  let redis: RedisServer | undefined
  let idp: Idp
  let admin: PanelVisitor
  let other: ChildProcess
  let otherPort: number
  let csrf: string

  beforeAll(async () => {
    if (kind === 'Redis') redis = await startRedis()
    const file = join(folder, 'portico.sqlite')
    const storage = redis === undefined ? embeddedStorage({ file }) : patientRedis(redis.url)
    idp = await startIdp({ options: { accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], clients: [], storage } })
    const settings: ProcessSettings = {
      issuer: idp.issuer,
      store: redis === undefined ? { file } : { redis: redis.url },
    }
    other = spawn(process.execPath, [PROGRAM, JSON.stringify(settings)], { stdio: ['pipe', 'pipe', 'inherit'] })
    otherPort = await new Promise<number>((resolve) =>
      other.stdout?.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    )
    admin = await enterPanel(idp)
    csrf = formTo(await admin.open('/clients'), '/sign-out').fields.csrf ?? ''
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => other.once('exit', resolve))
    other.stdin?.end()
    await ended
    await idp.stop()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The same administrator sends two forms, one to each process. */
  async function race(
    forms: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>],
  ): Promise<{ readonly winner: Answer; readonly loser: Answer; readonly won: 0 | 1 }> {
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
  const faultsIn = (answer: Answer): readonly string[] => faultsOn({ at: 'page', url: idp.issuer, answer, forms: [] })
  const secretIn = (answer: Answer): string | undefined => secretOn({ at: 'page', url: idp.issuer, answer, forms: [] })

  it(`of two that want one id, one gets it and the other hears so, ${ROUNDS} times; the loser holds nothing`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = `id-${round}`
      const uris = [`https://a-${round}.example/cb`, `https://b-${round}.example/cb`] as const
      const { winner, loser, won } = await race([form(id, uris[0]), form(id, uris[1])])
      expect(faultsIn(loser)).toEqual([`Client ID “${id}” is already used`])
      expect(secretIn(loser)).toBeUndefined()
      expect((await idp.portico.clients.find(id))?.redirectUris).toEqual([uris[won]])
      expect([
        await idp.portico.clients.holderOf(uris[won]),
        await idp.portico.clients.holderOf(uris[1 - won] as string),
      ]).toEqual([id, undefined])
      if (round % 20 > 0) continue
      const party = relyingParty(idp, {
        client_id: id,
        client_type: 'confidential',
        client_secret: secretIn(winner) ?? '',
        redirect_uris: [uris[won]],
      })
      expect((await party.introspect('x')).status).toBe(200)
    }
  })

  it(`of two that want one redirect URI, one gets it and the other hears whose it is, ${ROUNDS} times; the loser is not there`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = [`one-${round}`, `two-${round}`] as const
      const uri = `https://shared-${round}.example/cb`
      const { loser, won } = await race([form(ids[0], uri), form(ids[1], uri)])
      expect(faultsIn(loser)).toEqual([
        `Already used by The ${ids[won]} (${ids[won]}). Each redirect URI belongs to one client`,
      ])
      expect(secretIn(loser)).toBeUndefined()
      expect(await idp.portico.clients.holderOf(uri)).toBe(ids[won])
      expect(await idp.portico.clients.find(ids[1 - won] as string)).toBeUndefined()
    }
  })
})
