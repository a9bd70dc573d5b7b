import { REFERENCES, statusOf } from '../../policies/errors.ts'
import { UPSTREAM_REFS, upstreamError } from '../../policies/upstream-refusal.ts'

it.each(UPSTREAM_REFS)('%s is a cause of the code that it is answered with', (ref) => {
  const error = upstreamError(ref)
  expect(REFERENCES[ref].errors).toContain(error)
  expect(statusOf(error, ref)).toBe({ invalid_request: 400, access_denied: 403, temporarily_unavailable: 503 }[error])
})
