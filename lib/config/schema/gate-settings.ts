/** Headers that carry user attributes to gated apps (forward auth). */
import { choice, described, text } from './kinds.ts'
import { GROUP, type Settings } from './setting-schema.ts'

const header = (what: string, name: string) =>
  ({
    ...described(text(64), `Header with ${what}.`, name),
    default: name,
    expected: 'the name of a header: letters, digits, and hyphens',
  }) as const

export const GATE_SETTINGS = {
  gate: {
    ...GROUP,
    description:
      'Gated apps (forward auth). The proxy in front of them must remove these headers from browser requests.',
    examples: [{ user: 'sub' }],
    expected: 'an object such as { "user": "sub" }',
    properties: {
      user: {
        ...choice(['username', 'sub'], 'username'),
        description: 'Value in the user header: the readable username, or `sub`, which never changes.',
        examples: ['sub'],
      },
      headers: {
        ...GROUP,
        description: 'Names of the headers.',
        examples: [{ user: 'X-Remote-User' }],
        expected: 'an object such as { "user": "X-Remote-User" }',
        properties: {
          user: header('the user', 'Remote-User'),
          name: header('the full name', 'Remote-Name'),
          email: header('the email address, if it is verified', 'Remote-Email'),
          groups: header('the roles, separated by commas', 'Remote-Groups'),
          assertion: header('the signed assertion about the user', 'X-Portico-Assertion'),
        },
      },
    },
  },
} as const satisfies Settings
