/** The panel's pages about users and roles, each in every state. */
import { UserCreate } from '../../../lib/apps/admin/users/create-view.tsx'
import { UserEdit } from '../../../lib/apps/admin/users/edit-view.tsx'
import { UserEnd } from '../../../lib/apps/admin/users/end-view.tsx'
import { UserUnlink } from '../../../lib/apps/admin/users/identities-view.tsx'
import { type CheckedFile, UserImportPage } from '../../../lib/apps/admin/users/import-view.tsx'
import { UserList } from '../../../lib/apps/admin/users/list-view.tsx'
import { manyActs } from '../../../lib/apps/admin/users/many.ts'
import { ManyQuestion } from '../../../lib/apps/admin/users/many-view.tsx'
import { UserAgain, UserMissing, UserOnce } from '../../../lib/apps/admin/users/one-time-password-view.tsx'
import { UserQuestion, UserRemove } from '../../../lib/apps/admin/users/operation-view.tsx'
import { RoleList, RoleRemove } from '../../../lib/apps/admin/users/role-list-view.tsx'
import { UserRoles } from '../../../lib/apps/admin/users/roles-view.tsx'
import type { UserHead } from '../../../lib/apps/admin/users/user-props.tsx'
import { UserPage } from '../../../lib/apps/admin/users/user-view.tsx'
import { PROFILE_FIELDS } from '../../../policies/profile.ts'
import { FACTORS, NO_FACTORS } from './factor-fixtures.tsx'
import { at, type Fixture, FRAME, HELPDESK_FRAME, HOSTILE, hidden, NOW, pagesOf, VIEWER_FRAME } from './fixture.ts'

const ana: UserHead = {
  sub: '0b7c8f1e-2f51-4a43-9b6f-8f8a7e3d2c1b',
  username: 'ana',
  name: 'Ana Souza',
  email: 'ana@example.com',
  status: 'active',
  source: 'administrator',
  roles: ['sso:admin', 'editor'],
}
const bare: UserHead = { sub: 'u-bob', username: 'bob', status: 'suspended', source: 'administrator', roles: [] }
const configured: UserHead = {
  ...ana,
  sub: 'u-ops',
  username: 'ops@example.com',
  name: undefined,
  source: 'configuration',
}
const hostile: UserHead = { ...ana, sub: HOSTILE, username: HOSTILE, name: HOSTILE, email: HOSTILE, roles: [HOSTILE] }

const counts = {
  total: 60,
  counted: 60,
  groups: { 'no-two-step': 37, never: 11, inactive: 14, 'must-change': 3, invited: 2, suspended: 8 },
  secondStep: { any: 23, passkey: 20, authenticator: 9 },
}
const can = { list: true, search: true, suspend: true, roles: true, accounts: true }
const list = {
  can,
  rows: [ana, bare, configured, hostile].map((user, index) => ({
    ...user,
    ...(index === 0
      ? { lastSignIn: { at: at(20), app: { name: 'Payroll' } }, pausedUntil: NOW.getTime() + 540_000 }
      : {}),
    ...(index === 2 ? { lastSignIn: { at: at(2), app: { name: HOSTILE } } } : {}),
    groups: index === 1 ? (['must-change', 'invited', 'suspended'] as const) : [],
    secondStep: index === 0 ? (['passkey', 'authenticator'] as const) : [],
  })),
  total: 60,
  query: {},
  sorts: (column: string) => ({
    href: `/admin/users?sort=${column}`,
    now: column === 'name' ? ('ascending' as const) : undefined,
  }),
  exportHref: '/admin/users/export?format=csv',
  roles: ['sso:admin', 'sso:viewer', 'editor'],
}
const user = {
  user: ana,
  can,
  isSelf: false,
  details: {
    email: 'ana@example.com',
    name: 'Ana Souza',
    given_name: 'Ana',
    family_name: 'Souza',
    locale: 'pt-BR',
    zoneinfo: 'America/Sao_Paulo',
  },
  emailVerified: true,
  password: 'own',
  createdAt: at(1),
  changedAt: at(20),
  sessions: 2,
  apps: [{ name: 'Billing', href: '/admin/clients/billing/overview' }, { name: 'Payroll' }],
  secondStep: true,
  signIns: [
    { at: at(20), reason: 'wrong_password', count: 10, app: { name: 'Billing' }, address: '10.20.9.3', requestId: 'r' },
    { at: at(19), reason: undefined, count: 1, app: { name: HOSTILE }, address: undefined, requestId: undefined },
    { at: at(18), reason: 'second_step', count: 1, app: undefined, address: undefined, requestId: undefined },
  ],
  pauses: [],
  pendingEmail: undefined,
  recovery: 'email',
  invited: false,
  invite: { action: '/admin/users/u/invite', hidden },
  unlock: { action: '/admin/users/u/unlock', hidden },
  unlockNetwork: { action: '/admin/users/u/unlock', hidden },
  reactivate: { action: '/admin/users/u/reactivate', hidden },
  identities: [],
  factors: FACTORS,
  mayHelp: true,
} as const
const create = {
  form: { action: '/admin/users', hidden: { ...hidden, form_id: 'f' } },
  values: { username: '', name: '', email: '', other_roles: '', how: 'invite' as const },
  mayInvite: false,
  roles: { known: ['sso:admin', 'sso:viewer', 'editor'], ticked: [] },
  issues: [],
}
const once = { oneTimePassword: 'abcd-efgh-jkmn-pqrs', signInAddress: 'https://id.example.com/account/' }
const edit = {
  user: ana,
  form: { action: '/admin/users/u/edit', hidden: { ...hidden, version: 'v' } },
  fields: PROFILE_FIELDS,
  values: user.details,
  issues: [],
  zones: ['America/Sao_Paulo', 'Europe/Zurich'],
  emailVerified: true,
  conflict: false,
}
const reach = { sessions: 2, apps: 4 }
const removal = { user: ana, reach, form: { action: '/admin/users/u/remove', hidden }, wrong: false }
const question = { user: ana, reach, mayKeepPassword: true, form: { action: '/admin/users/u/act', hidden } }
const roles = {
  user: ana,
  form: { action: '/admin/users/u/roles', hidden },
  known: ['sso:viewer', 'accounting'],
  typed: '',
  end: '',
}

const many = { form: { action: '/admin/users/many', hidden }, acts: manyActs({ mayChange: true }, can) }
const theirs: readonly UserHead[] = [ana, bare, hostile].map((one) => ({ ...one, source: 'directory' }))
const hostCan = { ...can, accounts: false }
const hostList = {
  many: { ...many, acts: ['sign-out', 'suspend'] as const },
  largeHref: undefined,
  can: hostCan,
  rows: theirs.map((one) => ({ ...one, groups: [], secondStep: [] })),
  total: 50_000,
  query: {},
  roles: [],
  nextHref: '/admin/users?cursor=25',
}
const hostUser = {
  user: theirs[0] as UserHead,
  details: user.details,
  emailVerified: true,
  changedAt: at(20),
  can: hostCan,
  isSelf: false,
  sessions: 2,
  apps: user.apps,
  signIns: user.signIns,
  invite: user.invite,
  unlock: user.unlock,
  unlockNetwork: user.unlock,
  reactivate: user.reactivate,
  mayHelp: true,
}
const nothingReported = { details: {}, emailVerified: undefined, changedAt: undefined }

const { page, states } = pagesOf('users-', { frame: FRAME })

const checked: CheckedFile = {
  name: 'new-starters-2027.csv',
  header: ['E-Mail', 'Full name', 'Department', 'Roles', ''],
  columns: ['email', 'name', null, 'roles', null],
  rows: Array.from({ length: 4_998 }, (_, index) => ({
    line: index + 2,
    sub: '',
    cells: [
      ['ida.berg@example.com', 'Ida Berg', 'Sales', 'sales', ''],
      ['leo@example.com', HOSTILE, 'IT', 'it;staff', ''],
      ['mia@example.com', '', '', '', ''],
    ][index % 3] as readonly string[],
  })),
  newRoles: [
    ['finnance', 3],
    [HOSTILE, 1],
  ],
  administrators: 1,
  problems: [
    { line: 12, reason: '', code: 'exists' },
    { line: 1_204, reason: 'email: expected an email address' },
  ],
  ...{ invites: undefined, created: 0, done: 0 },
  ...{ details: ['email', 'name', 'username', 'roles'], isNamed: true },
  choose: { action: '/admin/users/import/columns', hidden },
  run: { action: '/admin/users/import/run', hidden },
}

export const USER_FIXTURES: readonly Fixture[] = [
  ...states({ ...list, many, largeHref: undefined })(UserList, {
    list: {
      counts,
      range: { from: 26, to: 29, total: 60 },
      previousHref: '/admin/users',
      nextHref: '/admin/users?cursor=50',
      largeHref: '/admin/users?size=200',
    },
    'list-viewer': { frame: VIEWER_FRAME, many: undefined, range: { from: 1, to: 4, total: 4 } },
    'list-helpdesk': {
      frame: HELPDESK_FRAME,
      many: { ...many, acts: manyActs({ mayChange: false }, can) },
      counts,
      range: { from: 1, to: 4, total: 4 },
    },
    'list-nothing': {
      rows: [],
      query: { q: HOSTILE, role: 'editor', status: 'suspended' },
      range: { from: 1, to: 0, total: 0 },
    },
    'list-empty': { rows: [], total: 0 },
    'list-huge': {
      counts: { ...counts, total: 90_000, counted: 20_000 },
      total: 90_000,
      sorts: undefined,
      nextHref: '/admin/users?cursor=x',
    },
  }),
  ...states(user)(UserPage, {
    page: {},
    'page-suspended': {
      user: bare,
      password: 'one-time',
      sessions: 0,
      factors: NO_FACTORS,
      secondStep: false,
      suspended: { by: HOSTILE, at: at(19) },
      signIns: [],
      apps: [],
      emailVerified: false,
    },
    'page-offboarded': {
      user: bare,
      password: 'none',
      sessions: 0,
      factors: NO_FACTORS,
      offboarded: { by: HOSTILE, at: at(19), href: '/admin/users/u/receipt' },
    },
    'page-planned': { offboarded: { by: HOSTILE, at: at(25), href: undefined } },
    'page-configured': {
      user: configured,
      can: { ...can, suspend: false, roles: false },
      password: 'configured',
      sessions: 1,
    },
    'page-viewer': { frame: VIEWER_FRAME, mayHelp: false },
    'page-helpdesk': { frame: HELPDESK_FRAME, user: bare },
    'page-not-searched': { signIns: [], olderSignIns: true },
    'page-hostile': { user: hostile, apps: [{ name: HOSTILE }] },
    'page-locked': {
      pauses: [
        { kind: 'password', until: at(21), count: 10, windowSeconds: 900 },
        { kind: 'second-step', until: at(18), count: 30, windowSeconds: 86_400 },
        { kind: 'email-code', until: at(20), count: 5, windowSeconds: 900 },
      ],
      pausedNetwork: { address: '10.20.9.3', until: at(21) },
      wrong: { count: 99, counted: 'at-least', lastAt: at(20), address: '10.20.9.3' },
    },
    'page-invited': {
      password: 'none',
      invited: true,
      unsent: { answer: HOSTILE, isFinal: false },
      emailsHref: '/admin/emails?user=u',
      emailVerified: false,
      pendingEmail: HOSTILE,
      recovery: 'address-not-proved',
    },
    'page-external': {
      user: { ...ana, origin: 'b' },
      can: { ...can, roles: false },
      password: 'none',
      origin: HOSTILE,
      identities: [
        { id: 'b', name: HOSTILE, subject: HOSTILE, linkedAt: at(20) },
        { id: 'c', name: 'Company C', subject: 'u-1', linkedAt: at(21) },
      ],
    },
    'page-secured': { password: 'secured' },
  }),
  page('create', UserCreate, create),
  page('create-wrong', UserCreate, {
    ...create,
    values: { username: HOSTILE, name: HOSTILE, email: 'nowhere', other_roles: HOSTILE, how: 'password' },
    roles: {
      known: ['sso:admin', ...Array.from({ length: 12 }, (_, index) => `role-${index}`), HOSTILE],
      ticked: [HOSTILE],
    },
    issues: [
      { field: 'username', code: 'username_unusable' },
      { field: 'email', code: 'email_malformed' },
      { field: 'other_roles', code: 'role_unusable' },
    ],
  }),
  page('create-invite', UserCreate, { ...create, mayInvite: true }),
  page('unlink', UserUnlink, {
    user: hostile,
    provider: HOSTILE,
    isOrigin: true,
    form: { action: '/admin/users/u/unlink?upstream=b', hidden },
  }),
  page('once-created', UserOnce, { ...once, user: ana, act: 'created' }),
  page('once-reset', UserOnce, { ...once, user: hostile, act: 'reset' }),
  page('once-no-portal', UserOnce, { ...once, user: bare, act: 'created', signInAddress: undefined }),
  page('again-created', UserAgain, { act: 'created', href: '/admin/users/u' }),
  page('again-reset', UserAgain, { act: 'reset', href: '/admin/users/u' }),
  page('again-nothing', UserAgain, { act: 'nothing', href: '/admin/users/new' }),
  page('missing', UserMissing, { id: HOSTILE }),
  ...(['suspend', 'reset', 'reset-email', 'require-password', 'sign-out'] as const).map((act) =>
    page(act, UserQuestion, { ...question, act, form: { action: `/admin/users/u/${act}`, hidden } }),
  ),
  ...states({ ...question, act: 'suspend' })(UserQuestion, {
    'reset-one-time': { act: 'reset', mayKeepPassword: false },
    'suspend-hostile': { user: hostile, reach: { sessions: 0, apps: 0 } },
    'host-user-suspend': { user: theirs[0] as UserHead },
  }),
  page('edit', UserEdit, edit),
  page('edit-conflict', UserEdit, { ...edit, conflict: true, emailVerified: false }),
  page('edit-wrong', UserEdit, {
    ...edit,
    user: hostile,
    values: { name: HOSTILE, email: HOSTILE },
    issues: [
      { field: 'name', code: 'too_long' },
      { field: 'email', code: 'email_malformed' },
    ],
  }),
  page('edit-taken', UserEdit, { ...edit, issues: [{ field: 'email', code: 'email_of_other_account' }] }),
  page('remove', UserRemove, removal),
  page('remove-wrong', UserRemove, { ...removal, user: bare, wrong: true }),
  page('remove-hostile', UserRemove, { ...removal, user: hostile }),
  ...states({ form: { action: '/admin/roles/remove', hidden } })(RoleRemove, {
    'role-remove': {
      role: 'editor',
      losing: 41,
      kept: 2,
      apps: [
        { name: 'Payroll', href: '/admin/clients/payroll/overview', losing: 29, isClosed: true },
        { name: HOSTILE, href: '/admin/clients/desk/overview', losing: 1, isClosed: false },
        { name: 'Wiki', href: '/admin/clients/wiki/overview', losing: 0, isClosed: false },
      ],
      moreApps: 3,
      form: { action: '/admin/roles/remove', hidden: { ...hidden, role: 'editor' } },
    },
    'role-remove-hostile': { role: HOSTILE, losing: 1, kept: 0, apps: [], moreApps: 0 },
    'role-remove-admin': { role: 'sso:admin', losing: 2, kept: 0, apps: [], moreApps: 0 },
  }),
  page('user-end', UserEnd, { user: ana, form: roles.form, until: undefined, planned: undefined }),
  page('user-end-set', UserEnd, {
    user: { ...ana, until: '2026-12-01T18:00:00Z' },
    form: roles.form,
    until: '2026-12-01T18:00:00Z',
    planned: { by: HOSTILE, at: new Date('2026-12-01T18:00:00Z'), href: undefined },
  }),
  page('user-end-wrong', UserEnd, {
    ...{ user: hostile, form: roles.form, until: '2026-12-01T18:00:30Z', planned: undefined },
    wrong: HOSTILE,
  }),
  page('roles', UserRoles, { ...roles, user: { ...ana, roleEnds: { editor: '2027-01-31' } } }),
  page('roles-end-wrong', UserRoles, { ...roles, typed: 'desk', end: HOSTILE, issue: 'end-unusable' }),
  page('roles-none', UserRoles, { ...roles, user: bare }),
  page('roles-wrong', UserRoles, { ...roles, user: hostile, typed: HOSTILE, issue: 'role-unusable' }),
  page('host-user-roles', UserRoles, { ...roles, user: theirs[0] as UserHead, typed: HOSTILE, issue: 'role-unusable' }),
  page('role-list', RoleList, {
    rows: [
      { role: 'sso:admin', holders: 1, opens: [] },
      { role: 'sso:viewer', holders: 0, opens: [] },
      {
        role: 'editor',
        holders: 41,
        opens: ['Payroll', HOSTILE, 'Desk', 'Wiki'].map((name) => ({ name, href: '/admin/clients/x/overview' })),
      },
      { role: HOSTILE, holders: 2, opens: [] },
    ],
  }),
  page('role-list-viewer', RoleList, { frame: VIEWER_FRAME, rows: [{ role: 'sso:admin', holders: 1, opens: [] }] }),
  page('role-list-huge', RoleList, { rows: [{ role: 'sso:admin', holders: 1, opens: [] }], counted: 2000 }),
  ...states({ users: [ana, bare, hostile], roles: undefined, wrong: false, form: many.form })(ManyQuestion, {
    'many-suspend': {
      act: 'suspend',
      users: Array.from({ length: 20 }, (_, index) => ({ ...ana, sub: `u-${index}` })),
    },
    'many-role': { act: 'add-role', roles: ['editor', HOSTILE] },
    'many-role-wrong': { act: 'remove-role', roles: ['editor'], wrong: true },
    'many-email': { act: 'reset-email' },
  }),
  ...states({
    upload: { action: '/admin/users/import', hidden },
    mayInvite: true,
    file: undefined,
  })(UserImportPage, {
    import: {},
    'import-wrong': { issue: { issue: 'not-csv', line: 1_204 } },
    'import-check': { file: checked },
    'import-check-none': { file: { ...checked, rows: checked.rows.slice(0, 2) }, mayInvite: false },
    'import-columns': { file: { ...checked, columns: ['name', 'name', null], isNamed: false, repeated: 'name' } },
    'import-progress': { file: { ...checked, invites: true, created: 3_998, done: 4_000 } },
    'import-done': { file: { ...checked, invites: true, created: 4_996, done: 4_998 } },
  }),
  ...states(hostList)(UserList, {
    'host-list': {},
    'host-list-searched': { query: { q: HOSTILE }, rows: [], total: 0, nextHref: undefined },
    'host-list-search-first': { rows: undefined, total: undefined, nextHref: undefined },
    'host-list-empty': { can: { ...hostCan, search: false }, rows: [], total: 0, nextHref: undefined },
  }),
  ...states(hostUser)(UserPage, {
    'host-user': {},
    'host-user-read-only': {
      ...nothingReported,
      user: theirs[2] as UserHead,
      can: { ...hostCan, suspend: false, roles: false },
    },
  }),
]
