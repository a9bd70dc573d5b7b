/** English texts of the panel's pages for operators: overview, activity, deliveries, sessions, keys, settings. */
const plural = new Intl.PluralRules('en')
const number = new Intl.NumberFormat('en')
const count = (n: number, one: string, other: string): string => `${number.format(n)} ${plural.select(n) === 'one' ? one : other}`

export const operationsTexts = {
  overview: {
    title: 'Overview',
    signIns: 'Sign-ins today', people: 'People signed in now', tokenErrors: 'Token errors today',
    failedDeliveries: 'Failed logout deliveries, 24 hours',
    more: (p: { difference: number }) => (p.difference === 0 ? 'As many as yesterday' : p.difference > 0 ? `${p.difference} more than yesterday` : `${-p.difference} fewer than yesterday`),
    perDay: 'Sign-ins per day', perDayHint: (p: { days: number }) => `Sign-ins of the last ${p.days} days, and those that were refused.`,
    succeeded: 'Signed in', refused: 'Refused', day: 'Day',
    byCode: 'Errors by code', byCodeHint: (p: { days: number }) => `Errors of the last ${p.days} days, by code.`, code: 'Code', number: 'Number',
    topClients: 'Most used clients', client: 'Client', empty: 'No sign-ins yet', emptyHint: 'Create your first client and sign in to it.', create: 'Create a client',
  },
  attention: {
    title: 'Needs attention', none: 'Nothing needs attention.', further: 'Look further',
    looked: (p: { count: number; total: number }) => `Looked at ${number.format(p.count)} of ${number.format(p.total)} clients so far.`,
    places: { 'key-overdue': 'Signing keys', 'store-forgets': 'Store' },
    reasons: {
      'http-for-long': 'In development for more than 90 days, with an address that uses http.',
      'secret-unused': 'Its secret was not used since it was created, more than a week ago.',
      'secret-old': 'Its secret is older than a year. Rotate it.',
      'deliveries-fail': 'More than five logout notifications failed in the last 24 hours.',
      'key-overdue': 'The current key has been signing for too long: the rotation does not happen.',
      'store-forgets': 'The store is in memory: everything is lost when the process ends.',
    },
  },
  clock: {
    title: 'Clock', inStep: 'In step with the store', differs: 'Differs from the store',
    ahead: (p: { seconds: number; tolerance: number }) =>
      `The clock of this node is ${count(p.seconds, 'second', 'seconds')} ahead of the store’s. Beyond ${p.tolerance} seconds, other nodes take tokens that this one has just issued as inactive.`,
    behind: (p: { seconds: number; tolerance: number }) =>
      `The clock of this node is ${count(p.seconds, 'second', 'seconds')} behind the store’s. Beyond ${p.tolerance} seconds, this node takes tokens that others have just issued as inactive.`,
  },
  activity: {
    title: 'Activity', lead: 'Every sign-in, refusal and administrative act. Entries are chained, so that an edit or a gap is found.',
    caption: 'Activity', when: 'When', what: 'What', who: 'Who', client: 'Client', user: 'User', from: 'From', result: 'Result', request: 'Request',
    group: 'Kind', anyGroup: 'All kinds', anyResult: 'All results', since: 'From day', until: 'To day', filter: 'Filter', exportAll: 'Export as NDJSON',
    groups: { 'sign-in': 'Sign-ins', consent: 'Consents', code: 'Codes', token: 'Tokens', request: 'Refused requests', logout: 'Logouts', client: 'Clients', key: 'Signing keys', delivery: 'Deliveries', account: 'Accounts' },
    empty: 'No activity yet', emptyFiltered: 'Nothing matches these filters', chain: (p: { entries: number }) => `The chain is intact: ${count(p.entries, 'entry', 'entries')}.`,
    notYet: 'Nothing among the entries looked through so far. Older ones may match.', older: 'Look further back',
    chainPart: (p: { entries: number; of: number }) =>
      `The newest ${number.format(p.entries)} of ${number.format(p.of)} entries are intact. “portico audit verify” goes through all of them.`,
    broken: (p: { seq: number }) => `The chain is broken at entry ${p.seq}. Entries were edited or removed in the store.`, verify: 'Check the chain',
    sinceWrong: 'From day must be a day that exists, written like 2026-01-31',
    untilWrong: 'To day must be a day that exists, written like 2026-01-31',
  },
  entry: {
    title: (p: { seq: string }) => `Entry ${p.seq}`, unknown: 'There is no such entry', unknownHint: 'Entries are kept for a limited time, the oldest go first.',
    facts: 'What happened', event: 'Event', when: 'When', result: 'Result', error: 'Error', cause: 'Cause', detail: 'Detail', who: 'Done by', client: 'Client', user: 'User', from: 'From', request: 'Request ID', sid: 'Session (sid)',
    related: 'What belongs to it', explanation: 'Why this request was refused', sameRequest: 'Everything in this request', sameSession: 'Everything in this session', sameClient: 'Everything about this client', sameUser: 'Everything about this user',
    changes: 'What was changed', field: 'Field', before: 'Before', after: 'After',
    fields: { username: 'Username', roles: 'Roles', permissions: 'Permissions', name: 'Name', given_name: 'Given name', family_name: 'Family name', email: 'Email', email_verified: 'Email proved', locale: 'Language', zoneinfo: 'Time zone', second_factor: 'Second step', secretCreatedAt: 'Secret made' },
    whole: 'The whole entry', json: 'Entry as JSON',
    chain: 'Place in the chain', chainHint: 'The hash is SHA-256 over the previous hash, the position, the time and the stored text of the entry.',
    hash: 'Hash of this entry', previous: 'Previous hash', previousEntry: (p: { seq: string }) => `Entry ${p.seq} comes before it`,
    first: 'Nothing comes before it: this is the first entry of all.', dropped: 'The entry before it was too old to be kept; its hash stays.', missing: 'The entry before it is missing.',
    intact: 'The hash fits.', broken: 'The hash does not fit: this entry or the one before it was edited or removed in the store.',
  },
  explain: {
    title: (p: { id: string }) => `Request ${p.id}`, unknown: 'Nothing is known of this request', unknownHint: 'Only refused requests are kept, and for seven days.',
    endpoint: 'Endpoint', status: 'Status', error: 'Error', cause: 'Cause', detail: 'Detail', from: 'From', when: 'When', client: 'Client', user: 'User',
    steps: 'What was checked', difference: 'The two addresses', sent: 'Sent', registered: 'Registered', legend: 'Marked characters differ.', advice: 'What to do', related: 'Activity of this request',
  },
  deliveries: {
    title: 'Logout deliveries', lead: 'Back-channel logout notifications: each try is kept.',
    caption: 'Logout deliveries', client: 'Client', user: 'User', state: 'State', tries: 'Tries', last: 'Last answer', next: 'Next try', created: 'Created', retry: 'Retry now', retryOf: (p: { client: string }) => `Retry ${p.client} now`,
    states: { held: 'Held', due: 'Retrying', leased: 'On its way', delivered: 'Delivered', failed: 'Failed', dropped: 'Skipped' },
    empty: 'No logouts sent yet', emptyHint: 'They appear here when a session with a back-channel client ends.',
    retried: 'The notification is on its way.', gone: 'This delivery is not there any more.', noAnswer: 'No answer',
    test: (p: { client: string }) => `Send ${p.client} a test`,
    testHint: 'Sends one logout token for a session that does not exist, and says how the app took it.',
    tested: (p: { client: string; answer: string }) => `${p.client} took the test: ${p.answer}.`,
    testFailed: (p: { client: string; answer: string }) => `${p.client} did not take the test: ${p.answer}.`,
    noChannel: (p: { client: string }) => `${p.client} has no back-channel logout URI.`, anyState: 'All states', filter: 'Filter',
    emptyFiltered: 'No delivery matches these filters',
    notYet: 'None among the deliveries looked through so far. Older ones may match.', older: 'Look further back',
    testBadge: 'Test',
    reasons: {
      'address not allowed': 'address not allowed', 'not an http address': 'not an http address', 'no signing key': 'no signing key',
      timeout: 'timeout', 'connection failed': 'connection failed', fault: 'fault', 'the client was removed': 'the client was removed',
      'the client is disabled': 'the client is disabled',
      'the client has no back-channel address any more': 'the client has no back-channel address any more',
    },
    took: (p: { ms: number }) => `${p.ms} ms`,
  },
  sessions: {
    title: 'Sessions', lead: 'Who is signed in, on which device.', find: 'Find a user', user: 'User', device: 'Device',
    started: 'Signed in', seen: 'Last seen', apps: 'Apps', caption: 'Sessions',
    end: 'End session', endOf: (p: { user: string }) => `End this session of ${p.user}`, endAll: 'Sign out everywhere', ended: 'The session has ended.', allEnded: 'All sessions of this user have ended.', gone: 'The session had ended already.', empty: 'Nobody is signed in', emptyFor: (p: { user: string }) => `${p.user} is not signed in`,
    ask: {
      titles: {
        session: (p: { user: string }) => `End this session of ${p.user}?`,
        everywhere: (p: { user: string }) => `Sign ${p.user} out everywhere?`,
      },
      told: 'Apps that are told', untold: 'Apps that are not told', none: 'None',
      effects: {
        session: [
          'The person is signed out in this browser, and its tokens stop working at once.',
          'Refresh tokens with offline access live on: apps that hold one stay signed in.',
          'Other sessions of the person stay.',
        ],
        everywhere: [
          'All sessions of the person end, on every device.',
          'All tokens stop working at once, refresh tokens with offline access too.',
          'The person can sign in again.',
        ],
      },
    },
  },
  keys: {
    title: 'Signing keys', lead: 'Tokens are signed by the current key. The next key is published before it signs; the previous one until its last token has expired.',
    caption: 'Signing keys', kid: 'Key', state: 'State', published: 'Published', active: 'Signing since', retired: 'Retired', states: { next: 'Next', current: 'Current', previous: 'Previous' },
    rotate: 'Rotate keys', confirm: 'Rotate signing keys', effects: ['The next key becomes the current one as soon as it has been published long enough.', 'The current key stays published until the last token that it signed has expired.', 'No token fails to verify.'], rotated: 'The rotation has been asked for.', jwks: 'JWKS document',
  },
  settings: {
    title: 'Settings', lead: 'The configuration in force. It is changed where it is written, not here.', caption: 'Settings', name: 'Setting', value: 'Value', source: 'Source', sources: { default: 'Default', env: 'Environment', file: 'File', code: 'Code' }, none: 'not set',
    health: 'Health', store: 'Store', reachable: 'Answers', unreachable: 'Does not answer', key: 'Signing key', present: 'Present', missing: 'Missing',
  },
}
