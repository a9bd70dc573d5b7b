/** Types for the parts of oidc-provider that this folder uses, because the package does not include any. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface EngineContext {
    status: number
    respond?: boolean
    readonly response: { get(name: string): string | string[] }
    readonly oidc: {
      readonly provider: Provider
      readonly client: { readonly clientId: string }
      readonly account?: { readonly accountId: string }
      readonly session: { readonly accountId?: string; readonly loginTs?: number; readonly acr?: string }
      readonly params?: { scope?: string } & Record<string, string | undefined>
      readonly result?: Readonly<Record<string, unknown>>
    }
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    silent: boolean
    /** Prototype of Koa's contexts. */
    readonly context: object
    use(middleware: (ctx: EngineContext, next: () => Promise<void>) => Promise<void>): this
    on(event: string, listener: (...args: never[]) => void): this
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>
    urlFor(name: string, options?: object): string
    readonly OIDCContext: { readonly prototype: object }
    readonly AuthorizationCode: { readonly prototype: object }
    readonly Session: { readonly prototype: { resetIdentifier(): void } }
    readonly Grant: new (payload: {
      accountId: string
      clientId: string
    }) => { jti: string; addOIDCScope(scope: string): void }
  }

  export namespace errors {
    class OIDCProviderError extends Error {
      constructor(status: number, error: string)
      readonly error: string
    }
    class SessionNotFound extends OIDCProviderError {}
  }
  export namespace interactionPolicy {
    type CheckFunction = (ctx: EngineContext) => boolean | Promise<boolean>
    class Check {
      constructor(reason: string, description: string, error: string, check: CheckFunction)
    }
    class Prompt {
      constructor(info: { name: string; requestable: boolean }, ...checks: Check[])
      readonly checks: Check[] & { remove(reason: string): void }
    }
    function base(): Prompt[] & { add(prompt: Prompt): void; clear(): void }
  }
}
