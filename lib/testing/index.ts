/** `portico-sso/testing`: a provider for tests. */

// Imported first, so that an unsupported Node.js version causes a clear error before other modules fail to load.
import '../config/node-version.ts'

export type { TestCookie } from './browser.ts'
export type { TestEmail, TestNotice } from './deliveries.ts'
export type { FailingEndpoint, Failure } from './failures.ts'
export type { Idp, IdpOptions } from './idp.ts'
export type { VirtualPasskey } from './passkey.ts'
export type { Misbehavior, ProviderSettings, TestProvider } from './provider.ts'
export { TEST_PASSWORD, type TestClient, type TestUser } from './registered.ts'
export { type SignedInBrowser, type SignIn, type SignInOptions, SignInRefused, type TokenResponse } from './sign-in.ts'
export { startIdp } from './start-idp.ts'
