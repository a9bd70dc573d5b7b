import { getToken } from '@auth/core/jwt'
import { env } from '$env/dynamic/private'

let before

/** The cookie that came with this request: another one than last time, because the tokens are new each time here. */
export async function GET({ request, locals }) {
  await locals.auth()
  const { refreshToken } = await getToken({ req: request, secret: env.AUTH_SECRET })
  const isNew = refreshToken !== before
  before = refreshToken
  return new Response(isNew ? 'Refreshed' : 'The same token')
}
