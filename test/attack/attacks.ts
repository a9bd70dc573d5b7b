/** Every attack of the campaign, in the order in which they are made. */
import { fillingOfTheStore, floodOfRefusals, fullStore } from './flooding.ts'
import {
  consentSentTwice,
  forgedForms,
  forgedSignOut,
  formsOfTheSignIn,
  formsOfViewers,
  pagesOfStrangers,
  plantedInteraction,
} from './forms.ts'
import {
  accountsByContent,
  accountsByTime,
  clientSecrets,
  guessesFromEverywhere,
  hashingFlood,
  outageLocksOut,
} from './guessing.ts'
import { foreignOrigins, methods, securityHeaders } from './headers.ts'
import {
  halfSent,
  hostileParameters,
  oversized,
  pathTraversal,
  smuggledRequests,
  spoofedAddresses,
} from './hostile-http.ts'
import { fetchedAddresses, insideAddresses, openRedirects, redirectUris } from './redirects.ts'
import { alteredTrail, foreignKey, secretsAtRest } from './store.ts'
import type { OwnTarget, Target } from './target.ts'
import { commandsToTheTerminal, markupOfStrangers, markupOfUsers, repeatedRequestId, secretsInTheLog } from './texts.ts'
import {
  foreignCallbacks,
  forgedAccessTokens,
  forgedHints,
  stolenCodes,
  stolenRefreshTokens,
  tokensOfNobody,
  weakChallenges,
} from './tokens.ts'

interface Attack<T> {
  readonly name: string
  readonly tries: string
  /** Whether it compares times, which is left out where other things run. */
  readonly measures?: 'times'
  /** What holds, in a few words. @throws Weakness */
  readonly make: (target: T) => Promise<string>
}

/** By anybody who reaches the service. */
export const OF_STRANGERS: readonly Attack<Target>[] = [
  {
    name: 'headers that protect pages and answers',
    tries: 'framing, sniffing and caching of answers, inline code in pages',
    make: securityHeaders,
  },
  {
    name: 'other origins read nothing',
    tries: 'CORS requests of a foreign origin to endpoints that none may read',
    make: foreignOrigins,
  },
  {
    name: 'methods that have no meaning',
    tries: 'TRACE, PUT, DELETE, PATCH and made-up methods; secrets in a query',
    make: methods,
  },
  {
    name: 'tokens that nobody was given',
    tries: 'no token, garbage, made-up tokens that name a published key, unknown clients',
    make: tokensOfNobody,
  },
  {
    name: 'client secrets that are guessed',
    tries: 'built-in, empty and odd client ids with usual secrets',
    make: clientSecrets,
  },
  {
    name: 'open redirects',
    tries: 'foreign addresses in every parameter that could hold one, and in paths',
    make: openRedirects,
  },
  {
    name: 'addresses of the service by headers',
    tries: 'Host, Forwarded and X-Forwarded-* that name another host',
    make: spoofedAddresses,
  },
  {
    name: 'requests inside requests',
    tries: 'request smuggling: lengths and encodings that contradict each other',
    make: smuggledRequests,
  },
  {
    name: 'requests without measure',
    tries: '100 KB of address or header, 2 MB of body, 100,000 parameters, deep JSON',
    make: oversized,
  },
  { name: 'files by their path', tries: 'path traversal in seven spellings', make: pathTraversal },
  {
    name: 'arbitrary parameters',
    tries: 'hostile values under known and unknown names at every endpoint',
    make: hostileParameters,
  },
  {
    name: 'markup in parameters',
    tries: 'HTML in parameters, paths and headers that pages and errors show',
    make: markupOfStrangers,
  },
]

/** By users, clients, neighbours, and by whoever has the store: on a deployment of our own. */
export const OF_INSIDERS: readonly Attack<OwnTarget>[] = [
  {
    name: 'forged access tokens',
    tries: 'other algorithms, keys, types and contents, zero signatures, ID tokens, at userinfo and introspection',
    make: forgedAccessTokens,
  },
  { name: 'forged ID token hints', tries: 'the same as hints of a sign-out and a silent sign-in', make: forgedHints },
  {
    name: 'stolen and replayed codes',
    tries: 'by another client, without verifier or secret, for another address, twenty times at once',
    make: stolenCodes,
  },
  {
    name: 'authorization without PKCE S256',
    tries: 'no challenge, plain, implicit and hybrid response types',
    make: weakChallenges,
  },
  {
    name: 'stolen and replayed refresh tokens',
    tries: 'by another client, for more scopes, a second time',
    make: stolenRefreshTokens,
  },
  {
    name: 'callbacks of another browser',
    tries: 'a callback of panel and portal in another browser than that which began',
    make: foreignCallbacks,
  },
  { name: 'redirect URIs that look alike', tries: '19 spellings of a registered address', make: redirectUris },
  {
    name: 'forged forms of panel and portal',
    tries: 'every form there is: without its token, with that of another session, from another site',
    make: forgedForms,
  },
  { name: 'forms of viewers', tries: 'every form of the panel, sent by a viewer', make: formsOfViewers },
  {
    name: 'pages of others',
    tries: 'every page of panel and portal, opened by nobody and by a user without a role',
    make: pagesOfStrangers,
  },
  { name: 'forged sign-in and consent', tries: 'the same forgeries at the forms of a sign-in', make: formsOfTheSignIn },
  {
    name: 'a planted interaction',
    tries: 'an interaction of the attacker in the browser of the victim, and the reverse',
    make: plantedInteraction,
  },
  { name: 'one consent sent five times', tries: 'five times at once', make: consentSentTwice },
  { name: 'a sign-out of another site', tries: 'links and forms to the logout endpoint', make: forgedSignOut },
  {
    name: 'accounts by content',
    tries: 'wrong passwords for known and unknown names and addresses: the answers, byte by byte',
    make: accountsByContent,
  },
  {
    name: 'accounts by time',
    tries: 'the same in turn, compared by rank',
    measures: 'times',
    make: accountsByTime,
  },
  {
    name: 'guesses from everywhere',
    tries: '300 wrong passwords for one account from 300 IPv6 networks, and its owner beside them',
    make: guessesFromEverywhere,
  },
  { name: 'an outage locks nobody out', tries: 'right passwords while the store is away', make: outageLocksOut },
  {
    name: 'more passwords than can be hashed',
    tries: '1,000 tries at once from ten addresses, and a known user beside them',
    make: hashingFlood,
  },
  {
    name: 'addresses inside (SSRF)',
    tries: '21 spellings of private addresses for back-channel notices of a live client',
    make: insideAddresses,
  },
  {
    name: 'addresses in parameters (SSRF)',
    tries: 'addresses of a listening server in parameters and token headers',
    make: fetchedAddresses,
  },
  {
    name: 'markup of users',
    tries: 'HTML in names of users and clients, on the pages that show them',
    make: markupOfUsers,
  },
  {
    name: 'commands to the terminal',
    tries: 'escape sequences and line feeds, in the log and on the command line',
    make: commandsToTheTerminal,
  },
  {
    name: 'a repeated request id',
    tries: 'the id of a request whose explanation is kept, again',
    make: repeatedRequestId,
  },
  {
    name: 'a flood that fills the store',
    tries: '10,000 requests of the worst kinds from one address',
    make: fillingOfTheStore,
  },
  { name: 'a flood of refusals in the trail', tries: '6,000 refusals from as many addresses', make: floodOfRefusals },
  { name: 'a full store', tries: 'a Redis without memory: revocation, sign-out, readiness', make: fullStore },
  {
    name: 'secrets in the store',
    tries: 'passwords, secrets, tokens, cookies and private keys in all that the store holds',
    make: secretsAtRest,
  },
  {
    name: 'a foreign key in the store',
    tries: 'a key written in place of ours and beside it, and a token of it',
    make: foreignKey,
  },
  {
    name: 'an altered audit trail',
    tries: 'entries cut off, removed, edited, exchanged, and chained anew',
    make: alteredTrail,
  },
  { name: 'secrets in the log', tries: 'the same secrets in all that the campaign has logged', make: secretsInTheLog },
]

/** Takes its 25 seconds, mostly waiting: beside all others. */
export const WAITING: Attack<Target> = {
  name: 'requests half sent',
  tries: 'requests that never end: cut off within 26 seconds',
  make: halfSent,
}
