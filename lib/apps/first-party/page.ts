/** Services shared by the pages of the panel and the portal. */
import { randomBytes } from 'node:crypto'
import type { User } from '../../domain/accounts/user-directory.ts'
import { recordIn, writeRecord } from '../../domain/stored-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import type { Upload } from '../../web/http/body.ts'
import { redirect } from '../../web/http/responses.ts'
import { type FormUse, takeForm } from '../../web/pages/one-time-form.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import type { Flash } from '../../web/ui/components/panel-layout.tsx'
import type { Tone } from '../../web/ui/components/text.tsx'
import type { View } from '../../web/ui/view.ts'
import type { AppSession } from './app-session.ts'

export interface PageServices {
  readonly pages: Pages
  readonly storage: { readonly records: EphemeralStore }
}

/** A request for one page of an app, with the services that its handler needs. */
export interface PageRequest<Services extends PageServices = PageServices> extends AppRequest {
  readonly services: Services
  /** Values of the path's `:name` segments. */
  readonly parameters: Readonly<Record<string, string>>
}

/** A page in an app: method, path, and handler. */
export interface AppPage<Request> {
  readonly method: 'GET' | 'POST'
  /** For example `/clients/:id/security`. A segment with a leading colon matches any single segment. */
  readonly path: string
  readonly answer: (page: Request) => Promise<void> | void
}

/** The page that matches the request, with the values of its `:name` segments; undefined if no page matches. */
export function findPage<Page extends Pick<AppPage<never>, 'method' | 'path'>>(
  pages: readonly Page[],
  { context, path }: AppRequest,
): { readonly page: Page; readonly parameters: Readonly<Record<string, string>> } | undefined {
  const method = context.req.method === 'POST' ? 'POST' : 'GET'
  for (const page of pages) {
    const parameters = page.method === method ? match(page.path, path) : undefined
    if (parameters !== undefined) return { page, parameters }
  }
  return undefined
}

function match(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/')
  const found = path.replace(/(.)\/$/, '$1').split('/')
  if (wanted.length !== found.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = found[index] ?? ''
    if (part.startsWith(':')) parameters[part.slice(1)] = decode(segment)
    else if (part !== segment) return undefined
  }
  return parameters
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Messages, language, and time for the response, for handlers that put text into props or a flash message. */
export const viewOf = ({ services, context }: PageRequest): View => services.pages.view(context)

/** A form that posts to a path in the app. @param fields hidden fields to add to the ones that every form contains */
export const formAt = (
  { href, hidden }: AppRequest,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): FormTarget => ({ action: href(path), hidden: { ...hidden, ...fields } })

/** @param at milliseconds since the epoch, or a day */
export const dateOf = (at: number | string | undefined): Date | undefined =>
  at === undefined ? undefined : new Date(at)

const FLASH_MS = 10 * 60_000
// The key contains the session and a random ID, so a crafted link cannot display text on a page.
const flashKey = ({ session }: PageRequest, id: string): string => `${session.sid} ${id.slice(0, 40)}`

/** Redirects after a form submission, so a reload repeats nothing. @param path page to show, relative to the app */
export async function redirectWithFlash(page: PageRequest, path: string, tone: Tone, text: string): Promise<void> {
  const flash: Flash = { tone, text }
  const id = randomBytes(16).toString('base64url')
  try {
    await page.services.storage.records.put(`${page.app}-flash`, flashKey(page, id), writeRecord(flash), FLASH_MS)
  } catch (error) {
    // The operation succeeded, so it must not appear to have failed just because the store has no room for the message.
    if (!(error instanceof StoreUnavailable)) throw error
    return redirect(page.context, page.href(path))
  }
  redirect(page.context, withParameters(page.href(path), { flash: id }))
}

/** Returns the flash message that the URL refers to, and removes it. */
export async function takeFlash(page: PageRequest): Promise<Flash | undefined> {
  const id = page.query.get('flash')
  if (id === null) return undefined
  return recordIn<Flash>(await page.services.storage.records.take(`${page.app}-flash`, flashKey(page, id)))
}

/** Consumes a form that can be used only once. @param about stored for later submissions of the same form */
export const takePageForm = ({ services, session, app, form }: PageRequest, about: string): Promise<FormUse> =>
  takeForm(services.storage.records, { kind: `${app}-form`, owner: session.sid }, form, about)

/** A signed-in user's request to a first-party app. */
export interface AppRequest {
  readonly app: 'panel' | 'portal'
  readonly context: RequestContext
  readonly session: AppSession
  readonly user: User
  /** Path relative to the app; `/` for the app's root. */
  readonly path: string
  readonly query: URLSearchParams
  /** The form data of a POST, after the CSRF check; empty for a GET. */
  readonly form: ReadonlyMap<string, string>
  /** All values of fields that can repeat, such as checkboxes. */
  readonly formLists: ReadonlyMap<string, readonly string[]>
  /** Files of a form with `enctype="multipart/form-data"`, which only the panel takes. */
  readonly files: Upload['files']
  /** Hidden fields that every form in the app must contain. */
  readonly hidden: Readonly<Record<string, string>>
  /** URL that starts a sign-in with account selection. */
  readonly otherAccountHref: string
  /** URL for a path in the app. */
  href(path: string): string
  /** If the sign-in is too old, redirects to a new one and returns false. Call this when a form is opened (GET). */
  assertRecentSignIn(): Promise<boolean>
  /** Whether the sign-in is recent enough for sensitive operations. If it is not, their forms are rejected. */
  isRecentSignIn(): Promise<boolean>
  /** Call this after the user verifies a new second factor. It then counts for the current session only. */
  strengthen(): Promise<void>
}
