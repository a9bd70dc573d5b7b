// Lets the browser create a passkey without asking, after a password it has filled in. The sign-in goes on in any case.
const field = document.querySelector('[data-sso-silent]')
const { form } = field
const signal = AbortSignal.timeout(5000)
const late = new Promise((_, reject) => signal.addEventListener('abort', reject))

const create = async () => {
  const answer = await fetch(field.dataset.ssoSilent, {
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    signal,
  })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await answer.json())
  const passkey = await navigator.credentials.create({ publicKey, mediation: 'conditional', signal })
  field.value = JSON.stringify(passkey)
}
const goOn = () => {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  form.submit()
}
form.addEventListener('submit', () => {
  form.ariaBusy = 'true'
})
Promise.race([create(), late]).then(goOn, goOn)
