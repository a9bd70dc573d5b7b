// What scripts add to pages that work without them. Texts come from data attributes, so there is no catalogue here.

const all = (selector, visit) => document.querySelectorAll(selector).forEach(visit)
const root = document.documentElement
const language = root.lang || 'en'

// Password: show and hide.
all('[data-sso-reveal]', (button) => {
  const input = document.getElementById(button.getAttribute('aria-controls'))
  const show = (visible) => {
    input.type = visible ? 'text' : 'password'
    button.textContent = visible ? button.dataset.hide : button.dataset.show
    button.setAttribute('aria-label', visible ? button.dataset.hideLabel : button.dataset.showLabel)
  }
  button.hidden = false
  button.addEventListener('click', () => show(input.type === 'password'))
  // Sent as a password, so that managers recognise it and nothing readable stays in the page.
  input.form?.addEventListener('submit', () => show(false))
})

// A code is sent with its last digit; without scripts there is the button.
all('[data-sso-digits]', (input) => {
  const { form, dataset } = input
  document.getElementById(`${input.id}-hint`)?.append(` ${dataset.hint}`)
  input.addEventListener('input', () => {
    const typed = input.value.normalize('NFKC').replace(/[\s\u200e\u200f-]/g, '')
    if (/^\p{Nd}+$/u.test(typed) && typed.length === Number(dataset.ssoDigits))
      form.requestSubmit(form.querySelector('[type=submit]:not([name])'))
  })
})

// Menus close with Escape, which gives the focus back to their button, and with a press or the focus elsewhere.
all('[data-sso-menu]', (menu) => {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    event.stopPropagation()
    menu.open = false
    menu.querySelector('summary').focus()
  })
  const leave = ({ target }) => {
    if (!menu.contains(target)) menu.open = false
  }
  document.addEventListener('pointerdown', leave)
  document.addEventListener('focusin', leave)
})

// Copy: the label says that it worked, on the screen and to screen readers.
all('[data-sso-select]', (input) => input.addEventListener('focus', () => input.select()))
all('[data-sso-copy]', (button) => {
  const input = document.getElementById(button.dataset.ssoCopy)
  const label = button.querySelector('span')
  const status = button.parentElement.querySelector('[role=status]')
  const usual = label.textContent
  let timer
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(input.value)
    } catch {
      input.select()
      if (!document.execCommand('copy')) return
      button.focus()
    }
    label.textContent = button.dataset.copied
    if (status) status.textContent = button.dataset.copied
    clearTimeout(timer)
    timer = setTimeout(() => {
      label.textContent = usual
      if (status) status.textContent = ''
    }, 3000)
  })
})

// Times: in words relative to now, and in the reader's own zone.
const UNITS = [
  ['second', 1, 90],
  ['minute', 60, 5400],
  ['hour', 3600, 129600],
  ['day', 86400, 3888000],
  ['month', 2592000, 34560000],
  ['year', 31536000, Infinity],
]
const relative = (seconds) => {
  const [unit, size] = UNITS.find(([, , below]) => Math.abs(seconds) < below)
  const amount = seconds / size
  const rounded = amount > 0 ? Math.ceil(amount) : Math.round(amount)
  return new Intl.RelativeTimeFormat(language, { numeric: rounded === 0 ? 'auto' : 'always' }).format(rounded, unit)
}
const formatted = (at, options) => new Intl.DateTimeFormat(language, options).format(at)
const moment = (at) => {
  const ago = Math.floor((Date.now() - at) / 1000)
  if (ago < 0) return relative(-ago)
  const [unit, size] = UNITS[ago < 60 ? 0 : ago < 3600 ? 1 : 2]
  const amount = ago < 60 ? 0 : Math.floor(ago / size)
  if (ago < 86400)
    return new Intl.RelativeTimeFormat(language, { numeric: amount === 0 ? 'auto' : 'always' }).format(-amount, unit)
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  if (ago < 6 * 86400) return `${formatted(at, { weekday: 'short' })} ${formatted(at, clock)}`
  const year = at.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }
  return formatted(at, { day: 'numeric', month: 'short', ...year })
}
all('[data-sso-time]', (time) => {
  const at = new Date(time.dateTime)
  const exact = formatted(at, { dateStyle: 'medium', timeStyle: 'long' })
  time.title = exact
  time.textContent = time.dataset.ssoTime === 'exact' ? exact : moment(at)
})

// Waiting times: counted down by the clock, since timers sleep in hidden tabs.
all('[data-sso-countdown]', (text) => {
  const end = Date.now() + text.dataset.ssoCountdown * 1000
  const timer = setInterval(() => {
    const left = Math.ceil((end - Date.now()) / 1000)
    if (left > 0) return void (text.textContent = relative(left))
    clearInterval(timer)
    const whole = text.closest('li, p') ?? text
    whole.textContent = text.dataset.done
  }, 1000)
})

// An expired page says so before the user types a password into it.
all('[data-sso-expires]', (note) => {
  setTimeout(
    () => {
      note.hidden = false
      note.textContent = note.dataset.text
    },
    Math.min(note.dataset.ssoExpires * 1000, 2 ** 31 - 1),
  )
})

// Forms: one submission at a time, and a sign that it is under way.
all('form[data-sso-form]', (form) => {
  const release = () => {
    form.removeAttribute('aria-busy')
    form.querySelector('[data-busy]')?.removeAttribute('data-busy')
  }
  form.addEventListener('submit', (event) => {
    if (form.ariaBusy === 'true') return event.preventDefault()
    form.ariaBusy = 'true'
    event.submitter?.setAttribute('data-busy', '')
    setTimeout(release, 10000)
  })
  addEventListener('pageshow', release)
})

// Another language is another load of the page: the user name goes along, kept by this tab until then, never in an address.
const typed = document.querySelector('#username:not([readonly])')
const place = `sso-username ${location.pathname}`
try {
  if (typed?.value === '') typed.value = sessionStorage.getItem(place) ?? ''
  sessionStorage.removeItem(place)
  all('.sso-languages a', (link) =>
    link.addEventListener('click', () => typed && sessionStorage.setItem(place, typed.value)),
  )
} catch {
  // Storage is off in this browser: then it is typed again.
}

// Signing out of apps in hidden frames: three seconds for each to answer, then on. Where one did not, the page stays: whoever
// leaves a shared computer has to know.
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
  // A browser calls a frame loaded as well when it shows its own error page in it. Whether the app is there, a second
  // request finds out, which carries nothing and ends nothing.
  const framesOf = (app) => [...app.querySelectorAll('iframe')]
  const pending = new Map(apps.map((app) => [app, new Set(framesOf(app))]))
  const confirm = async (app, frame) => {
    // An app with two sessions has two frames, and is asked once, after both.
    if (!pending.get(app).delete(frame) || pending.get(app).size > 0) return
    const options = {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(1500),
    }
    const slow = (error) => (error.name === 'TimeoutError' ? 'done' : 'unconfirmed')
    mark(app, await fetch(new URL('/', app.querySelector('iframe').src), options).then(() => 'done', slow))
  }
  const next = document.querySelector('[data-sso-continue]')
  const leave = () => location.replace(next.querySelector('a').href)
  // The page that follows names as signed out only whom it hears of here, by their numbers.
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
  // Frames that were quicker than this script stand among what the page has loaded.
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
  // A user who follows a link by hand is not redirected meanwhile.
  list.addEventListener('click', () => clearTimeout(leaving))
  if (apps.length === 0) finish()
})
