/** Scopes that the deployment adds to the six standard ones. */
import { list, text } from './kinds.ts'
import { CLOSED, type Settings } from './setting-schema.ts'

const words = (description: string, absent: string, example: string) =>
  ({
    type: ['string', 'object'],
    minLength: 1,
    maxLength: 200,
    additionalProperties: text(200),
    description: `${description}.`,
    absent,
    examples: [example, { en: example }],
    expected: 'a text of 1 to 200 characters, or one for each language ({ "en": … })',
  }) as const

export const SCOPE_SETTINGS = {
  scopes: {
    type: 'object',
    default: {},
    maxProperties: 20,
    additionalProperties: {
      ...CLOSED,
      properties: {
        claims: {
          ...list(20, { type: 'string', minLength: 1, maxLength: 200, expected: 'the name of a claim' }),
          default: [],
          description:
            "Claims that the scope releases. They come from the user's record, from a configured account's `claims`, or from the " +
            '`claims` function. If none of these provides `groups`, it is the list of roles.',
          examples: [['groups']],
          expected: 'a list of at most 20 claims',
        },
        label: words('Title on the consent page', 'the name of the scope', 'See your groups'),
        description: words('Small text below the title', 'nothing', 'The teams that you belong to'),
      },
      expected: 'an object such as { "claims": ["groups"] }',
    },
    description: 'Additional scopes, by name. Clients need permission to use them, as with the built-in scopes.',
    examples: [{ groups: { claims: ['groups'], label: 'See your groups' } }],
    expected: 'at most 20 scopes, by name',
  },
} as const satisfies Settings
