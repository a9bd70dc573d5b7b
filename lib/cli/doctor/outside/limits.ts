/** Checks whether the proxy passes headers and bodies as large as Portico sends and accepts. */
import { type Finding, finding } from '../../../../policies/findings.ts'
import { type DoctorProof, PROOF_HEADER } from '../../../domain/keys/doctor-proof.ts'
import { PADDING, PADDING_HEADER } from '../../../protocol/endpoints/health.ts'
import { type Ask, membersOf, type Reply, reasonOf } from './exchange.ts'

const KIB = 1024
const FORM_KIB = 40
/** Large headers, as if a browser sent several apps' cookies and a proxy added its own headers. */
const REQUEST_HEADERS = {
  Cookie: `portico_doctor=${'x'.repeat(6 * KIB)}`,
  'X-Portico-Padding': 'x'.repeat(3 * KIB),
  'X-Portico-Padding-More': 'x'.repeat(3 * KIB),
}

export async function lookAtLimits(
  ask: Ask,
  base: string,
  proof: DoctorProof,
  now: () => number,
): Promise<readonly Finding[]> {
  const live = `${base}/health/live`
  const padded = `${base}/health/ready?padding=${PADDING}`
  const [large, largeAnswer, form] = await Promise.all([
    ask(live, { headers: REQUEST_HEADERS }).catch(reasonOf),
    ask(padded, { headers: { [PROOF_HEADER]: proof.make(now()) } }).catch(reasonOf),
    ask(`${base}/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `padding=${'x'.repeat(FORM_KIB * KIB)}`,
    }).catch(reasonOf),
  ])
  return [
    !isAnswered(large, ({ status }) => status === 200) &&
      finding('request-headers-small', `a request with 12 KiB of headers got ${said(large)}`),
    !isAnswered(largeAnswer, ({ headers }) => headers[PADDING_HEADER.toLowerCase()] !== undefined) &&
      finding('response-headers-small', `a response with 6 KiB of headers became ${said(largeAnswer)}`),
    // The form does not identify a client, so Portico rejects the request with its own error.
    !isAnswered(form, (reply) => typeof membersOf(reply)['error'] === 'string') &&
      finding('body-small', `a form of ${FORM_KIB} KiB got ${said(form)}`),
  ].filter((one) => one !== false)
}

const isAnswered = (reply: Reply | string, isRight: (reply: Reply) => boolean): boolean =>
  typeof reply !== 'string' && isRight(reply)

const said = (reply: Reply | string): string => (typeof reply === 'string' ? reply : `status ${reply.status}`)
