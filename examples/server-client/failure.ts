/** The user's message after a provider's refusal, with the data that its operator needs to find the request. */
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import type { Notice } from './pages.ts'

export async function noticeOf(error: unknown): Promise<Notice> {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return { tone: 'bad', text: 'You did not sign in: access was not allowed.' }
    return refused(error.error, error.error_description, error.cause.get('request_id'))
  }
  if (error instanceof ResponseBodyError)
    return refused(error.error, error.error_description, error.cause['request_id'])
  // A refusal with WWW-Authenticate, for example after a wrong secret: the library does not read its body.
  if (error instanceof WWWAuthenticateChallengeError) {
    const body: unknown = await error.response.json().catch(() => undefined)
    const { error: code, error_description, request_id } = (body ?? {}) as Readonly<Record<string, unknown>>
    return refused(typeof code === 'string' ? code : `status ${error.status}`, error_description, request_id)
  }
  return {
    tone: 'bad',
    text: 'The provider could not be asked, or its answer could not be trusted. Try again in a moment.',
  }
}

const refused = (code: string, description: unknown, requestId: unknown): Notice => ({
  tone: 'bad',
  text: `The provider refused (${code})${typeof description === 'string' ? `: ${description}` : ''}.`,
  requestId: typeof requestId === 'string' ? requestId : undefined,
})
