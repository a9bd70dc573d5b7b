/**
 * The black-box cases that the service is measured by, group by group. A test names the cases that it shows in its title;
 * `spec-coverage.test.ts` says which are shown by none.
 */
export const CASES = {
  DISC: { about: 'discovery and JWKS', numbers: '01 02 03 04 06 08 09 10 12 13 15' },
  AUTH: {
    about: 'authorize',
    numbers: '01 02 03 04 05 08 09 11 12 13 14 16 18 19 20 21 23 24 25 26 28 30 31 32 33 38 39 40 41 43 44 47',
  },
  TOK: {
    about: 'code grant and client authentication',
    numbers: '01 02 03 04 05 06 08 09 11 12 13 15 16 17 18 19 20 22 23 26 27 28 31 33 34 35 37 38 39 41 45',
  },
  REF: { about: 'refresh grant', numbers: '01 02 03 05 08 09 10 11 12 14 16 17 18 20 23 24' },
  UI: { about: 'userinfo', numbers: '01 02 03 04 05 06 08 09 10 11 13 15' },
  INT: { about: 'introspection', numbers: '01 02 03 04 05 06 07 08 09 12 13 16' },
  REV: { about: 'revocation', numbers: '01 02 03 04 05 06 07 08 09 10 15 16' },
  LGO: {
    about: 'GET (and POST) /connect/logout, RP-initiated',
    numbers: '01 02 03 04 05 06 07 08 09 10 14 16 18 19 22 24',
  },
  CLO: { about: 'POST /connect/logout (Bearer)', numbers: '01 02 03 04 06 08 10 11' },
  FC: { about: 'front-channel', numbers: '01 02 04 06 08' },
  BC: { about: 'back-channel', numbers: '01 02 03 04 06 08 09 10 13 15 17' },
  REG: { about: '/connect/register-session', numbers: '01 02 03 07 08' },
  JWT: { about: 'token contents', numbers: '01 02 03 04 07 09 11 12' },
  SES: { about: 'login, cookies, pages', numbers: '01 02 04 06 09 10 11 13 14 17 18 19' },
  RL: { about: 'rate limits', numbers: '01 02 04 05 08 09 11 13 14 15' },
  ADM: { about: 'client lifecycle (config/admin API as exposed)', numbers: '01 02 03 04 05 06 07 11 13' },
  HTTP: { about: 'transport, logs, errors, process', numbers: '01 03 05 07 08 10 12 13' },
  REL: {
    about: 'faults of nodes, stores and others',
    numbers: '01 03 04 06 07 08 09 12 13 15 17 19 21 25 28 31 32 33',
  },
} as const satisfies Record<string, { readonly about: string; readonly numbers: string }>

export const caseIds: readonly string[] = Object.entries(CASES).flatMap(([group, { numbers }]) =>
  numbers.split(' ').map((number) => `${group}-${number}`),
)

/** Cases that a test shows without naming them: the words that stand there. */
export const SHOWN_UNNAMED: readonly { readonly id: string; readonly test: string; readonly words: string }[] = [
  {
    id: 'TOK-27',
    test: 'test/protocol/endpoints/transport.test.ts',
    words: `['/token', { method: 'GET' }, 405, 'invalid_request']`,
  },
  {
    id: 'HTTP-12',
    test: 'test/examples/reference-processes.test.ts',
    words: 'answers the request in flight, takes no other',
  },
]

/** Cases that no test shows, and why. A reason that has become untrue fails: when a test names the case, it leaves this list. */
export const WITHOUT_TEST: readonly { readonly cases: readonly string[]; readonly reason: string }[] = [
  { cases: ['AUTH-44'], reason: 'is TOK-08 under another number' },
  {
    cases: ['HTTP-13'],
    reason: 'an audit of dependencies asks a registry of packages, which no test of this project does',
  },
]
