/** Blocks that belong to no library: variables, JSON, a manifest. */
import {
  type BlockDraft,
  type BlockFacts,
  clientIdVariable,
  secretGone,
  secretVariable,
  text,
  type Variable,
} from './block.ts'

export const oidcVariables = (facts: BlockFacts, prefix = ''): readonly Variable[] => [
  { name: `${prefix}OIDC_ISSUER`, value: facts.issuer },
  clientIdVariable(`${prefix}OIDC_CLIENT_ID`, facts),
  ...(facts.isPublic ? [] : [secretVariable(`${prefix}OIDC_CLIENT_SECRET`, facts)]),
  { name: `${prefix}OIDC_REDIRECT_URI`, value: facts.redirectUri },
  { name: `${prefix}OIDC_POST_LOGOUT_REDIRECT_URI`, value: facts.logoutUri },
  { name: `${prefix}OIDC_SCOPES`, value: facts.scopes },
]

const present = (variables: readonly Variable[]): readonly (readonly [name: string, value: string])[] =>
  variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))

export const env = (facts: BlockFacts): BlockDraft => ({ variables: oidcVariables(facts), files: [] })
export const vite = (facts: BlockFacts): BlockDraft => ({ variables: oidcVariables(facts, 'VITE_'), files: [] })
export const next = (facts: BlockFacts): BlockDraft => ({ variables: oidcVariables(facts, 'NEXT_PUBLIC_'), files: [] })

/** JSON has no comments: the file is the whole of it. */
export const json = (facts: BlockFacts): string =>
  JSON.stringify(Object.fromEntries(present(oidcVariables(facts))), null, 2)

export const kubernetes = (facts: BlockFacts): BlockDraft => ({
  variables: [],
  files: [
    {
      file: 'secret.yaml',
      comment: '#',
      lines: [
        '# kubectl apply -f secret.yaml; in the container: envFrom: [{ secretRef: { name: … } }]',
        'apiVersion: v1',
        'kind: Secret',
        'metadata:',
        `  name: ${facts.id}-oidc`,
        'type: Opaque',
        'stringData:',
        ...oidcVariables(facts).flatMap(({ name, value, is }) => {
          if (value !== undefined) return [`  ${name}: ${text(value)}`]
          return is === 'secret' ? [`  # ${secretGone(name, facts.id)}`] : []
        }),
      ],
    },
  ],
})
