/** The panel's list and search pages, for a large deployment. */
import { words } from './words.ts'

export const PANEL_BOUNDS = {
  /** A list looks through this much at most, and search asks several of them. */
  records: 10_200,
  /** A page of activity names fifty users and fifty clients at most, each with one call; the trail is read in steps. */
  calls: 160,
}
/** The pages with a bound of calls. */
export const IS_BOUND_IN_CALLS = /^\/(activity|search|explain|deliveries|keys|settings|health)/

/** A day in the middle of ninety. */
const dayAgo = (days: number, now: number): string => new Date(now - days * 86_400_000).toISOString().slice(0, 10)

export function panelPages(now: number): readonly string[] {
  const [since, until] = [dayAgo(61, now), dayAgo(60, now)]
  return [
    ...words`
      / /clients /clients?q=app-09999 /clients?q=nothing+like+it /clients?status=disabled&type=public&env=live
      /clients?cursor=app-05000 /clients?sort=-created /clients/app-00000/overview /clients/app-00000/settings
      /clients/app-00000/scopes /clients/app-00000/security /clients/app-00000/lifecycle /clients/app-00000/activity
      /clients/app-09998/activity /clients/app-00000/disable /activity /activity?group=key /activity?client=app-07777
      /activity?client=unknown /activity?user=u-000007 /activity?result=refused /activity?request_id=request-12
      /activity?before=20000 /activity?kind=changes&period=all /activity?kind=failures&period=30d /activity?kind=tokens
      /activity?q=App+1 /activity?q=192.0.2.7 /activity?q=root-of-all /activity?q=unknown+like+it /sessions
      /sessions?after=u-001000 /sessions?user=u-000007 /deliveries /deliveries?client=app-00007
      /deliveries?state=waiting /deliveries?q=App+1 /search?q=App+1 /search?q=request-77 /search?q=k7m29q
      /search?q=k7m2-9qxd-4htn /search/suggest?q=App+1 /search/suggest?q=k7m29q /keys /settings /settings?q=token
      /health
    `,
    `/activity?since=${since}&until=${until}`,
    `/activity?until=${until}&client=app-00017`,
  ]
}
