/** The sign-in that a page of the panel requires, by its row in the table of pages. Handlers do not check it themselves. */
import { withParameters } from '../../../domain/with-parameters.ts'
import { type AdminSection, SECTIONS } from './frame-view.tsx'
import { ConfirmIdentity } from './refused-view.tsx'
import type { PanelPage, PanelRequest } from './request.ts'
import { assertMayChange, show } from './show.ts'

type Row = Pick<PanelPage<never>, 'method' | 'path' | 'signIn' | 'formAt'>

/** Why a form takes any sign-in. */
export const ONLY_ENDS = {
  any: 'it only ends what runs, in a hurry or while the store has no room for a sign-in (D-G13)',
}

/** A page with this in its query requires a recent sign-in, so that the form on it can be sent afterwards. */
const CONFIRM = 'confirm'

/**
 * A form without the sign-in that it requires gets a page and no redirect, because browsers hold redirects after a form to the form's own
 * origin.
 */
export async function askSignIn(
  page: PanelRequest,
  { method, path, signIn, formAt = path }: Row,
): Promise<'enough' | 'answered'> {
  if (method === 'GET') {
    if (signIn === 'recent') assertMayChange(page)
    const isAsked = page.query.has(CONFIRM) || signIn === 'recent'
    return !isAsked || (await page.assertRecentSignIn()) ? 'enough' : 'answered'
  }
  if (typeof signIn === 'object' || (await page.isRecentSignIn())) return 'enough'
  await show(page, 403, ConfirmIdentity, { section: sectionAt(formAt), href: confirmHref(page, formAt) })
  return 'answered'
}

/** For a page that shows more than its form. Users sign in before they type, so that nothing typed is lost. */
export async function confirmToSave(page: PanelRequest, { path, signIn }: Row): Promise<string | undefined> {
  if (signIn !== 'to-save' || !page.mayChange || (await page.isRecentSignIn())) return undefined
  return confirmHref(page, path)
}

function confirmHref({ href, parameters, context }: PanelRequest, pattern: string): string {
  const path = pattern.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''))
  return withParameters(href(path) + (context.query === '' ? '' : `?${context.query}`), { [CONFIRM]: 'identity' })
}

function sectionAt(path: string): AdminSection {
  const [, first] = path.split('/')
  return first === 'letters' ? 'deliveries' : (SECTIONS.find((section) => section === first) ?? 'overview')
}
