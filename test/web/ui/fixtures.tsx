/**
 * Every screen in every state, with names that a hostile or merely unusual client could have. The browser tests, the
 * markup tests and the screenshots are made from this one list.
 */
import { NoAccess, SignInCancelled } from '../../../lib/apps/first-party/no-access-view.tsx'
import { ErrorList } from '../../../lib/protocol/endpoints/error-list-view.tsx'
import { ErrorReference } from '../../../lib/protocol/endpoints/error-reference-view.tsx'
import { LibraryTopic } from '../../../lib/protocol/endpoints/library-topic-view.tsx'
import {
  NotAllowed,
  SelectAccount,
  SignedIn,
  Suspended,
} from '../../../lib/protocol/interaction/button-stages-view.tsx'
import { Consent } from '../../../lib/protocol/interaction/consent-view.tsx'
import { NewPassword } from '../../../lib/protocol/interaction/new-password-view.tsx'
import { PageExpired } from '../../../lib/protocol/interaction/page-expired-view.tsx'
import type { SignInProps } from '../../../lib/protocol/interaction/sign-in-props.ts'
import { SignIn } from '../../../lib/protocol/interaction/sign-in-view.tsx'
import { LogoutConfirm } from '../../../lib/protocol/logout/confirm-view.tsx'
import { SignedOut } from '../../../lib/protocol/logout/signed-out-view.tsx'
import { SigningOut } from '../../../lib/protocol/logout/signing-out-view.tsx'
import { ErrorPage, type ErrorPageProps } from '../../../lib/web/pages/error-page-view.tsx'
import { type Assets, createAssets } from '../../../lib/web/ui/assets.ts'
import { type ColorScheme, createView, type View } from '../../../lib/web/ui/view.ts'
import { speakPseudo } from '../../support/pseudo-languages.ts'
import { ACTIVITY_FIXTURES } from './activity-fixtures.tsx'
import { CLIENT_FIXTURES } from './client-fixtures.tsx'
import { CLIENT_USE_FIXTURES } from './client-use-fixtures.tsx'
import { EMAIL_FIXTURES } from './email-fixtures.tsx'
import { ENTRY_FIXTURES } from './entry-fixtures.tsx'
import { EXPLAIN_FIXTURES } from './explain-fixtures.tsx'
import { FACTOR_FIXTURES } from './factor-fixtures.tsx'
import { ana, type Fixture, HOSTILE, hostile, ICON, ICON_FILE, LIMITS, LONG, NO_ROLE, NOW, pagesOf } from './fixture.ts'
import { GATE_FIXTURES } from './gate-fixtures.tsx'
import { OFFBOARD_FIXTURES } from './offboard-fixtures.tsx'
import { OPERATIONS_FIXTURES } from './operations-fixtures.tsx'
import { OVERVIEW_FIXTURES } from './overview-fixtures.tsx'
import { PORTAL_FIXTURES } from './portal-fixtures.tsx'
import { REVIEW_FIXTURES } from './review-fixtures.tsx'
import { SEARCH_FIXTURES } from './search-fixtures.tsx'
import { USER_FIXTURES } from './user-fixtures.tsx'

const THEME = { productName: 'Portico' }
export const ASSETS: Assets = createAssets({ mount: '', theme: THEME, files: new Map([[ICON, ICON_FILE]]) })

export function viewFor({
  locale = 'en',
  colorScheme = 'auto',
}: {
  locale?: string
  colorScheme?: ColorScheme
} = {}): View {
  return createView({
    language: locale,
    speak: speakPseudo,
    colorScheme,
    look: ASSETS.look(),
    cookiePath: '/',
    requestId: 'req_7Yq2',
    helpHref: 'https://help.example.com/',
    now: NOW,
    languages: [
      { code: 'en', label: 'English', href: '?ui_locales=en' },
      { code: 'ar', label: 'العربية', href: '?ui_locales=ar' },
    ],
  })
}

const form = { action: '/interaction/abc', hidden: { csrf: 'token-1', form_id: 'f-1' } }
const billing = { name: 'Billing', icon: ICON }
const longName = { name: LONG, development: true }

const signIn: SignInProps = {
  form,
  client: billing,
  remember: { checked: false },
  forgotHref: 'https://example.com/reset',
}
const confirm = { account: ana, username: 'ana' }
const cures = [
  {
    library: 'openid-client 6',
    cure: 'pass `nonce: randomNonce()` to `buildAuthorizationUrl`',
    version: '6.8.9',
    checked: 'tried',
  },
  { library: 'mod_auth_openidc', cure: '`OIDCPKCEMethod S256`', version: '2.4.12.3', checked: 'tried' },
  {
    library: 'Spring Security',
    version: '6.5',
    checked: 'read',
    cure: '`authorizationRequestResolver.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce())`',
  },
] as const
const failure: ErrorPageProps = {
  body: {
    error: 'invalid_request',
    error_description: 'redirect_uri is not registered for the client',
    request_id: '0192f7a4-6f0e-7c1b',
    error_ref: 'redirect_uri_mismatch',
  },
  at: NOW,
  explainHref: 'https://sso.example.com/errors/redirect_uri_mismatch',
}
const error = (name: string, code: string, description: string, more: Partial<ErrorPageProps> = {}): Fixture =>
  page(`error-${name}`, ErrorPage, {
    body: { error: code, error_description: description, request_id: '0192f7a4-6f0e-7c1b' },
    at: NOW,
    ...more,
  })

const { page, states } = pagesOf('', {}, 'interaction')

/** Scopes of a deployment, one with words that want to be markup. */
function withDeclaredScopes({ page, ...rest }: Fixture): Fixture {
  const declaredScopes = {
    groups: { label: 'See your groups', description: 'The teams that you belong to' },
    desk: { label: HOSTILE, description: HOSTILE },
    'invoices:read': { label: 'invoices:read' },
  }
  return { ...rest, page: (view) => page({ ...view, declaredScopes }) }
}

const frames = ['/frame/quick', '/frame/slow'].map((path) => `http://127.0.0.1:1${path}`)
const framed = pagesOf('', {}, { frames })

export const FIXTURES: readonly Fixture[] = [
  ...states(signIn)(SignIn, {
    'sign-in': {},
    'sign-in-hint': { username: 'ana@example.com', client: longName },
    'sign-in-wrong': { username: 'ana@example.com', remember: { checked: true }, issue: { kind: 'wrong_credentials' } },
    'sign-in-wrong-or-too-many': {
      username: 'ana@example.com',
      forgotHref: 'https://id.example.com/forgot',
      resetsByEmail: true,
      issue: { kind: 'wrong_credentials', maybe: 'too_many_tries', stuck: true },
    },
    'sign-in-providers': {
      passkeys: { optionsHref: '/options', host: 'sso.example.com' },
      remember: { checked: false },
      client: { name: 'Nextcloud', icon: ICON, development: true },
      providers: [
        { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/acme/v2.0', form },
        { name: 'Google', issuer: 'https://accounts.google.com', form },
      ],
    },
    'sign-in-only-provider': {
      only: true,
      providers: [{ name: 'Acme ID', issuer: 'https://acme.okta.com', form }],
    },
    'sign-in-empty': { issue: { kind: 'both_missing' } },
    'sign-in-throttled': { username: 'ana@example.com', issue: { kind: 'throttled', retryAfterSeconds: 720 } },
    'sign-in-unavailable': { username: 'ana@example.com', issue: { kind: 'unavailable' } },
    'sign-in-begin-again': { issue: { kind: 'begin_again' } },
    'sign-in-hostile': { username: HOSTILE, client: { name: HOSTILE }, forgotHref: 'javascript:alert(1)' },
  }),
  ...states({ form, client: billing, confirm })(SignIn, {
    'sign-in-confirm': {},
    'sign-in-confirm-change': { client: { name: 'Acme administration' }, confirm: { ...confirm, change: true } },
    'sign-in-confirm-wrong': { issue: { kind: 'wrong_credentials' } },
  }),
  page('suspended', Suspended, { form, client: billing, ended: false }),
  page('ended', Suspended, { form, client: billing, ended: true }),
  ...states({ form, client: billing, account: ana, username: 'ana' })(NewPassword, {
    'new-password': LIMITS,
    'new-password-weak': { ...LIMITS, weakness: 'listed' },
    'new-password-short': { ...LIMITS, issue: 'too_short' },
    'new-password-differs': { ...LIMITS, username: HOSTILE, words: [HOSTILE], issue: 'repeat_differs' },
  }),
  page('sign-in-cancelled', SignInCancelled, { app: 'Portico account', signInHref: '/portal/' }),
  page('sign-in-cancelled-hostile', SignInCancelled, { app: HOSTILE, signInHref: '/portal/' }),
  page('signed-in', SignedIn, { form, client: billing, account: ana }),
  ...states({ form, account: ana })(Consent, {
    consent: {
      removable: true,
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      client: { ...billing, redirectUri: 'https://billing.example.com/callback', ownerDomain: 'example.com' },
    },
    'consent-more': {
      scopes: ['roles', 'permissions', 'invoices:read'],
      grantedScopes: ['openid', 'profile'],
      client: { ...longName, redirectUri: 'http://localhost:4000/callback' },
    },
    'consent-hostile': {
      account: hostile,
      scopes: [HOSTILE],
      client: { name: HOSTILE, redirectUri: 'javascript:alert(1)', ownerDomain: HOSTILE },
    },
  }),
  withDeclaredScopes(
    page('consent-declared', Consent, {
      form,
      account: ana,
      scopes: ['openid', 'groups', 'desk', 'invoices:read'],
      client: { ...billing, redirectUri: 'https://billing.example.com/callback', ownerDomain: 'example.com' },
    }),
  ),
  page('select-account', SelectAccount, { form, client: billing, account: ana }),
  page('not-allowed', NotAllowed, { form, client: billing, account: ana, owner: 'finance-apps@example.com' }),
  page('not-allowed-ask', NotAllowed, {
    ...{ form, client: billing, account: ana, owner: 'finance-apps@example.com' },
    ask: { askedAt: undefined, issue: undefined, max: 500 },
  }),
  page('not-allowed-ask-wrong', NotAllowed, {
    ...{ form, client: { name: HOSTILE }, account: ana, owner: HOSTILE },
    ask: { askedAt: undefined, issue: { kind: 'long', reason: HOSTILE }, max: 500 },
  }),
  page('not-allowed-asked', NotAllowed, {
    ...{ form, client: billing, account: ana, owner: 'finance-apps@example.com' },
    ask: { askedAt: NOW, issue: undefined, max: 500 },
  }),
  page('not-allowed-unknown-owner', NotAllowed, { form, client: { name: HOSTILE }, account: ana }),
  ...states({ app: 'panel', otherHref: '/admin/other-account', body: NO_ROLE })(NoAccess, {
    'no-access-panel': { account: ana, accountHref: '/portal/' },
    'no-access-panel-hostile': { account: hostile },
    'no-access-gate': {
      app: 'gate',
      client: { name: 'Wiki' },
      owner: 'wiki-owners@example.com',
      account: ana,
      otherHref: '/.portico/wiki/sign-in?prompt=select_account',
      accountHref: '/portal/',
    },
    'no-access-gate-hostile': {
      app: 'gate',
      client: { name: HOSTILE },
      account: hostile,
      otherHref: '/.portico/wiki/sign-in?prompt=select_account',
    },
    'no-access-portal': { app: 'portal', otherHref: '/portal/other-account' },
  }),
  page('page-expired', PageExpired, { client: { ...billing, homeHref: 'https://billing.example.com/' } }),
  page('page-expired-no-client', PageExpired, {}),
  page('page-expired-signed-in', PageExpired, {
    client: { ...billing, homeHref: 'https://billing.example.com/' },
    signedIn: { accountHref: '/portal' },
  }),
  page('error-redirect', ErrorPage, {
    ...failure,
    received: [
      ['redirect_uri', 'https://billing.example.com/callback/?a=<b>'],
      ['client_id', 'billing'],
    ],
  }),
  error('unknown-app', 'invalid_request', 'client_id is not known', {
    body: { ...failure.body, error_ref: 'invalid_client' },
  }),
  error('app-off', 'unauthorized_client', 'the client is disabled', {
    body: { ...failure.body, error_ref: 'client_disabled' },
  }),
  error('incomplete', 'invalid_request', 'scope is missing', {
    client: { name: 'Billing', homeHref: 'https://billing.example.com/' },
    accountHref: '/portal',
  }),
  error('too-many', 'too_many_attempts', 'too many requests', { retryAfterSeconds: 42 }),
  error('service', 'server_error', 'the service could not answer'),
  error('shown-once', 'invalid_token', 'the ticket is not valid', {
    body: { ...failure.body, error_ref: 'ticket_invalid' },
    accountHref: '/portal',
  }),
  error('not-found', 'not_found', 'there is no such page or endpoint'),
  error('hostile', 'invalid_request', HOSTILE, {
    body: { error: 'invalid_request', error_description: '</script><script>alert(1)</script>', request_id: HOSTILE },
    client: { name: HOSTILE, homeHref: 'javascript:alert(1)' },
    received: [[HOSTILE, HOSTILE]],
    explainHref: 'data:text/html,<script>alert(1)</script>',
  }),
  ...states({ cures, topics: ['state', 'nonce', 'pkce'], next: ['es256'], rootHref: '/errors/' })(ErrorReference, {
    'error-reference': { errorRef: 'redirect_uri_mismatch' },
    'error-reference-plain': { errorRef: 'code_used', cures: [], topics: [], next: [] },
    'error-reference-received': {
      errorRef: 'nonce_missing',
      received: {
        at: Date.UTC(2026, 4, 3, 9, 41),
        ref: 'state_missing',
        also: ['nonce_missing', 'pkce_required'],
        clientId: 'billing',
        redirectUri: 'https://billing.example/callback/of/a/rather/long/path?tenant=north',
        scope: 'openid profile email',
        names: ['client_id', 'redirect_uri', 'response_type', 'scope'],
        unnamed: 2,
      },
    },
    'error-reference-hostile': {
      errorRef: 'parameter_missing',
      cures: [{ library: HOSTILE, cure: HOSTILE, version: HOSTILE, checked: 'read' }],
      topics: ['redirect_uri'],
      next: ['callback_without_code'],
      received: {
        at: 0,
        ref: 'parameter_missing',
        also: [],
        clientId: HOSTILE,
        redirectUri: HOSTILE,
        scope: HOSTILE,
        names: [],
        unnamed: 0,
      },
    },
  }),
  page('library-topic-es256', LibraryTopic, { topic: 'es256', cures, rootHref: '/errors/' }),
  page('library-topic-audience', LibraryTopic, { topic: 'audience', cures, rootHref: '/errors/' }),
  page('library-topic-callback', LibraryTopic, { topic: 'callback_without_code', cures, rootHref: '/errors/' }),
  page('error-list', ErrorList, { asked: 'all', topics: ['es256', 'audience'], rootHref: '/errors/' }),
  page('error-reference-unknown', ErrorList, { asked: 'unknown', topics: ['es256', 'audience'], rootHref: '/errors/' }),
  page('logout-confirm', LogoutConfirm, {
    form,
    account: ana,
    apps: ['Billing', 'Payroll'],
    remaining: ['Wiki'],
    icons: [['Wiki', ICON]],
  }),
  ...framed.states({ continueHref: '#main' })(SigningOut, {
    'signing-out': { apps: ['Billing', 'Payroll'].map((name, index) => ({ name, uri: frames[index] ?? '' })) },
    'signing-out-two-sessions': { apps: frames.map((uri) => ({ name: longName.name, uri })) },
  }),
  ...states({ apps: ['Billing'] })(SignedOut, {
    'signed-out': {
      apps: ['Billing', 'Payroll'],
      client: { ...billing, homeHref: 'https://billing.example.com/' },
      accountHref: '/portal/',
    },
    'signed-out-by-provider': {
      accountHref: '/portal/',
      provider: { name: HOSTILE, href: 'https://login.example.com/logout?client_id=portico' },
    },
    'signed-out-uncertain': {
      apps: ['Billing', 'Company Wiki'],
      unconfirmed: [
        { name: 'Nextcloud', uris: ['https://cloud.example.com/frontchannel?sid=s1'] },
        { name: HOSTILE, uris: ['javascript:alert(1)', 'https://odd.example.com/frontchannel'] },
      ],
      pending: ['Payroll'],
      notNotified: ['GitLab', HOSTILE],
      icons: [['GitLab', ICON]],
      accountHref: '/portal/',
    },
    'signed-out-everywhere': { devices: 3, client: { name: 'Acme account', homeHref: '/portal/' }, own: true },
  }),
  ...OPERATIONS_FIXTURES,
  ...OVERVIEW_FIXTURES,
  ...ACTIVITY_FIXTURES,
  ...ENTRY_FIXTURES,
  ...EXPLAIN_FIXTURES,
  ...SEARCH_FIXTURES,
  ...CLIENT_FIXTURES,
  ...GATE_FIXTURES,
  ...REVIEW_FIXTURES,
  ...CLIENT_USE_FIXTURES,
  ...PORTAL_FIXTURES,
  ...FACTOR_FIXTURES,
  ...USER_FIXTURES,
  ...OFFBOARD_FIXTURES,
  ...EMAIL_FIXTURES,
]
