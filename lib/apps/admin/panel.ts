import { ADMIN_ROLE, checkPanelAccess } from '../../../policies/panel-access.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Services } from '../../compose/services.ts'
import { assertAllowed, ProtocolError } from '../../web/request/protocol-error.ts'
import type { AppRequest } from '../first-party/request.ts'
import { PANEL_PAGES } from './pages.ts'
import { refuseEntry, refusePage } from './shell/refused.ts'

/** A page of the panel: a method, a path, and who answers. */
export interface PanelPage {
  readonly method: 'GET' | 'POST'
  /** `/clients/:id/security`; a part that begins with a colon matches one segment. */
  readonly path: string
  readonly answer: (page: PanelRequest) => Promise<void> | void
}

export interface PanelRequest extends AppRequest {
  readonly services: Services
  /** The segments of the path that the page left open. */
  readonly parameters: Readonly<Record<string, string>>
  /** False for viewers: forms and buttons are left out, and a POST is refused before it gets here. */
  readonly mayChange: boolean
}

/** The panel: finds the page, checks the role, hands over (A3). */
export function panel(services: Services): (request: AppRequest) => Promise<void> {
  return async (request) => {
    const method = request.context.req.method === 'POST' ? 'POST' : 'GET'
    const roles = request.user.roles ?? []
    const verdict = checkPanelAccess(roles, method === 'POST')
    if (!verdict.allowed && !checkPanelAccess(roles, false).allowed) return refuseEntry(services, request, verdict)
    const asked = { ...request, services, parameters: {}, mayChange: roles.includes(ADMIN_ROLE) }
    try {
      assertAllowed(verdict)
      for (const page of PANEL_PAGES) {
        const parameters = page.method === method ? match(page.path, request.path) : undefined
        if (parameters !== undefined) return await page.answer({ ...asked, parameters })
      }
      throw new ProtocolError(deny('not_found', 'not_found'))
    } catch (fault) {
      await refusePage(asked, fault)
    }
  }
}

function match(pattern: string, path: string): Record<string, string> | undefined {
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
