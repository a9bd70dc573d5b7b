/** Scopes that the deployment adds to the six standard ones. */
import { DECLARED_CLAIMS_MAX, DECLARED_SCOPES_MAX } from '../../../policies/declared-scopes.ts'
import type { Settings } from './setting-schema.ts'

const words = (description: string, absent: string, example: string) =>
  ({
    type: ['string', 'object'],
    minLength: 1,
    maxLength: 200,
    additionalProperties: { type: 'string', minLength: 1, maxLength: 200, expected: 'a text of 1 to 200 characters' },
    description: `${description}: one text, or one for each language.`,
    absent,
    examples: [example, { en: example }],
    expected: 'a text of 1 to 200 characters, or one for each language ({ "en": … })',
  }) as const

export const SCOPE_SETTINGS = {
  scopes: {
    type: 'object',
    default: {},
    maxProperties: DECLARED_SCOPES_MAX,
    additionalProperties: {
      type: 'object',
      additionalProperties: false,
      properties: {
        claims: {
          type: 'array',
          maxItems: DECLARED_CLAIMS_MAX,
          uniqueItems: true,
          items: { type: 'string', minLength: 1, maxLength: 200, expected: 'the name of a claim' },
          default: [],
          description:
            'Claims that the scope releases. They come from the record of the user, from `claims` of a configured account, or from the ' +
            'function `claims`. Without any, `groups` is the list of roles.',
          examples: [['groups']],
          expected: `a list of at most ${DECLARED_CLAIMS_MAX} claims`,
        },
        label: words('Title on the consent page', 'the name of the scope', 'See your groups'),
        description: words('Small text below the title', 'nothing', 'The teams that you belong to'),
      },
      expected: 'an object such as { "claims": ["groups"] }',
    },
    description: 'Additional scopes, by name. Clients need permission for them, as for the built-in ones.',
    examples: [{ groups: { claims: ['groups'], label: 'See your groups' } }],
    expected: `at most ${DECLARED_SCOPES_MAX} scopes, by name`,
  },
} as const satisfies Settings
