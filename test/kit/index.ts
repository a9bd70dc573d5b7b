/** `portico-sso/testing` as it is packed. */
export {
  type FailingEndpoint,
  type Failure,
  type Idp,
  type IdpOptions,
  type Misbehavior,
  type ProviderSettings,
  type SignedInBrowser,
  type SignIn,
  type SignInOptions,
  SignInRefused,
  startIdp,
  TEST_PASSWORD,
  type TestClient,
  type TestCookie,
  type TestEmail,
  type TestNotice,
  type TestProvider,
  type TestUser,
  type TokenResponse,
  type VirtualPasskey,
} from '../../lib/testing/index.ts'
export { type DirectoryUnderTest, directoryContract, type OpenedDirectory } from '../contract/directory-contract.ts'
export { type AdapterUnderTest, type OpenedStore, storageContract } from '../contract/storage-contract.ts'
export type { TestRunner } from '../contract/test-runner.ts'
export { type AdapterToProve, type Proof, prove } from '../proof/prove.ts'
