import { REFERENCES, statusOf } from '../../policies/errors.ts'
import { providerSignal, UPSTREAM_REFS, upstreamError, upstreamOutcome } from '../../policies/upstream-refusal.ts'
import { words } from '../support/words.ts'

it.each(UPSTREAM_REFS)('%s is a cause of the code that it is answered with', (ref) => {
  const error = upstreamError(ref)
  expect(REFERENCES[ref].errors).toContain(error)
  expect(statusOf(error, ref)).toBe({ invalid_request: 400, access_denied: 403, temporarily_unavailable: 503 }[error])
})

it('a user’s decision, or a value that a browser can forge, reveals nothing about the provider', () => {
  const shown = (what: ReturnType<typeof providerSignal>) => UPSTREAM_REFS.filter((ref) => providerSignal(ref) === what)
  expect(shown('nothing')).toEqual(words`upstream_nonce upstream_state upstream_mix_up upstream_code upstream_denied`)
  expect(shown('works')).toEqual(['upstream_claim_required', 'upstream_user_unknown', 'upstream_link_required'])
})

it.each([
  ['upstream_signature', 'refused'],
  ['upstream_user_unknown', 'denied'],
  ['upstream_unavailable', 'unavailable'],
] as const)('%s is measured as %s', (ref, outcome) => expect(upstreamOutcome(ref)).toBe(outcome))
