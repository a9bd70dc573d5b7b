/** Requests with long texts that slow down a bad search, in every header and parameter of every route. */
import { ROUTES } from '../../lib/web/http/routes.ts'
import type { Message } from './http.ts'

/** Below Node's limit for request headers. */
const LONG = 14_000

const long = (unit: string): string => unit.repeat(LONG / unit.length)
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'accept-language': [`a${long(' ')}b`, long(';'), long('en-'), long('a,')],
  'user-agent': [`Version/${long('1')}`, long('Version/1 '), long('Mac OS X ')],
  accept: [`text/html${long(' ')}b`, `text/html,${long(';q=')}`],
  'accept-encoding': [`br${long(' ')}b`, long('br,')],
  authorization: [`Bearer${long(' ')}`, `Basic ${long('A')}`, `Bearer ${long('a.')}`],
  'content-type': [
    `application/x-www-form-urlencoded${long(' ')}b`,
    `application/x-www-form-urlencoded;charset=${long('"')}`,
  ],
  cookie: [long('sso_session='), long('a=b;'), `sso_lang=${long('a-')}`],
  origin: [`https://${long('a.')}b`, long('/')],
  referer: [`https://${long('a/')}b`],
  forwarded: [`for=${long(' ')}b`],
  'if-none-match': [`W/${long(' ')}b`, long('W/"a",')],
  'sec-fetch-site': [long('same-site ')],
  traceparent: [`00-${long('0')}`, long('0-')],
  'x-forwarded-for': [`1.1.1.1${long(' ')}b`, long('1.'), `[${long(':')}`],
  'x-forwarded-host': [long('a.')],
  'x-original-url': [`https://a${long('/')}`, `https://${long('a')}`],
  'x-request-id': [long('a')],
}
const PARAMETERS = `
  client_id redirect_uri scope state prompt max_age acr_values login_hint id_token_hint ui_locales claims code code_verifier refresh_token
  token client_assertion logout_token username password csrf error error_description q rd path
`
  .trim()
  .split(/\s+/)
const VALUES = [`a${long(' ')}b`, long('a.'), long('A://:'), long('%20a')].map((value) => value.slice(0, LONG / 2))

const PATHS: readonly { readonly path: string; readonly method: string }[] = [
  ...ROUTES.map(({ paths: [path = '/'], methods: [method = 'GET'] }) => ({ path: path.replace('{id}', 'x'), method })),
  { path: '/interaction/x', method: 'POST' },
  { path: '/recovery/x', method: 'POST' },
  { path: '/admin/', method: 'GET' },
  { path: '/portal/', method: 'GET' },
]

export const PUMPED: readonly (readonly [path: string, message: Message])[] = PATHS.flatMap(({ path, method }) => [
  ...Object.entries(HEADERS).flatMap(([name, values]) =>
    values.map((value): [string, Message] => [
      path,
      { method, headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', [name]: value } },
    ]),
  ),
  ...VALUES.flatMap((value): [string, Message][] =>
    method === 'GET'
      ? [0, 1].flatMap((half) =>
          PARAMETERS.map((name): [string, Message] => [
            `${path}?${name}=${encodeURIComponent(value).slice(0, LONG)}`,
            { headers: half === 0 ? {} : { accept: 'text/html' } },
          ]),
        )
      : [[path, { method, body: PARAMETERS.map((name) => [name, value.slice(0, 1_900)] as const) }]],
  ),
])
