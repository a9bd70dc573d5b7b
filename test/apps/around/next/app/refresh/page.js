import { headers } from 'next/headers'
import { getToken } from 'next-auth/jwt'

/** The cookie that came with this request: another one than last time, because the tokens are new each time here. */
export default async function Refresh() {
  const { refreshToken } = await getToken({ req: { headers: await headers() }, secret: process.env.AUTH_SECRET })
  const isNew = refreshToken !== globalThis.before
  globalThis.before = refreshToken
  return <p>{isNew ? 'Refreshed' : 'The same token'}</p>
}
