/** Fixtures of the panel's search: its page in every state. */
import { Search, type SearchHit } from '../../../lib/apps/admin/operations/search-view.tsx'
import { FRAME as frame, HOSTILE, operations } from './fixture.ts'

const { page } = operations

const at = new Date('2026-11-21T14:00:00Z')
const request: SearchHit = {
  kind: 'requests',
  label: 'k7m2-9qxd-4htn',
  detail: 'Billing',
  at,
  href: '/admin/explain/k7m2-9qxd-4htn',
}

export const SEARCH_FIXTURES = [
  page('search', Search, {
    frame: { ...frame, query: 'bil' },
    query: 'bil',
    groups: [
      {
        kind: 'users',
        hits: [
          { kind: 'users', label: 'Bill Rossi', detail: 'bill · bill@example.com', href: '/admin/users/u-bill' },
          { kind: 'users', label: HOSTILE, detail: HOSTILE, href: '/admin/users/u-2' },
        ],
        allHref: '/admin/users?q=bil',
      },
      { kind: 'clients', hits: [{ kind: 'clients', label: HOSTILE, detail: 'billing', href: '/admin/clients/b' }] },
      { kind: 'requests', hits: [request, { ...request, label: 'k7m2-9qxd-0000', detail: undefined }] },
      { kind: 'sessions', hits: [{ kind: 'sessions', label: 'Bill Rossi', href: '/admin/sessions?user=u-bill' }] },
      { kind: 'pages', hits: [{ kind: 'pages', label: 'Sessions', href: '/admin/sessions' }] },
      { kind: 'settings', hits: [{ kind: 'settings', label: 'lifetimes.accessToken', href: '/admin/settings' }] },
    ],
  }),
  page('search-not-all', Search, { query: HOSTILE, groups: [], olderHref: '/admin/activity?sid=1' }),
  page('search-nothing', Search, { query: HOSTILE, groups: [] }),
  page('search-empty', Search, { frame: { ...frame, mayChange: false }, query: '', groups: [] }),
]
