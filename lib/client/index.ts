/** `portico-sso/client`: sign-in for an app, and access tokens for an API. */
export const NAME = 'client'
