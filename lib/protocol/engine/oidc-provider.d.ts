/** The part of oidc-provider that lib/protocol/engine uses. The package has no types. Other folders never use these. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface EngineModel {
    jti: string
    exp: number
    save(ttl: number): Promise<string>
  }
  export interface EngineSession extends EngineModel {
    readonly uid: string
    readonly accountId?: string
    readonly loginTs?: number
    readonly acr?: string
    readonly amr?: readonly string[]
    readonly transient?: boolean
    destroy(): Promise<void>
  }
  export interface EngineContext {
    readonly path: string
    status: number
    respond?: boolean
    readonly response: { get(name: string): string | string[] }
    readonly cookies: {
      get(name: string, options?: object): string | undefined
      set(name: string, value: string | null, options?: object): void
    }
    readonly oidc: {
      readonly provider: Provider
      readonly client: { readonly clientId: string }
      readonly account?: { readonly accountId: string }
      readonly session: EngineSession
      readonly route: string
      readonly prompts: ReadonlySet<string>
      readonly params?: { scope?: string } & Record<string, string | undefined>
      readonly result?: Readonly<Record<string, unknown>>
      promptPending(name: string): boolean
    }
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly issuer: string
    silent: boolean
    use(middleware: (ctx: EngineContext, next: () => Promise<void>) => Promise<void>): this
    on(event: string, listener: (...args: never[]) => void): this
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>
    urlFor(name: string, options?: object): string
    readonly OIDCContext: { readonly prototype: object }
    readonly AuthorizationCode: { readonly prototype: object }
    readonly Session: {
      readonly prototype: { resetIdentifier(): void }
    }
    readonly Grant: new (payload: {
      accountId: string
      clientId: string
    }) => { jti: string; addOIDCScope(scope: string): void }
  }
  export default Provider

  export namespace errors {
    class OIDCProviderError extends Error {
      constructor(status: number, error: string)
      readonly error: string
      readonly statusCode: number
      readonly allow_redirect: boolean
    }
    class AccessDenied extends OIDCProviderError {
      constructor(description?: string, detail?: string)
    }
    class LoginRequired extends OIDCProviderError {
      constructor(description?: string)
    }
    class SessionNotFound extends OIDCProviderError {
      constructor(description: string)
    }
    class InvalidScope extends OIDCProviderError {
      constructor(description: string, scope?: string)
    }
    class InvalidRequest extends OIDCProviderError {
      constructor(description: string)
    }
  }
  export namespace interactionPolicy {
    type CheckFunction = (ctx: EngineContext) => boolean | Promise<boolean>
    class Check {
      constructor(reason: string, description: string, error: string, check: CheckFunction)
      static readonly REQUEST_PROMPT: true
      static readonly NO_NEED_TO_PROMPT: false
    }
    class Prompt {
      constructor(info: { name: string; requestable: boolean }, ...checks: Check[])
      readonly checks: Check[] & { add(check: Check, index?: number): void; remove(reason: string): void }
    }
    function base(): Prompt[] & {
      get(name: string): Prompt
      remove(name: string): void
      add(prompt: Prompt, index?: number): void
      clear(): void
    }
  }
}
