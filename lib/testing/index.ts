/** `portico-sso/testing`: a provider for tests. */
export const NAME = 'testing'
