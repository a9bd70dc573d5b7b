/** The apps of a company, as an administrator registered them one after the other. */
import type { ClientDraft } from '../../lib/domain/clients/client-draft.ts'

/** How an app is doing: what the story makes of it. */
export type Fate =
  | 'works'
  /** Sends another return address than the registered one since this morning. */
  | 'broken'
  /** Was used every day, and is not any more. */
  | 'silent'
  | 'never-used'
  /** Its secret was replaced, and one of its servers still has the old one. */
  | 'old-secret'

/** The outcome of its logout notices. */
export type Notices = 'taken' | 'host-gone' | 'fails' | 'refuses' | 'slow' | 'none'

export interface App {
  readonly draft: ClientDraft
  readonly fate: Fate
  readonly notices: Notices
  /** How often it is used, compared with the others. */
  readonly weight: number
  /** Days ago. */
  readonly createdDaysAgo: number
  /** Days ago; absent: its first secret. */
  readonly rotatedDaysAgo?: number
  /** Address of its server. */
  readonly server: string
}

type Kind = 'web' | 'browser' | 'phone'
interface Row {
  readonly name: string
  readonly kind: Kind
  readonly owner: string
  readonly weight: number
  readonly age: number
  readonly fate?: Fate
  readonly notices?: Notices
  readonly rotated?: number
  readonly development?: true
  readonly consent?: ClientDraft['consent']
}

const ROWS: readonly Row[] = [
  { name: 'Wiki', kind: 'web', owner: 'knowledge', weight: 60, age: 380, rotated: 120, notices: 'host-gone' },
  { name: 'HR Portal', kind: 'web', owner: 'people', weight: 48, age: 410, rotated: 30, notices: 'taken' },
  { name: 'CRM', kind: 'web', owner: 'sales-tools', weight: 30, age: 350, rotated: 200, fate: 'broken' },
  { name: 'Expenses', kind: 'web', owner: 'finance-it', weight: 34, age: 290, notices: 'taken', consent: 'once' },
  { name: 'Mail', kind: 'web', owner: 'workplace', weight: 70, age: 420, rotated: 60, notices: 'taken' },
  { name: 'Calendar', kind: 'browser', owner: 'workplace', weight: 52, age: 300 },
  { name: 'Chat', kind: 'phone', owner: 'workplace', weight: 58, age: 260 },
  { name: 'Git', kind: 'web', owner: 'platform', weight: 44, age: 400, rotated: 90, notices: 'taken' },
  { name: 'Build Server', kind: 'web', owner: 'platform', weight: 28, age: 330, notices: 'slow' },
  { name: 'Grafana', kind: 'web', owner: 'platform', weight: 22, age: 280, rotated: 6, fate: 'old-secret' },
  { name: 'Issue Tracker', kind: 'web', owner: 'platform', weight: 46, age: 270, notices: 'taken' },
  { name: 'Travel', kind: 'web', owner: 'people', weight: 14, age: 240, notices: 'taken', consent: 'once' },
  { name: 'Payroll', kind: 'web', owner: 'finance-it', weight: 16, age: 395, rotated: 45, notices: 'fails' },
  { name: 'Time Sheets', kind: 'browser', owner: 'finance-it', weight: 40, age: 220, consent: 'once' },
  { name: 'Learning', kind: 'web', owner: 'people', weight: 18, age: 200, notices: 'taken', consent: 'once' },
  { name: 'Room Booking', kind: 'browser', owner: 'workplace', weight: 24, age: 180 },
  { name: 'Canteen', kind: 'phone', owner: 'workplace', weight: 26, age: 160, consent: 'once' },
  { name: 'Service Desk', kind: 'web', owner: 'workplace', weight: 30, age: 310, notices: 'taken' },
  { name: 'Asset Register', kind: 'web', owner: 'workplace', weight: 8, age: 385, notices: 'refuses' },
  { name: 'Parts Catalogue', kind: 'web', owner: 'warehouse', weight: 20, age: 340, notices: 'taken' },
  { name: 'Warehouse', kind: 'web', owner: 'warehouse', weight: 26, age: 345, notices: 'taken' },
  { name: 'Warehouse Scanner', kind: 'phone', owner: 'warehouse', weight: 22, age: 150 },
  { name: 'Supplier Portal', kind: 'web', owner: 'purchasing', weight: 12, age: 210, fate: 'silent' },
  { name: 'Purchasing', kind: 'web', owner: 'purchasing', weight: 12, age: 215, notices: 'taken' },
  { name: 'Contracts', kind: 'web', owner: 'legal', weight: 9, age: 190 },
  { name: 'Signatures', kind: 'web', owner: 'legal', weight: 10, age: 170, notices: 'taken', consent: 'always' },
  { name: 'Board Papers', kind: 'web', owner: 'legal', weight: 3, age: 130 },
  { name: 'Reports', kind: 'web', owner: 'data', weight: 18, age: 250, notices: 'taken' },
  { name: 'Notebooks', kind: 'web', owner: 'data', weight: 11, age: 110 },
  { name: 'Data Catalogue', kind: 'web', owner: 'data', weight: 6, age: 95, notices: 'taken' },
  { name: 'Design Library', kind: 'browser', owner: 'design', weight: 13, age: 140 },
  { name: 'Whiteboard', kind: 'browser', owner: 'design', weight: 21, age: 120, consent: 'once' },
  { name: 'Newsroom', kind: 'web', owner: 'communications', weight: 15, age: 230, notices: 'taken' },
  { name: 'Customer Support', kind: 'web', owner: 'support', weight: 32, age: 320, notices: 'taken' },
  { name: 'Status Page', kind: 'web', owner: 'support', weight: 5, age: 100 },
  { name: 'Field Service', kind: 'phone', owner: 'support', weight: 19, age: 90 },
  { name: 'Visitor Desk', kind: 'web', owner: 'workplace', weight: 7, age: 80, notices: 'taken' },
  { name: 'Invoices', kind: 'web', owner: 'finance-it', weight: 17, age: 375, rotated: 10, notices: 'taken' },
  { name: 'Archive', kind: 'web', owner: 'legal', weight: 0, age: 60, fate: 'never-used' },
  {
    name: 'Partner Portal',
    kind: 'web',
    owner: 'sales-tools',
    weight: 0,
    age: 9,
    fate: 'never-used',
    development: true,
  },
  { name: 'CRM (next)', kind: 'web', owner: 'sales-tools', weight: 2, age: 100, development: true },
  { name: 'Mobile Sandbox', kind: 'browser', owner: 'platform', weight: 6, age: 130, development: true },
]

export const APPS: readonly App[] = ROWS.map(appOf)

function appOf(row: Row, index: number): App {
  const clientId = row.name.toLowerCase().replace(/[()]/g, '').replace(/\s+/g, '-')
  const origin = row.development === true ? `http://localhost:${4100 + index}` : `https://${clientId}.acme.example`
  const callback = row.kind === 'phone' ? `${origin}/app/signed-in` : `${origin}/callback`
  const hasNotices = row.notices !== undefined && row.kind === 'web'
  return {
    draft: {
      clientId,
      clientName: row.name,
      ownerEmail: `${row.owner}@acme.example`,
      type: row.kind === 'web' ? 'confidential' : 'public',
      environment: row.development === true ? 'development' : 'live',
      redirectUris: [callback],
      postLogoutRedirectUris: [`${origin}/`],
      ...(hasNotices ? { backchannelLogoutUri: `${origin}/backchannel-logout` } : {}),
      scopes: ['openid', 'profile', 'email', ...(row.kind === 'browser' ? [] : ['offline_access']), 'roles'],
      consent: row.consent ?? 'trusted',
    },
    fate: row.fate ?? 'works',
    notices: hasNotices ? (row.notices ?? 'none') : 'none',
    weight: row.weight,
    createdDaysAgo: row.age,
    ...(row.rotated === undefined ? {} : { rotatedDaysAgo: row.rotated }),
    server: `10.40.${Math.floor(index / 8)}.${10 + (index % 8)}`,
  }
}
