/** English texts about how a client is used: its overview, its sessions, what an operation affects, and testing a user. */
import { counter } from '../format/count.ts'

const signIns = counter('en', { one: '# sign-in', other: '# sign-ins' })
const users = counter('en', { one: '# user', other: '# users' })
const sessions = counter('en', { one: '# session', other: '# sessions' })
const times = counter('en', { one: '# time', other: '# times' })
const holding = counter('en', { one: '# active session holds', other: '# active sessions hold' })

export const clientUseTexts = {
  tab: 'Overview',
  overview: {
    signIns: 'Sign-ins per day',
    signInsHint: (p: { count: number }) => `Completed in the last 30 days: ${signIns(p.count)}.`,
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
      authorizedAt: 'Sends users here to sign in',
      signedInAt: 'Exchanges the code for tokens',
      userinfoAt: 'Reads userinfo',
      sessionRegisteredAt: 'Registers sessions, to be notified of sign-outs',
    },
    hints: {
      authorizedAt: 'Open the app and sign in. A request that is refused is in Activity, with the reason.',
      signedInAt: 'The app’s callback posts the code, with its verifier, to the token endpoint.',
      userinfoAt: 'Optional: only if the app needs more about a user than the ID token says.',
      logoutMissing: 'Optional: set a back-channel logout URI in Settings first.',
      logoutSet: 'A logout URI is set, so the app is notified even if it never registers.',
    },
    refused: 'Refused requests',
  },
  reach: {
    now: (p: { people: number; sessions: number }) => `${users(p.people)}, ${sessions(p.sessions)}`,
    atLeast: (p: { people: number; sessions: number }) => `At least ${users(p.people)}, ${sessions(p.sessions)}`,
    signIns: (p: { count: number }) =>
      `In the last 30 days it signed users in ${times(p.count)}. ` +
      'Whatever tokens are left of that stop working at once, on every node.',
    howCounted:
      'Counted are browser sessions. Refresh tokens that have outlived their session are not counted, and end all the same.',
  },
  sessions: {
    title: 'Active sessions',
    lead: 'Users who are signed in to this client now, by browser session; the latest first.',
    first: (p: { count: number }) => `The ${p.count} latest are listed.`,
    empty: 'Nobody is signed in to it now.',
    caption: 'Active sessions of the client',
    user: 'User',
    device: 'Device',
    joined: 'Signed in to it',
    seen: 'Last seen',
    scopes: 'Scopes given',
  },
  holders: (p: { count: number }) => `${holding(p.count)} it`,
  stillHeld: (p: { count: number; name: string }) =>
    `${holding(p.count)} ${p.name}: a refresh gets invalid_scope, and the app must send the user to sign in again.`,
  tester: {
    open: 'Test a user',
    title: 'Test a user',
    lead: 'Which claims the app would get about a user with all its allowed scopes. This signs nobody in.',
    user: 'Username or subject',
    submit: 'Show claims',
    missing: 'Enter a username or a subject',
    unknown: 'No active user has this username or subject',
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
