// Signs the user out of apps in hidden frames, with three seconds for each app. If one does not respond, the page stays
// open, because users of shared computers must see that.
all('[data-sso-signing-out]', (list) => {
  const apps = [...list.children]
  const mark = (app, state) => {
    app.dataset.state = state
    app.querySelector('[data-sso-state]').textContent = list.dataset[state]
    app.querySelector('[data-sso-manual]').hidden = state === 'done'
    finish()
  }
  const finish = () => {
    const states = apps.map((app) => app.dataset.state)
    if (states.includes('waiting')) return
    const complete = states.every((state) => state === 'done')
    const outcome = document.querySelector('[data-sso-outcome]')
    outcome.textContent = complete ? outcome.dataset.all : outcome.dataset.some
    report(states)
    clearTimeout(leaving)
    if (complete) leaving = setTimeout(leave, 800)
  }
  // A frame that shows the browser's own error page also counts as loaded. A second request, without data or side
  // effects, checks whether the app responds.
  const framesOf = (app) => [...app.querySelectorAll('iframe')]
  const pending = new Map(apps.map((app) => [app, new Set(framesOf(app))]))
  const confirm = async (app, frame) => {
    // An app with several sessions has several frames. It is checked only once, after all of them have loaded.
    if (!pending.get(app).delete(frame) || pending.get(app).size > 0) return
    const options = {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(1500),
    }
    // An app at another site got no cookies in its frame, so it may not have signed the user out (data-loaded).
    const { loaded } = app.dataset
    const slow = (error) => (error.name === 'TimeoutError' ? loaded : 'unconfirmed')
    mark(app, await fetch(new URL('/', app.querySelector('iframe').src), options).then(() => loaded, slow))
  }
  const next = document.querySelector('[data-sso-continue]')
  const leave = () => location.replace(next.querySelector('a').href)
  // Adds the indexes of the confirmed apps to the next page's URL, so that the page lists only those apps.
  const report = (states) => {
    if (next.dataset.reports === undefined) return
    const url = new URL(next.querySelector('a').href)
    url.searchParams.set('confirmed', states.flatMap((state, index) => (state === 'done' ? [index] : [])).join('.'))
    next.querySelector('a').href = url.href
  }
  let leaving
  for (const app of apps) {
    framesOf(app).forEach((frame) => frame.addEventListener('load', () => confirm(app, frame)))
    setTimeout(() => app.dataset.state === 'waiting' && mark(app, 'unconfirmed'), 3000)
  }
  // Uses the browser's list of loaded resources, which includes frames that loaded before this script.
  const loaded = (entries) =>
    entries
      .getEntries()
      .filter(({ initiatorType }) => initiatorType === 'iframe')
      .forEach(({ name }) => {
        apps.forEach((app) =>
          framesOf(app)
            .filter(({ src }) => src === name)
            .forEach((frame) => confirm(app, frame)),
        )
      })
  new PerformanceObserver(loaded).observe({ type: 'resource', buffered: true })
  // Cancels the redirect if the user follows a link.
  list.addEventListener('click', () => clearTimeout(leaving))
  if (apps.length === 0) finish()
})
