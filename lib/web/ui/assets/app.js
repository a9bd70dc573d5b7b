// Scripts for pages that also work without them. Texts come from data attributes, so there is no catalogue here. The
// first page of a sign-in loads this and theme.js; other pages get further scripts in the same module.

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
  // Submits as a password field, so that managers recognize it and nothing readable stays in the page.
  input.form?.addEventListener('submit', () => show(false))
})

// Menus close with Escape, which returns the focus to their button, and with a press or focus outside.
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

// An expired page shows it before the user types a password into it.
all('[data-sso-expires]', (note) => {
  setTimeout(
    () => {
      note.hidden = false
      note.textContent = note.dataset.text
    },
    Math.min(note.dataset.ssoExpires * 1000, 2 ** 31 - 1),
  )
})

// Forms: one submission at a time, with a busy state.
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

// A change of language reloads the page. This tab keeps the username until then, never in a URL.
const typed = document.querySelector('#username:not([readonly])')
const place = `sso-username ${location.pathname}`
try {
  if (typed?.value === '') typed.value = sessionStorage.getItem(place) ?? ''
  sessionStorage.removeItem(place)
  all('.sso-languages a', (link) =>
    link.addEventListener('click', () => typed && sessionStorage.setItem(place, typed.value)),
  )
} catch {
  // Storage is off in this browser, so the user types it again.
}
