/** What is registered at a provider for its connector. */
export interface RegisteredAddresses {
  readonly redirectUri: string
  readonly backchannelLogoutUri: string
  /** Where its sign-out comes back to. */
  readonly signedOutUri: string
}

export function registeredAddresses(issuerUrl: string, id: string): RegisteredAddresses {
  const base = `${issuerUrl}/upstream/${id}`
  return {
    redirectUri: `${base}/callback`,
    backchannelLogoutUri: `${base}/backchannel-logout`,
    signedOutUri: `${base}/signed-out`,
  }
}
