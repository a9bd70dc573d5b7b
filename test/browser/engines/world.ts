/** A company's store with much data, its mail server, and three apps that are signed out in three ways. */
import { createServer } from 'node:http'
import { serverClient } from '../../../examples/server-client/app.ts'
import type { ClientInput } from '../../../lib/config/configuration.ts'
import { stoppedAtEnd } from '../../support/at-end.ts'
import { type EmailIdp, startEmailIdp } from '../../support/emails.ts'
import { closed, listening } from '../../support/listening.ts'
import { seededFolder } from '../../support/seeded-folder.ts'

const SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const
const CHANNELS = {
  atlas: (origin: string) => ({ backchannel_logout_uri: `${origin}/backchannel` }),
  // At another site, its frame gets no cookie, and without `sid` it cannot find the session.
  beacon: (origin: string) => ({ frontchannel_logout_uri: `${origin}/frontchannel` }),
  compass: () => ({}),
} as const
type AppName = keyof typeof CHANNELS

export interface World {
  /** Of the first app. */
  readonly client: ClientInput
  readonly idp: EmailIdp
  /** The URL of each app, at another site than the provider. */
  readonly apps: Readonly<Record<AppName, string>>
}

export async function startWorld(): Promise<World> {
  const { options, remove } = await seededFolder()
  stoppedAtEnd({ stop: remove })
  const made = await Promise.all((Object.keys(CHANNELS) as AppName[]).map(startApp))
  const idp = await startEmailIdp({ ...options, clients: made.map(({ client }) => client) })
  for (const { connect } of made) connect(idp.issuer)
  return {
    idp,
    client: made[0]?.client as ClientInput,
    apps: Object.fromEntries(made.map(({ name, url }) => [name, url])) as World['apps'],
  }
}

async function startApp(name: AppName) {
  let answer: ReturnType<typeof serverClient> | undefined
  const server = createServer((req, res) => answer?.(req, res))
  const origin = `http://127.0.0.1:${await listening(server)}`
  stoppedAtEnd({ close: () => closed(server) })
  const secret = `the secret of ${name}, known to its server only`
  const appName = `${name[0]?.toUpperCase()}${name.slice(1)}`
  const client: ClientInput = {
    client_id: name,
    client_name: appName,
    client_type: 'confidential',
    client_secret: secret,
    owner_email: `${name}@acme.example`,
    redirect_uris: [`${origin}/callback`],
    post_logout_redirect_uris: [`${origin}/`],
    scopes: SCOPES,
    ...CHANNELS[name](origin),
  }
  return {
    name,
    url: `${origin}/`,
    client,
    connect(issuer: string): void {
      const uris = { redirectUri: `${origin}/callback`, postLogoutRedirectUri: `${origin}/` }
      answer = serverClient({
        issuer,
        clientId: name,
        clientSecret: secret,
        ...uris,
        scopes: SCOPES.join(' '),
        appName,
      })
    },
  }
}
