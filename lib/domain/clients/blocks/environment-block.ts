/** A client's configuration, ready to be pasted, in the format of the library, server or app that uses it. */
import {
  type BlockDraft,
  type BlockPart,
  type ConfiguredClient,
  type EnvironmentBlock,
  factsOf,
  quoted,
  secretGone,
} from './block.ts'
import { type EnvironmentFormat, FORMATS } from './formats.ts'

/** The parts of the block, each for a file of its own. The first one has the secret, where there is one. */
export function blockParts(block: EnvironmentBlock, format: EnvironmentFormat): readonly BlockPart[] {
  const { draft: describe, checked } = FORMATS[format]
  const draft = describe(factsOf(block))
  if (typeof draft === 'string')
    return [{ file: `${block.client.clientId}.json`, kind: 'file', comment: '#', text: draft }]
  const heading = [...headingOf(block), ...(checked === 'read' ? ['# from its documentation, not tried'] : [])]
  const variables =
    draft.variables.length === 0
      ? []
      : [
          {
            file: draft.variablesIn ?? '.env',
            kind: 'variables' as const,
            comment: '#' as const,
            text: [...heading, ...(draft.remarks ?? []), ...assignments(draft, block)].join('\n'),
          },
        ]
  const files = draft.files.map(({ file, comment, lines }, index) => ({
    file,
    kind: 'file' as const,
    comment,
    text: [...(index === 0 ? heading.map((line) => line.replace(/^#/, comment)) : []), ...lines].join('\n'),
  }))
  return [...variables, ...files]
}

/** The whole block as one text: each part below the name of its file. */
export function environmentBlock(block: EnvironmentBlock, format: EnvironmentFormat): string {
  const parts = blockParts(block, format)
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only.text
  return parts.map(({ file, comment, text }) => `${comment} --- ${file}\n${text}`).join('\n\n')
}

/** The variables that a block in this format can set. */
export function variableNames(format: EnvironmentFormat): readonly string[] {
  const draft = FORMATS[format].draft(factsOf(ANY_BLOCK))
  return typeof draft === 'string' ? [] : draft.variables.map(({ name }) => name)
}

/** Of what kind the part is that has the secret, or stands first. */
export function firstKind(format: EnvironmentFormat, type: ConfiguredClient['type']): BlockPart['kind'] {
  const block = { ...ANY_BLOCK, client: { ...ANY_BLOCK.client, type } }
  return blockParts(block, format)[0]?.kind ?? 'variables'
}

const ANY_BLOCK: EnvironmentBlock = {
  client: {
    clientId: 'any',
    clientName: 'Any',
    type: 'confidential',
    environment: 'live',
    redirectUris: ['https://app.example.com/callback'],
    postLogoutRedirectUris: ['https://app.example.com/'],
    scopes: ['openid'],
  },
  issuer: 'https://sso.example.com',
  secret: '',
  at: new Date(0),
}

/** The comments that a block begins with: which client it is of, and what no assignment can say. */
function headingOf({ client, issuer, at }: EnvironmentBlock): readonly string[] {
  const { clientName, clientId, environment, redirectUris } = client
  return [
    `# ${oneLine(clientName)} (${clientId}) · ${environment} · issued by ${issuer} · ${at.toISOString().slice(0, 10)}`,
    ...redirectUris.slice(1).map((uri) => `# also registered: ${uri}`),
  ]
}

/** A name appears in a comment: it must not end the line or change its direction. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** Never an empty secret: where it is gone, a line says how to get a new one. */
function assignments({ variables, exported }: BlockDraft, { client }: EnvironmentBlock): readonly string[] {
  return variables.flatMap(({ name, value, is }) => {
    if (value !== undefined) return [`${exported === true ? 'export ' : ''}${name}=${quoted(value)}`]
    return is === 'secret' ? [`# ${secretGone(name, client.clientId)}`] : []
  })
}
