/** Every attack of the campaign, in the order in which they are made. */
import * as flooding from './flooding.ts'
import * as forms from './forms.ts'
import * as guessing from './guessing.ts'
import * as headers from './headers.ts'
import * as hostile from './hostile-http.ts'
import * as pictures from './pictures.ts'
import * as redirects from './redirects.ts'
import * as store from './store.ts'
import type { OwnTarget, Target } from './target.ts'
import * as texts from './texts.ts'
import * as tokens from './tokens.ts'

/** `make` gives what holds, in a few words. @throws Weakness */
type Attack<T> = readonly [name: string, tries: string, make: (target: T) => Promise<string>]

/** By anonymous clients that reach the service. */
export const OF_STRANGERS: readonly Attack<Target>[] = [
  [
    'headers that protect pages and responses',
    'framing, sniffing and caching of responses, inline code in pages',
    headers.securityHeaders,
  ],
  [
    'other origins read nothing',
    'CORS requests of another origin to endpoints that none can read',
    headers.otherOrigins,
  ],
  ['unsupported methods', 'TRACE, PUT, DELETE, PATCH and made-up methods; secrets in a query', headers.methods],
  [
    'made-up tokens',
    'no token, garbage, made-up tokens that name a published key, unknown clients',
    tokens.unissuedTokens,
  ],
  ['guessed client secrets', 'built-in, empty and odd client ids with usual secrets', guessing.clientSecrets],
  ['open redirects', 'external URLs in every parameter that could hold one, and in paths', redirects.openRedirects],
  ['host names in headers', 'Host, Forwarded and X-Forwarded-* that name another host', hostile.spoofedAddresses],
  ['request smuggling', 'lengths and encodings that contradict each other', hostile.smuggledRequests],
  ['oversized requests', '100 KB of URL or header, 2 MB of body, 100,000 parameters, deep JSON', hostile.oversized],
  ['path traversal', 'paths of files in seven spellings', hostile.pathTraversal],
  ['arbitrary parameters', 'hostile values under known and unknown names at every endpoint', hostile.hostileParameters],
  ['markup in parameters', 'HTML in parameters, paths and headers that pages and errors show', texts.markupOfStrangers],
]

/** By users, clients, neighbors, and attackers with the store: on a fresh deployment. */
export const OF_INSIDERS: readonly Attack<OwnTarget>[] = [
  [
    'forged access tokens',
    'other algorithms, keys, types and contents, zero signatures, ID tokens, at userinfo and introspection',
    tokens.forgedAccessTokens,
  ],
  ['forged ID token hints', 'the same as hints of a sign-out and a silent sign-in', tokens.forgedHints],
  [
    'stolen and replayed codes',
    'by another client, without verifier or secret, for another URI, twenty times simultaneously',
    tokens.stolenCodes,
  ],
  ['authorization without PKCE S256', 'no challenge, plain, implicit and hybrid response types', tokens.weakChallenges],
  [
    'stolen and replayed refresh tokens',
    'by another client, for more scopes, a second time',
    tokens.stolenRefreshTokens,
  ],
  [
    'callbacks of another browser',
    'a callback of panel and portal in a browser that did not begin the sign-in',
    tokens.otherCallbacks,
  ],
  ['redirect URIs that look alike', '19 spellings of a registered URI', redirects.redirectUris],
  [
    'forged forms of panel and portal',
    'every form: without its token, with the token of another session, from another site',
    forms.forgedForms,
  ],
  ['forms of viewers', 'every form of the panel, sent by a viewer', forms.formsOfViewers],
  [
    'pages without permission',
    'every page of panel and portal, opened without a session and by a user without a role',
    forms.pagesOfStrangers,
  ],
  ['forged sign-in and consent', 'the same forgeries at the forms of a sign-in', forms.formsOfTheSignIn],
  [
    'a planted interaction',
    'an interaction of the attacker in the browser of the victim, and the reverse',
    forms.plantedInteraction,
  ],
  ['one consent sent five times', 'five simultaneous submissions', forms.consentSentTwice],
  ['a sign-out of another site', 'links and forms to the logout endpoint', forms.forgedSignOut],
  [
    'accounts by content',
    'wrong passwords for known and unknown names and emails: responses compared byte by byte',
    guessing.accountsByContent,
  ],
  ['accounts by time', 'the same in turn, compared by rank', guessing.accountsByTime],
  [
    'guesses from many networks',
    '300 wrong passwords for one account from 300 IPv6 networks, while its owner signs in',
    guessing.guessesFromEverywhere,
  ],
  ['no lockout by an outage', 'right passwords while the store is away', guessing.outageLocksOut],
  [
    'more passwords than can be hashed',
    '1,000 simultaneous attempts from ten IP addresses, while a known user signs in',
    guessing.hashingFlood,
  ],
  [
    'private IP addresses (SSRF)',
    '21 spellings of private IP addresses for back-channel notices of a live client',
    redirects.insideAddresses,
  ],
  [
    'URLs in parameters (SSRF)',
    'URLs of a listening server in parameters and token headers',
    redirects.fetchedAddresses,
  ],
  ['markup of users', 'HTML in names of users and clients, on the pages that show them', texts.markupOfUsers],
  [
    'a hostile appearance',
    'pictures and CSS that run, load, read, cover or hide something, and values that are no colors, as a draft',
    pictures.hostileAppearance,
  ],
  [
    'commands to the terminal',
    'escape sequences and line feeds, in the log and on the command line',
    texts.commandsToTheTerminal,
  ],
  ['a repeated request id', 'the id of a request whose explanation is kept, again', texts.repeatedRequestId],
  [
    'a flood that fills the store',
    '10,000 requests of the worst kinds from one IP address',
    flooding.fillingOfTheStore,
  ],
  ['a flood of refusals in the audit log', '6,000 refusals from 6,000 IP addresses', flooding.floodOfRefusals],
  ['a full store', 'a Redis without memory: revocation, sign-out, readiness', flooding.fullStore],
  [
    'secrets in the store',
    'passwords, secrets, tokens, cookies and private keys in the whole store',
    store.secretsAtRest,
  ],
  ['a planted signing key', 'a key that replaces or joins the existing one, and a token of it', store.otherKey],
  ['an altered audit log', 'entries cut off, removed, edited, exchanged, and chained again', store.alteredTrail],
  ['secrets in the log', 'the same secrets in everything that the campaign logged', texts.secretsInTheLog],
]

/** It compares times, and is left out where other things run. */
export const MEASURES_TIMES = 'accounts by time'

/** Takes its 25 seconds, mostly waiting: beside all others. */
export const WAITING: Attack<Target> = [
  'incomplete requests',
  'requests that never end: cut off within 26 seconds',
  hostile.halfSent,
]
