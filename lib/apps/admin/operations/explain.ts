import { type ErrorRef, REFERENCES } from '../../../../policies/errors.ts'
import { uriDifference } from '../../../domain/audit/uri-difference.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { explainErrorRef } from '../../../protocol/endpoints/error-reference-view.tsx'
import { redirect } from '../../../web/http/responses.ts'
import { viewOf } from '../../first-party/page.ts'
import { show } from '../shell/show.ts'
import { Explain } from './explain-view.tsx'
import type { OperationsRequest } from './services.ts'

/** GET /explain/:request_id: the trace of a refused request. */
export async function showExplanation(page: OperationsRequest): Promise<void> {
  const requestId = page.parameters.id ?? ''
  const found = await page.services.explanations.find(requestId)
  if (found === undefined) {
    const [only, ...others] = await page.services.explanations.beginningWith(requestId, 2)
    if (only !== undefined && others.length === 0)
      return redirect(page.context, page.href(`/explain/${only.requestId}`))
    if (only !== undefined) return redirect(page.context, page.href(withParameters('/search', { q: requestId })))
    return show(page, 404, Explain, { requestId })
  }
  const { redirect_uri_sent: sent, redirect_uri_registered: registered } = found.facts
  const known = found.ref !== undefined && Object.hasOwn(REFERENCES, found.ref)
  await show(page, 200, Explain, {
    requestId: found.requestId,
    found: {
      ...found,
      at: new Date(found.at),
      difference:
        typeof sent === 'string' && typeof registered === 'string' ? uriDifference(sent, registered) : undefined,
      advice: known ? explainErrorRef(viewOf(page).t, found.ref as ErrorRef)?.developer.join(' ') : undefined,
      explainHref: known ? `${page.services.issuerUrl}/errors/${found.ref}` : undefined,
    },
  })
}
