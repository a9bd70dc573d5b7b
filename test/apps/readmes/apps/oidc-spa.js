// The adapter for every framework, as the README has it.
import { createOidc, oidcEarlyInit } from 'oidc-spa/core'

const { issuer, clientId, fixed } = SETTINGS
oidcEarlyInit({ BASE_URL: '/' })
const oidc = await createOidc({
  issuerUri: issuer,
  clientId,
  ...(fixed ? { extraQueryParams: () => ({ nonce: crypto.randomUUID() }) } : {}),
})
if (!oidc.isUserLoggedIn) await oidc.login()
else document.getElementById('root').append(`Hello ${oidc.getDecodedIdToken().sub}`)
