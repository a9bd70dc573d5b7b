/** `portico-sso/testing` as it is packed. */
export {
  type FailingEndpoint,
  type Failure,
  type Idp,
  type IdpOptions,
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
  type TestUser,
  type TokenResponse,
} from '../../lib/testing/index.ts'
