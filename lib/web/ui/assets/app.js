// Scripts for pages that also work without them. Texts come from data attributes, so no catalogue is needed here. The
// first page of a sign-in loads only this file and theme.js; other pages get more scripts in the same module.

const all = (selector, visit) => document.querySelectorAll(selector).forEach(visit)

// Shows and hides the password.
all('[data-sso-reveal]', (button) => {
  const input = document.getElementById(button.getAttribute('aria-controls'))
  const show = (visible) => {
    input.type = visible ? 'text' : 'password'
    button.textContent = visible ? button.dataset.hide : button.dataset.show
    button.setAttribute('aria-label', visible ? button.dataset.hideLabel : button.dataset.showLabel)
  }
  button.removeAttribute('data-sso-scripted')
  button.addEventListener('click', () => show(input.type === 'password'))
  // Hides the password again before submitting, so that password managers recognize the field.
  input.form?.addEventListener('submit', () => show(false))
})

// Closes a menu on Escape, which returns the focus to its button, or when the user clicks or moves the focus outside.
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

// Shows a note once the page has expired, so that users do not type a password for nothing. After a wrong password,
// this page is the response to a form. A reload then gets the page again, and does not send the password again.
all('[data-sso-expires]', (note) => {
  history.replaceState(history.state, '', location.href)
  setTimeout(
    () => {
      note.hidden = false
      note.textContent = note.dataset.text
    },
    Math.min(note.dataset.ssoExpires * 1000, 2 ** 31 - 1),
  )
})

// Prevents users from submitting a form twice, and shows that the form is being submitted.
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

// Changing the language reloads the page. Until then, this tab keeps the username, but never in a URL.
const typed = document.querySelector('#username:not([readonly])')
const place = `sso-username ${location.pathname}`
try {
  if (typed?.value === '') typed.value = sessionStorage.getItem(place) ?? ''
  sessionStorage.removeItem(place)
  all('.sso-languages a', (link) =>
    link.addEventListener('click', () => typed && sessionStorage.setItem(place, typed.value)),
  )
} catch {
  // If storage is disabled in this browser, the user has to type the username again.
}
