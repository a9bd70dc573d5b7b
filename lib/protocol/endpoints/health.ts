import { type DoctorProof, PROOF_HEADER } from '../../domain/keys/doctor-proof.ts'
import type { Health } from '../../domain/seed/readiness.ts'
import { forwardedAddresses } from '../../web/http/client-address.ts'
import { UNAVAILABLE_RETRY_SECONDS } from '../../web/http/errors.ts'
import { sendJson } from '../../web/http/responses.ts'
import type { Handler, RequestContext } from '../../web/request/request-context.ts'

/** GET /health/live: only shows that the process is responding, without any other checks. */
export const liveEndpoint: Handler = (context) => sendJson(context, 200, { status: 'live' })

/** Bytes of padding in a response to `portico doctor`, to test whether proxies allow headers this large. */
export const PADDING = '6144'
export const PADDING_HEADER = 'X-Portico-Padding'

/** Headers of a request from `portico doctor` that proxies must pass on, with a part of each value. */
export const MARKED_HEADERS = { Authorization: 'Bearer portico-doctor', Cookie: 'portico_doctor=mark', Origin: 'http' }

/** A request as received by this node, for `portico doctor`. */
export type ReceivedRequest = ReturnType<typeof receivedRequest>

/**
 * GET /health/ready: a 503 lists what is missing. A client that proves possession of the root secret also gets the
 * node's name and a description of its own request as received; anonymous clients do not.
 */
export function readyEndpoint(
  health: () => Promise<Health>,
  proof: Pick<DoctorProof, 'isMade'>,
  trustProxy: number,
  now: () => number,
): Handler {
  return async (context) => {
    const { req } = context
    const { node, ...report } = await health()
    const ready = report.status === 'ready'
    const sent = req.headers[PROOF_HEADER]
    const isDoctor = typeof sent === 'string' && proof.isMade(sent, now())
    const isPadded = isDoctor && context.query === `padding=${PADDING}`
    sendJson(
      context,
      ready ? 200 : 503,
      isDoctor ? { ...report, node, seen: receivedRequest(context, trustProxy, now()) } : report,
      {
        ...(ready ? {} : { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) }),
        ...(isPadded ? { [PADDING_HEADER]: 'x'.repeat(Number(PADDING)) } : {}),
      },
    )
  }
}

function receivedRequest({ req, address }: RequestContext, trustProxy: number, time: number) {
  const proto = req.headers['x-forwarded-proto']
  return {
    host: req.headers.host ?? '',
    /** IP address that Portico treats as the client's. */
    address,
    /** IP addresses in X-Forwarded-For. */
    forwarded: forwardedAddresses(req),
    proto: typeof proto === 'string' ? proto : '',
    isEncrypted: 'encrypted' in req.socket,
    /** Names in `MARKED_HEADERS` that are missing or have another value. */
    removed: Object.entries(MARKED_HEADERS).flatMap(([name, part]) =>
      req.headersDistinct[name.toLowerCase()]?.join().includes(part) === true ? [] : [name],
    ),
    /** This node's `trustProxy` setting. */
    trustProxy,
    /** This node's clock, milliseconds since the epoch. */
    time,
  }
}
