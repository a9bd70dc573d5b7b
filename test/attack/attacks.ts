/** Every attack of the campaign, in the order in which they are made. */
import * as flooding from './flooding.ts'
import * as forms from './forms.ts'
import * as guessing from './guessing.ts'
import * as headers from './headers.ts'
import * as hostile from './hostile-http.ts'
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
    'headers that protect pages and answers',
    'framing, sniffing and caching of answers, inline code in pages',
    headers.securityHeaders,
  ],
  [
    'other origins read nothing',
    'CORS requests of a foreign origin to endpoints that none may read',
    headers.foreignOrigins,
  ],
  [
    'methods that have no meaning',
    'TRACE, PUT, DELETE, PATCH and made-up methods; secrets in a query',
    headers.methods,
  ],
  [
    'tokens that nobody was given',
    'no token, garbage, made-up tokens that name a published key, unknown clients',
    tokens.tokensOfNobody,
  ],
  ['client secrets that are guessed', 'built-in, empty and odd client ids with usual secrets', guessing.clientSecrets],
  ['open redirects', 'foreign addresses in every parameter that could hold one, and in paths', redirects.openRedirects],
  [
    'addresses of the service by headers',
    'Host, Forwarded and X-Forwarded-* that name another host',
    hostile.spoofedAddresses,
  ],
  [
    'requests inside requests',
    'request smuggling: lengths and encodings that contradict each other',
    hostile.smuggledRequests,
  ],
  [
    'requests without measure',
    '100 KB of address or header, 2 MB of body, 100,000 parameters, deep JSON',
    hostile.oversized,
  ],
  ['files by their path', 'path traversal in seven spellings', hostile.pathTraversal],
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
    'by another client, without verifier or secret, for another address, twenty times at once',
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
    'a callback of panel and portal in another browser than that which began',
    tokens.foreignCallbacks,
  ],
  ['redirect URIs that look alike', '19 spellings of a registered address', redirects.redirectUris],
  [
    'forged forms of panel and portal',
    'every form there is: without its token, with that of another session, from another site',
    forms.forgedForms,
  ],
  ['forms of viewers', 'every form of the panel, sent by a viewer', forms.formsOfViewers],
  [
    'pages of others',
    'every page of panel and portal, opened by nobody and by a user without a role',
    forms.pagesOfStrangers,
  ],
  ['forged sign-in and consent', 'the same forgeries at the forms of a sign-in', forms.formsOfTheSignIn],
  [
    'a planted interaction',
    'an interaction of the attacker in the browser of the victim, and the reverse',
    forms.plantedInteraction,
  ],
  ['one consent sent five times', 'five times at once', forms.consentSentTwice],
  ['a sign-out of another site', 'links and forms to the logout endpoint', forms.forgedSignOut],
  [
    'accounts by content',
    'wrong passwords for known and unknown names and addresses: the answers, byte by byte',
    guessing.accountsByContent,
  ],
  ['accounts by time', 'the same in turn, compared by rank', guessing.accountsByTime],
  [
    'guesses from everywhere',
    '300 wrong passwords for one account from 300 IPv6 networks, and its owner beside them',
    guessing.guessesFromEverywhere,
  ],
  ['an outage locks nobody out', 'right passwords while the store is away', guessing.outageLocksOut],
  [
    'more passwords than can be hashed',
    '1,000 tries at once from ten addresses, and a known user beside them',
    guessing.hashingFlood,
  ],
  [
    'addresses inside (SSRF)',
    '21 spellings of private addresses for back-channel notices of a live client',
    redirects.insideAddresses,
  ],
  [
    'addresses in parameters (SSRF)',
    'addresses of a listening server in parameters and token headers',
    redirects.fetchedAddresses,
  ],
  ['markup of users', 'HTML in names of users and clients, on the pages that show them', texts.markupOfUsers],
  [
    'commands to the terminal',
    'escape sequences and line feeds, in the log and on the command line',
    texts.commandsToTheTerminal,
  ],
  ['a repeated request id', 'the id of a request whose explanation is kept, again', texts.repeatedRequestId],
  ['a flood that fills the store', '10,000 requests of the worst kinds from one address', flooding.fillingOfTheStore],
  ['a flood of refusals in the trail', '6,000 refusals from as many addresses', flooding.floodOfRefusals],
  ['a full store', 'a Redis without memory: revocation, sign-out, readiness', flooding.fullStore],
  [
    'secrets in the store',
    'passwords, secrets, tokens, cookies and private keys in all that the store holds',
    store.secretsAtRest,
  ],
  ['a foreign key in the store', 'a key written in place of ours and beside it, and a token of it', store.foreignKey],
  ['an altered audit trail', 'entries cut off, removed, edited, exchanged, and chained anew', store.alteredTrail],
  ['secrets in the log', 'the same secrets in all that the campaign has logged', texts.secretsInTheLog],
]

/** It compares times, and is left out where other things run. */
export const MEASURES_TIMES = 'accounts by time'

/** Takes its 25 seconds, mostly waiting: beside all others. */
export const WAITING: Attack<Target> = [
  'requests half sent',
  'requests that never end: cut off within 26 seconds',
  hostile.halfSent,
]
