/* The expenses app in the browser. Its server keeps the tokens; the page asks for data alone. */
const element = (id) => document.getElementById(id)
const on = (id, work) => element(id).addEventListener('click', () => work().catch((error) => say(String(error))))
const say = (text) => {
  element('answer').textContent = text
}

async function show() {
  const answer = await fetch('/session')
  const user = answer.ok ? await answer.json() : undefined
  element('who').textContent = user ? `Signed in as ${user.name ?? user.sub}` : 'You are not signed in'
  element('in').hidden = !user
  element('out').hidden = Boolean(user)
}

async function call(path) {
  const answer = await fetch(`/api${path}`)
  say(`${answer.status} ${await answer.text()}`)
}

on('expenses', () => call('/expenses'))
on('calendar', () => call('/calendar'))
on('renew', async () => {
  const answer = await fetch('/renew', { method: 'POST' })
  say(`${answer.ok ? '' : 'not renewed: '}${await answer.text()}`)
  await show()
})

history.replaceState(null, '', '/')
await show()
