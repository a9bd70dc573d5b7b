/**
 * What can be found out before a person is asked for anything: whether the client, its redirect URI and its secret are
 * what the provider knows.
 */
import { authorizationRequest } from './authorization.ts'
import type { Course } from './course.ts'
import { RaceFault } from './fault.ts'
import { judgeAnswer, redemptionOf, TOO_MANY, tokenMessage } from './token-call.ts'
import { ask } from './wire.ts'

/** @throws RaceFault */
export async function probe(course: Course): Promise<void> {
  for (const url of course.provider.tokenEndpoints) await probeClient(url, course)
  await probeRedirect(course)
}

const LIMITED = 'the provider already refuses requests for their rate (429); wait, or raise its limits for this run'

/** A code that was never issued: the refusal says whether the client was believed. */
async function probeClient(url: URL, course: Course): Promise<void> {
  const [code, verifier] = [course.random(32).toString('base64url'), course.random(32).toString('base64url')]
  const message = tokenMessage(url, redemptionOf({ code, verifier }, course), course)
  const answer = await ask(message, course.signal, 'the token endpoint')
  const outcome = judgeAnswer(answer)
  if (outcome.is === 'success')
    throw new RaceFault(
      'the token endpoint gave tokens for a code that was never issued, which no race is needed to find',
    )
  if (outcome.word === 'invalid_client')
    throw new RaceFault(
      `the provider refuses the client (invalid_client): look at --client, its secret and --auth (${course.provider.auth})`,
    )
  if (outcome.word === TOO_MANY) throw new RaceFault(LIMITED)
  if ([404, 405].includes(answer.status))
    throw new RaceFault(`there is no token endpoint at this address (${answer.status})`)
}

/** Refused to the face of the browser, the kit would never hear of it. */
async function probeRedirect(course: Course): Promise<void> {
  const url = new URL(authorizationRequest(course).address)
  const { status } = await ask({ url, headers: { accept: 'text/html' } }, course.signal, 'the authorization endpoint')
  if (status === 429) throw new RaceFault(LIMITED)
  if (status < 400) return
  throw new RaceFault(
    `the provider refuses the authorization request (${status}): is the redirect URI registered for this client, byte for byte? ` +
      `The kit uses ${course.plan.redirectUri}`,
  )
}
