// What scripts add to pages that work without them. Texts come from data attributes, so there is no catalogue here. This is what
// the first page of a sign-in needs, with theme.js; the others follow in the same module, for all other pages.

const all = (selector, visit) => document.querySelectorAll(selector).forEach(visit)

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
