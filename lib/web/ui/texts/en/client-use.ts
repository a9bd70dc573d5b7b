/** English texts about how a client is used: its overview, its sessions, what an act hits, and trying it out on a person. */
const plural = new Intl.PluralRules('en')
const counted = (count: number, one: string, other: string): string =>
  `${count} ${plural.select(count) === 'one' ? one : other}`

export const clientUseTexts = {
  tab: 'Overview',
  overview: {
    signIns: 'Sign-ins per day',
    signInsHint: (p: { count: number }) =>
      `Sign-ins of the last 30 days that came to their end: ${counted(p.count, 'sign-in', 'sign-ins')}.`,
    day: 'Day',
    count: 'Sign-ins',
    noneTitle: 'No sign-ins in the last 30 days',
    noneText: 'They appear here as soon as the app has exchanged its first code.',
    use: 'Use',
    lastSignIn: 'Last sign-in',
    lastRefresh: 'Last refresh',
    secretUsed: 'Secret last used',
    now: 'Signed in now',
    owner: 'Owner',
    endpoints: 'Endpoints',
    endpointsLead: 'An app needs the issuer only: it reads the others from the discovery document.',
    issuer: 'Issuer',
    discovery: 'Discovery document',
    authorize: 'Authorization',
    token: 'Token',
    userinfo: 'Userinfo',
    logout: 'Sign-out',
    registerSession: 'Session registration',
    checklist: 'Integration',
    checklistLead: 'Each step is ticked when the service sees it happen.',
    done: 'Done',
    open: 'Not seen yet',
    seen: (p: { when: string }) => `Last seen ${p.when}`,
    steps: {
      authorizedAt: 'Sends people here to sign in',
      signedInAt: 'Exchanges the code for tokens',
      userinfoAt: 'Reads userinfo',
      sessionRegisteredAt: 'Registers sessions to hear of sign-outs',
    },
    hints: {
      authorizedAt: 'Open the app and sign in. A request that is refused is in Activity, with the reason.',
      signedInAt: 'The app’s callback posts the code, with its verifier, to the token endpoint.',
      userinfoAt: 'Optional: only if the app needs more of a person than the ID token says.',
      logoutMissing: 'Optional: set a back-channel logout URI in Settings first.',
      logoutSet: 'A logout URI is set, so the app is told even if it never registers.',
    },
    refused: 'Refused requests',
  },
  reach: {
    now: (p: { people: number; sessions: number }) =>
      `${counted(p.people, 'person', 'people')}, ${counted(p.sessions, 'session', 'sessions')}`,
    atLeast: (p: { people: number; sessions: number }) =>
      `At least ${counted(p.people, 'person', 'people')}, ${counted(p.sessions, 'session', 'sessions')}`,
    signIns: (p: { count: number }) =>
      `In the last 30 days it signed people in ${counted(p.count, 'time', 'times')}. ` +
      'Whatever tokens are left of that stop working at once, on every node.',
    howCounted:
      'Counted are browser sessions. Refresh tokens that have outlived their session are not counted, and end all the same.',
  },
  sessions: {
    title: 'Active sessions',
    lead: 'People who are signed in to this client now, by browser session; the latest first.',
    first: (p: { count: number }) => `The ${p.count} latest are listed.`,
    empty: 'Nobody is signed in to it now.',
    caption: 'Active sessions of the client',
    user: 'User',
    device: 'Device',
    joined: 'Signed in to it',
    seen: 'Last seen',
    scopes: 'Scopes given',
  },
  holders: (p: { count: number }) => `${counted(p.count, 'active session holds', 'active sessions hold')} it`,
  stillHeld: (p: { count: number; name: string }) =>
    `${counted(p.count, 'active session holds', 'active sessions hold')} ${p.name}: a refresh gets invalid_scope, ` +
    'and the app must send the person to sign in again.',
  tester: {
    open: 'Test a user',
    title: 'Test a user',
    lead: 'Which claims the app would get about a person with all its allowed scopes. Nobody is signed in by it.',
    user: 'Username or subject',
    submit: 'Show claims',
    missing: 'Enter a username or a subject',
    unknown: 'No active user has this username or subject',
    allowed: 'May sign in',
    allowedText: (p: { name: string; client: string }) => `${p.name} may sign in to ${p.client}.`,
    refusedText: (p: { name: string; client: string }) =>
      `${p.name} may not sign in to ${p.client}: the host application’s access rule refuses them. ` +
      'The claims below are what they would get.',
    disabledText: (p: { client: string }) => `${p.client} is disabled: nobody can sign in to it now.`,
    userinfo: 'Userinfo',
    userinfoLead: 'As the app would read it now.',
    idToken: 'ID token',
    idTokenLead: 'Values in angle brackets are made at the sign-in.',
    scopes: 'Scopes',
  },
}
