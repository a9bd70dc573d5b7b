/** Fixtures of one entry of the audit trail, in every state. */
import type { EntryDetails } from '../../../lib/apps/admin/operations/activity-entry-facts-view.tsx'
import { ActivityEntry } from '../../../lib/apps/admin/operations/activity-entry-view.tsx'
import { FRAME as frame, HOSTILE, operations } from './fixture.ts'

const { page } = operations

const at = new Date('2026-11-21T14:00:00Z')
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const entry = {
  at,
  ok: true,
  explained: 'not-kept',
  changes: [],
  chain: { before: 'kept', hash: HASH, hashBefore: HASH, link: 'intact' },
  seal: 'intact',
} as const
const event: EntryDetails = {
  ...entry,
  event: 'sign-in.succeeded',
  client: { id: 'billing', name: 'Billing', href: '/admin/clients/billing/overview' },
  user: { id: 'u-ana', name: 'Ana Souza', href: '/admin/users/u-ana' },
  address: '192.0.2.7',
  requestId: 'aTYvEfYweclT7cJWkAZJ',
  sid: 'Xk3nTSe0bVt2N8sL0qVwq.a1B2c3D4',
  json: '{\n  "event": "sign-in.succeeded",\n  "seq": 3\n}',
}

export const ENTRY_FIXTURES = [
  page('entry', ActivityEntry, { frame: { ...frame, mayChange: false }, seq: '3', found: event }),
  page('entry-refused', ActivityEntry, {
    seq: '2',
    found: {
      ...event,
      event: 'request.refused',
      ok: false,
      user: undefined,
      sid: undefined,
      error: 'invalid_request',
      ref: 'redirect_uri_mismatch',
      cause: {
        title: 'The return address is not registered',
        href: 'https://sso.example.com/errors/redirect_uri_mismatch',
      },
      detail: HOSTILE,
      because: 'The return address is not registered',
      explained: 'kept',
      json: '{\n  "event": "request.refused",\n  "seq": 2\n}',
      chain: { before: 'missing', hash: HASH, hashBefore: undefined, link: 'broken' },
      seal: 'broken',
    },
  }),
  page('entry-change', ActivityEntry, {
    seq: '1',
    found: {
      ...entry,
      event: 'client.changed',
      who: { id: HOSTILE, name: HOSTILE },
      client: { id: 'gone', name: 'gone' },
      changes: [
        {
          field: 'redirectUris',
          label: 'Redirect URIs',
          before: ['http://localhost:4000/cb', 'https://stays.example/cb'],
          after: ['https://stays.example/cb', `https://${'long-'.repeat(40)}.example/cb`],
        },
        { field: 'odd_field', before: [], after: [HOSTILE] },
      ],
      json: JSON.stringify({ event: 'client.changed', detail: HOSTILE }, null, 2),
      chain: { before: 'first', hash: HASH, hashBefore: '', link: 'intact' },
    },
  }),
  page('entry-dropped', ActivityEntry, {
    seq: '900',
    found: {
      ...entry,
      event: 'key.rotation-asked',
      json: '{}',
      chain: { before: 'dropped', hash: HASH, hashBefore: HASH, link: 'intact' },
    },
  }),
  page('entry-unknown', ActivityEntry, { seq: HOSTILE }),
]
