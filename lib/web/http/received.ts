import { recordedText } from '../../../policies/foreign-text.ts'
import { isPublished } from '../../../policies/parameters.ts'
import type { Deny } from '../../../policies/verdict.ts'
import type { Received } from '../../domain/audit/received.ts'
import type { RequestContext } from '../request/request-context.ts'

/** A name that nobody took for a value: those of other specifications, and of products, are words like these. */
const NAME = /^(?=.{1,30}$)[a-z]+(?:_[a-z]+)*$/
/** More than any endpoint has: the record stays small (D-G12). */
const NAMES_MAX = 40

/** What a refused request sent: three values that are no secret, and of all else the name. */
export function receivedIn({ sent, client }: RequestContext, { ref, all = [] }: Deny, at: number): Received {
  const names = [...(sent?.keys() ?? [])]
  const shown = names.filter((name) => isPublished(name) || NAME.test(name)).slice(0, NAMES_MAX)
  const value = (name: string): string | undefined => {
    const text = sent?.get(name)?.[0]
    return text ? recordedText(text) : undefined
  }
  return {
    at,
    ref,
    also: [...new Set(all.map((denial) => denial.ref))].filter((other) => other !== ref),
    clientId: value('client_id') ?? client?.clientId,
    redirectUri: value('redirect_uri') ?? value('post_logout_redirect_uri'),
    scope: value('scope'),
    names: shown,
    unnamed: names.length - shown.length,
  }
}
