/**
 * What a block is made of. Names that users entered appear in comments only; values are quoted, so that whatever reads the block sets
 * values and does nothing else.
 */
import { randomBytes } from 'node:crypto'
import type { Client } from '../client-record.ts'

export interface ConfiguredClient
  extends Pick<
    Client,
    'clientId' | 'clientName' | 'type' | 'environment' | 'redirectUris' | 'postLogoutRedirectUris' | 'idTokenClaims'
  > {
  readonly scopes: readonly string[]
}

export interface EnvironmentBlock {
  readonly client: ConfiguredClient
  readonly issuer: string
  /** In clear, in the one answer that shows it; undefined afterwards. */
  readonly secret: string | undefined
  readonly at: Date
}

/** A part of a block: what is pasted into one file. */
export interface BlockPart {
  /** Name of the file, as the library's own guide has it. */
  readonly file: string
  /** `variables`: assignments of the environment, which may stand among others; `file`: the whole file, or a piece of it. */
  readonly kind: 'variables' | 'file'
  /** What a comment begins with there. */
  readonly comment: '#' | '//'
  readonly text: string
}

export interface Variable {
  readonly name: string
  readonly value: string | undefined
  readonly is?: 'secret'
}

/** A block as its format describes it. */
export interface BlockDraft {
  /** Where the variables go, unless that is `.env`. */
  readonly variablesIn?: string
  readonly variables: readonly Variable[]
  /** Whoever reads the file is a shell, and hands on only what is exported. */
  readonly exported?: true
  /** Remarks about the variables, each in a line. */
  readonly remarks?: readonly string[]
  readonly files: readonly {
    readonly file: string
    readonly comment: BlockPart['comment']
    readonly lines: readonly string[]
  }[]
}

/** What every format draws on. */
export interface BlockFacts {
  readonly id: string
  readonly issuer: string
  readonly secret: string | undefined
  readonly isPublic: boolean
  readonly redirectUri: string
  readonly redirect: { readonly origin: string; readonly path: string }
  readonly logoutUri: string | undefined
  readonly scopes: string
  /** The libraries that never ask userinfo find the name of the user in the ID token. */
  readonly namesInIdToken: boolean
}

export function factsOf({ client, issuer, secret }: EnvironmentBlock): BlockFacts {
  const [redirectUri = ''] = client.redirectUris
  const url = URL.parse(redirectUri)
  return {
    id: client.clientId,
    issuer,
    secret: client.type === 'public' ? undefined : secret,
    isPublic: client.type === 'public',
    redirectUri,
    redirect: { origin: url?.origin ?? '', path: url?.pathname ?? '' },
    logoutUri: client.postLogoutRedirectUris[0],
    scopes: client.scopes.join(' '),
    namesInIdToken: client.idTokenClaims === 'scopes',
  }
}

/** In the place of a secret that is not there: never an empty one. */
export const secretGone = (name: string, id: string): string =>
  `${name} was shown once, when it was made; a new one: portico client rotate-secret ${id}`

export const clientIdVariable = (name: string, { id }: BlockFacts): Variable => ({ name, value: id })
export const secretVariable = (name: string, { secret }: BlockFacts): Variable => ({
  name,
  value: secret,
  is: 'secret',
})
/** 256 random bits for an app's own cookies: nobody has to think of one. */
export const ownSecret = (name: string): Variable => ({
  name,
  value: randomBytes(32).toString('base64url'),
})

/** A string as JavaScript, TypeScript, Python, Go, Lua and nginx read it. */
export const text = (value: string): string => JSON.stringify(value)

/** For libraries that take the user's name from the ID token and never ask userinfo. */
export const idTokenRemark = (comment: string, { id, namesInIdToken }: BlockFacts): readonly string[] =>
  namesInIdToken
    ? []
    : [`${comment} the name of the user is in the ID token after: portico client update ${id} --id-token-claims scopes`]

/**
 * Plain words stay as they are, words with spaces get double quotes. Everything else gets single quotes, in which a shell
 * interprets nothing; a value with a single quote has no form that all readers share, so the shell's is used.
 */
export function quoted(value: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]*$/.test(value)) return value
  if (/^[A-Za-z0-9_./:@%+=, -]*$/.test(value)) return `"${value}"`
  return `'${value.replaceAll("'", "'\\''")}'`
}
