/** Portico as the other files of this folder mount it: at `BASE_URL`, with one user and one app. */
import { createPortico, type Portico } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'

const USERS = [{ sub: 'u-alice', name: 'Alice Doe', email: 'alice@example.com', email_verified: true }]

export const PORT = Number(process.env['PORT'] ?? 3000)

export const startSso = (): Promise<Portico> =>
  createPortico({
    baseUrl: process.env['BASE_URL'] ?? `http://localhost:${PORT}/sso`,
    storage: embeddedStorage({ file: '.portico/portico.sqlite' }),
    accounts: {
      find: (sub) => USERS.find((user) => user.sub === sub),
      // Replace this with your password check; in this example the password is "portico".
      authenticate: ({ username, password }) => USERS.find(({ email }) => email === username && password === 'portico'),
    },
    clients: [
      {
        client_id: 'billing',
        client_type: 'confidential',
        client_secret: 'a-secret-of-32-characters-or-more',
        redirect_uris: ['http://localhost:4000/callback'],
      },
    ],
    logger: {
      info: (fields, message) => console.log(JSON.stringify({ ...fields, message })),
      warn: (fields, message) => console.warn(JSON.stringify({ ...fields, message })),
      error: (fields, message) => console.error(JSON.stringify({ ...fields, message })),
    },
  })
