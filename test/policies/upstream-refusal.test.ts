import { REFERENCES, statusOf } from '../../policies/errors.ts'
import { isProviderFault, UPSTREAM_REFS, upstreamError } from '../../policies/upstream-refusal.ts'

it.each(UPSTREAM_REFS)('%s is a cause of the code that it is answered with', (ref) => {
  const error = upstreamError(ref)
  expect(REFERENCES[ref].errors).toContain(error)
  expect(statusOf(error, ref)).toBe({ invalid_request: 400, access_denied: 403, temporarily_unavailable: 503 }[error])
})

it('what a user decided, or a browser can make up, is no fault of the provider', () => {
  expect(UPSTREAM_REFS.filter((ref) => !isProviderFault(ref))).toEqual([
    'upstream_nonce',
    'upstream_state',
    'upstream_mix_up',
    'upstream_code',
    'upstream_denied',
    'upstream_claim_required',
    'upstream_user_unknown',
    'upstream_link_required',
  ])
})
