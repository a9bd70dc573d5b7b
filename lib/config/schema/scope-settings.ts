/** Scopes that the deployment adds to the six standard ones. */
import { list, text } from './kinds.ts'
import { CLOSED, type Settings } from './setting-schema.ts'

const words = (description: string, absent: string, example: string) =>
  ({
    type: ['string', 'object'],
    minLength: 1,
    maxLength: 200,
    additionalProperties: text(200),
    description: `${description}: one text, or one for each language.`,
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
            'Claims that the scope releases. They come from the record of the user, from `claims` of a configured account, or from the ' +
            'function `claims`. Without any, `groups` is the list of roles.',
          examples: [['groups']],
          expected: 'a list of at most 20 claims',
        },
        label: words('Title on the consent page', 'the name of the scope', 'See your groups'),
        description: words('Small text below the title', 'nothing', 'The teams that you belong to'),
      },
      expected: 'an object such as { "claims": ["groups"] }',
    },
    description: 'Additional scopes, by name. Clients need permission for them, as for the built-in ones.',
    examples: [{ groups: { claims: ['groups'], label: 'See your groups' } }],
    expected: 'at most 20 scopes, by name',
  },
} as const satisfies Settings
