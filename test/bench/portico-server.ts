/** Portico as a package in a host, on one of the stores, without log and, by default, without limits. */
import { createPortico, type Storage, type UserDirectory } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'
import { postgresStorage } from 'portico-sso/adapters/postgres'
import { redisStorage } from 'portico-sso/adapters/redis'
import { GENEROUS_MS } from '../support/patience.ts'
import { draftOf } from '../support/registered-client.ts'
import { serve, settings } from './control.ts'
import {
  ACCESS_TOKEN_SECONDS,
  BENCH_SECRET,
  CLIENT,
  CODE_SECONDS,
  GATED_APP,
  NEVER_REACHED,
  namesake,
  PASSWORD_HASH,
  PERSON,
  registered,
  SCOPES,
  subOf,
  TRUSTED_CLIENT,
} from './fixtures.ts'

const {
  redis,
  dataFile,
  databaseUrl,
  namesakes,
  passwordHash,
  port,
  rateLimits,
  issuer,
  redirectUri = CLIENT.redirectUri,
} = settings()

/** A host's users with plain passwords: the cost of a sign-in without the hash. */
const plainDirectory: UserDirectory = {
  find: (sub) => namesake(sub.slice(subOf('').length)),
  authenticate: ({ username, password }) => (password === PERSON.password ? namesake(username) : undefined),
}

function storage(): Storage {
  if (databaseUrl !== undefined) return postgresStorage(databaseUrl, { timeoutMs: GENEROUS_MS })
  if (dataFile !== undefined) return embeddedStorage({ file: dataFile })
  return redisStorage(redis, { commandTimeoutMs: GENEROUS_MS })
}

const portico = await createPortico({
  baseUrl: issuer,
  secret: BENCH_SECRET,
  storage: storage(),
  clients: [
    registered({ ...CLIENT, redirectUri }),
    registered(TRUSTED_CLIENT),
    { client_id: GATED_APP.clientId, client_type: 'confidential', gate: { url: GATED_APP.url } },
  ],
  accounts: passwordHash
    ? [PERSON, ...namesakes.map((username) => ({ ...namesake(username), password_hash: PASSWORD_HASH }))]
    : plainDirectory,
  lifetimes: { accessToken: ACCESS_TOKEN_SECONDS, authorizationCode: CODE_SECONDS },
  rateLimits: rateLimits ? NEVER_REACHED : false,
})
const guard = portico.guard({ roles: ['editor'] })
await serve(
  portico.callback((req, res) =>
    guard(req, res, () => {
      res.setHeader('X-Let-In', 'yes').end('in')
    }),
  ),
  port,
  {
    /** Registers a client as an administrator does, because configured ones cannot be disabled. @returns its secret */
    async register(id: string) {
      const result = await portico.clients.create(draftOf(id, { environment: 'live', scopes: SCOPES }), 'bench')
      if (result.outcome !== 'done') throw new Error(`the client was not registered: ${result.outcome}`)
      return result.secret
    },
    /** Disables the client. @returns the duration in milliseconds */
    async disable(id: string) {
      const begun = performance.now()
      const { outcome } = await portico.clients.disable(id, 'bench')
      const took = performance.now() - begun
      if (outcome !== 'done') throw new Error(`the client was not disabled: ${outcome}`)
      return took
    },
    async enable(id: string) {
      const { outcome } = await portico.clients.enable(id, 'bench')
      if (outcome !== 'done') throw new Error(`the client was not enabled: ${outcome}`)
    },
  },
  () => portico.close(),
)
