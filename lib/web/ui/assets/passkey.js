// Passkey scripts, loaded only by pages with a button for passkeys. Texts come from data attributes.

const supported = isSecureContext && 'PublicKeyCredential' in globalThis && navigator.credentials !== undefined
/** A challenge is valid for ten minutes. A page that waits for autofill renews it earlier. */
const RENEW_MS = 8 * 60_000

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const textOf = (buffer) =>
  buffer &&
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const descriptors = (list = []) => list.map((one) => ({ ...one, id: bytesOf(one.id) }))

const optionsFrom = async (address) => {
  const answer = await fetch(address, { headers: { Accept: 'application/json' }, cache: 'no-store' })
  if (!answer.ok) throw new Error(`options: ${answer.status}`)
  const options = await answer.json()
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    ...(options.user ? { user: { ...options.user, id: bytesOf(options.user.id) } } : {}),
    ...(options.allowCredentials ? { allowCredentials: descriptors(options.allowCredentials) } : {}),
    ...(options.excludeCredentials ? { excludeCredentials: descriptors(options.excludeCredentials) } : {}),
  }
}

const jsonOf = ({ id, rawId, type, authenticatorAttachment, response }) => ({
  id,
  rawId: textOf(rawId),
  type,
  authenticatorAttachment: authenticatorAttachment ?? undefined,
  clientExtensionResults: {},
  response: {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports?.(),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: textOf(response.userHandle) || undefined,
  },
})

// Sends whether this device can store a passkey. If so, Portico can offer to create one after a password sign-in.
for (const field of document.querySelectorAll('[data-sso-creates]')) {
  if (!supported) break
  const asked =
    field.dataset.ssoCreates === 'silent'
      ? PublicKeyCredential.getClientCapabilities?.().then((can) => can.conditionalCreate)
      : PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.()
  asked
    ?.then((can) => {
      if (can) field.value = 'possible'
    })
    .catch(() => {})
}

for (const area of document.querySelectorAll('[data-sso-passkey]')) {
  const form = area.closest('form')
  const field = area.querySelector('[name=passkey]')
  const button = area.querySelector('button')
  const status = area.querySelector('[role=status]')
  const creating = area.dataset.ssoPasskey === 'create'
  let waiting

  const send = (credential) => {
    // The next page needs this ID to notify the password manager if Portico does not recognize the passkey.
    if (!creating) sessionStorage.setItem('sso_passkey', credential.id)
    field.value = JSON.stringify(jsonOf(credential))
    form.ariaBusy = 'true'
    form.submit()
  }
  const ask = async (more) => {
    const publicKey = await optionsFrom(area.dataset.options)
    return creating
      ? navigator.credentials.create({ publicKey, ...more })
      : navigator.credentials.get({ publicKey, ...more })
  }
  const stop = () => {
    waiting?.abort()
    waiting = undefined
  }

  // Offers passkeys in the username field's suggestions; the browser waits until the user selects one.
  const autofill = async () => {
    if (area.dataset.autofill === undefined || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    stop()
    const mine = (waiting = new AbortController())
    const renew = setTimeout(autofill, RENEW_MS)
    mine.signal.addEventListener('abort', () => clearTimeout(renew))
    try {
      send(await ask({ mediation: 'conditional', signal: mine.signal }))
    } catch {
      // Shows no error message here, because autofill runs without any action by the user.
      clearTimeout(renew)
    }
  }

  if (!supported) {
    status.textContent = status.dataset.unsupported ?? ''
    button.remove()
    continue
  }
  button.removeAttribute('data-sso-scripted')
  button.addEventListener('click', async () => {
    if (form.ariaBusy === 'true') return
    stop()
    status.textContent = ''
    try {
      send(await ask())
    } catch {
      status.textContent = status.dataset.stopped
      button.focus()
      autofill()
    }
  })
  // If the page asks only for a passkey, moves the focus to the button.
  if (area.dataset.autofill === undefined && document.activeElement === document.body) button.focus()
  form.addEventListener('submit', stop)
  const last = sessionStorage.getItem('sso_passkey')
  sessionStorage.removeItem('sso_passkey')
  if (last && area.dataset.unknownAt) {
    PublicKeyCredential.signalUnknownCredential?.({ rpId: area.dataset.unknownAt, credentialId: last }).catch(() => {})
  }
  autofill()
}

// The portal's list of passkeys: password managers can hide any that are no longer listed.
for (const list of document.querySelectorAll('[data-sso-passkeys-of]')) {
  if (!supported) break
  const { rp, ssoPasskeysOf: userId, ids } = list.dataset
  const accepted = { rpId: rp, userId, allAcceptedCredentialIds: ids.split(' ').filter(Boolean) }
  PublicKeyCredential.signalAllAcceptedCredentials?.(accepted).catch(() => {})
}
