/** A client's configuration, ready to paste, in the format of the library, server, or app that uses it. */
import {
  type BlockPart,
  type ConfiguredClient,
  type EnvironmentBlock,
  joinedParts,
  type PartDraft,
  quoted,
  type Variable,
} from './block.ts'
import { type EnvironmentFormat, FORMATS } from './formats.ts'
import { oneLine } from './render.ts'
import { secretGone, valuesOf } from './values.ts'

/** The block's parts, one per file. The secret, if there is one, is in the first part. */
export function blockParts(block: EnvironmentBlock, format: EnvironmentFormat): readonly BlockPart[] {
  const heading = [
    ...headingOf(block),
    ...(FORMATS[format].checked === 'read' ? ['# from its documentation, not tried'] : []),
  ]
  const drafts = draftsOf(block, format)
  const first = drafts.find(({ kind }) => kind === 'file')
  return drafts.map((draft) => {
    const { file, kind, comment, lines, variables } = draft
    // JSON has no comments.
    const isHeaded = (kind === 'variables' || draft === first) && !file.endsWith('.json')
    const above = isHeaded ? heading.map((line) => line.replace(/^#/, comment)) : []
    const assigned = variables.map((variable) => assignment(variable, block.client.clientId))
    return { file, kind, comment, text: [...above, ...lines, ...assigned].join('\n') }
  })
}

/** Leaves out `variables` parts that are empty. */
const draftsOf = (block: EnvironmentBlock, format: EnvironmentFormat): readonly PartDraft[] =>
  FORMATS[format].draft(valuesOf(block)).filter(({ kind, variables }) => kind === 'file' || variables.length > 0)

/** The whole block as a single text. */
export const environmentBlock = (block: EnvironmentBlock, format: EnvironmentFormat): string =>
  joinedParts(blockParts(block, format))

export const variableNames = (format: EnvironmentFormat): readonly string[] =>
  draftsOf(ANY_BLOCK, format).flatMap(({ variables }) => variables.map(({ name }) => name))

/** The files of a client's block. The first one contains the secret. */
export const filesFor = (
  format: EnvironmentFormat,
  client: Pick<ConfiguredClient, 'clientId' | 'type'>,
): readonly Pick<BlockPart, 'file' | 'kind'>[] =>
  blockParts({ ...ANY_BLOCK, client: { ...ANY_BLOCK.client, ...client } }, format)

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

/** Comments at the top of a block that identify the client and list any redirect URIs after the first. */
function headingOf({ client, issuer, at }: EnvironmentBlock): readonly string[] {
  const { clientName, clientId, environment, redirectUris } = client
  return [
    `# ${oneLine(clientName)} (${clientId}) · ${environment} · issued by ${issuer} · ${at.toISOString().slice(0, 10)}`,
    ...redirectUris.slice(1).map((uri) => `# also registered: ${uri}`),
  ]
}

/** Never assigns an empty secret. If none is available, a comment explains how to get a new one. */
const assignment = ({ name, value, exported }: Variable, id: string): string =>
  value === undefined ? `# ${name} ${secretGone(id)}` : `${exported ? 'export ' : ''}${name}=${quoted(value)}`
