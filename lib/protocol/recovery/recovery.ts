import type { LinkKind } from '../../../policies/emails.ts'
import { readForm } from '../../web/http/body.ts'
import { type Handler, notFound, singleParameters } from '../../web/request/request-context.ts'
import { showChoose, takeChoose } from './choose.ts'
import { addressPage, notMePage } from './confirm.ts'
import { showInvitation, takeInvitation } from './connect.ts'
import { showForgot, takeForgot } from './forgot.ts'
import { type LinkPage, linkBinding, showVoid } from './link-page.ts'
import type { RecoveryServices, WithEmails } from './services.ts'

const PAGES: Readonly<Record<LinkKind, LinkPage>> = {
  recovery: { show: showChoose, take: takeChoose },
  invitation: { show: showInvitation, take: takeInvitation },
  address: addressPage,
  'not-me': notMePage,
}

const isLinkKind = (text: string): text is LinkKind => Object.hasOwn(PAGES, text)

/** GET and POST /recovery/…: the form that requests an email, and the pages that emails link to (D-A6). */
export function recoveryEndpoint(services: RecoveryServices): Handler {
  return async (context) => {
    const { emailPages } = services
    if (emailPages === undefined) throw notFound()
    const request = { context, services: services as WithEmails }
    const isPost = context.req.method === 'POST'
    const form = isPost ? singleParameters(await readForm(context.req)) : new Map<string, string>()
    const { rest: kind } = context
    if (kind === '') return isPost ? takeForgot(request, form) : showForgot(request)
    if (!isLinkKind(kind)) throw notFound()
    const token = (isPost ? form.get('link') : new URLSearchParams(context.query).get('link')) ?? ''
    const link = await emailPages.links.open(kind, token)
    if (typeof link === 'string') return showVoid(request, kind, link)
    if (isPost) await services.csrf.assert(context, form, linkBinding(link))
    await PAGES[kind][isPost ? 'take' : 'show']({ ...request, link, token, form })
  }
}
