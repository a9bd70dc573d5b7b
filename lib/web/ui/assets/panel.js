// Scripts for the panel. They validate forms while users type, and protect the page that shows a new secret.

// An import continues automatically; without scripts, the button continues it.
addEventListener('load', () =>
  document.querySelector('[data-sso-continues]')?.closest('section').querySelector('form').requestSubmit(),
)

// Validates a field when the user leaves it. The server validates all fields again when the form is submitted.
for (const area of document.querySelectorAll('[data-sso-validate]')) {
  const form = area.querySelector('form')
  const block = area.querySelector('[data-sso-block]')
  const origin = area.querySelector('[data-sso-origin]')
  const visited = new Set()
  let timer
  let asking

  // The same markup that the server renders: an icon followed by the issue.
  const icon = document.getElementById('sso-alert-icon')
  const lineOf = (list, text) => {
    const line = document.createElement(list.matches('ul') ? 'li' : 'span')
    line.className = list.matches('ul') ? 'sso-field-error' : ''
    const words = document.createElement('span')
    words.textContent = text
    if (icon) line.append(icon.content.cloneNode(true))
    line.append(words)
    return line
  }

  const mark = (name, texts) => {
    const control = document.getElementById(name)
    const field = control?.closest('.sso-field')
    if (!field) return
    let note = document.getElementById(`${name}-error`)
    if (!note) {
      if (texts.length === 0) return
      note = document.createElement('ul')
      note.className = 'sso-field-errors'
      note.id = `${name}-error`
      note.setAttribute('aria-live', 'polite')
      const anchor = field.querySelector(':scope > .sso-cards, :scope > .sso-reveal, :scope > input, :scope > textarea')
      field.insertBefore(note, anchor)
    }
    note.hidden = texts.length === 0
    const lines = [...note.querySelectorAll('span')].map(({ textContent }) => textContent)
    if (lines.join('\n') !== texts.join('\n')) note.replaceChildren(...texts.map((text) => lineOf(note, text)))
    // Removes outdated entries for this field from the summary, but keeps those for other fields.
    for (const link of document.querySelectorAll(`.sso-summary a[href="#${name}"]`)) {
      if (!texts.includes(link.textContent)) link.parentElement.remove()
    }
    const summary = document.querySelector('.sso-summary')
    if (summary?.querySelector('li') === null) summary.remove()
    field.classList.toggle('sso-field-wrong', texts.length > 0)
    const describes = field.matches('fieldset') ? field : control
    const others = (describes.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== note.id)
    const described = texts.length > 0 ? [...others, note.id] : others
    if (described.length > 0) describes.setAttribute('aria-describedby', described.join(' '))
    else describes.removeAttribute('aria-describedby')
    if (describes === control) control.toggleAttribute('aria-invalid', texts.length > 0)
    if (control.hasAttribute('aria-invalid')) control.setAttribute('aria-invalid', 'true')
  }

  const ask = async () => {
    asking?.abort()
    asking = new AbortController()
    try {
      const answer = await fetch(area.dataset.ssoValidate, {
        method: 'POST',
        body: new URLSearchParams(new FormData(form)),
        headers: { Accept: 'application/json' },
        signal: asking.signal,
      })
      if (!answer.ok) return
      const found = await answer.json()
      for (const name of visited) mark(name, found.fields[name] ?? [])
      if (block) block.textContent = found.block
      if (origin) {
        origin.hidden = found.origin === ''
        origin.textContent = found.origin
      }
    } catch {
      // If this request fails, the user sees the issues after submitting the form.
    }
  }
  const soon = (ms) => {
    clearTimeout(timer)
    timer = setTimeout(ask, ms)
  }

  form.addEventListener('focusout', ({ target }) => {
    if (!target.name || target.type === 'hidden' || (target.value === '' && !visited.has(target.name))) return
    visited.add(target.name)
    soon(0)
  })
  form.addEventListener('input', ({ target }) => {
    if (target.type === 'radio' || target.type === 'checkbox') visited.add(target.name)
    soon(400)
  })
  form.addEventListener('submit', () => {
    clearTimeout(timer)
    asking?.abort()
  })

  // Suggests an ID based on the name until the user has typed one.
  const [name, id] = [form.elements.namedItem('name'), form.elements.namedItem('client_id')]
  let proposing = id !== null && id.value === ''
  id?.addEventListener('input', () => (proposing = false))
  name?.addEventListener('input', () => {
    const letters = name.value
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
    if (proposing)
      id.value = letters
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, 63)
        .replace(/^-+|-+$/g, '')
  })
}

// Only pages of this app dissolve into each other. In a page that does not take part, Chromium reports an error.
const home = document.querySelector('.sso-panel-home')
addEventListener('pageswap', ({ viewTransition, activation }) => {
  if (!activation?.entry.url?.startsWith(home.href)) viewTransition?.skipTransition()
})

// The page that shows a secret: asks before the user leaves without copying it, and clears it afterwards.
for (const once of document.querySelectorAll('[data-sso-once]')) {
  let copied = false
  const done = () => (copied = true)
  once.addEventListener('copy', done)
  once.addEventListener(
    'click',
    ({ target }) => target.closest('[data-sso-copy], [data-sso-print], [data-sso-download] button') && done(),
  )
  addEventListener('beforeunload', (event) => {
    if (!copied) event.preventDefault()
  })
  addEventListener('pagehide', () =>
    once.querySelectorAll('input[readonly], textarea').forEach((field) => (field.value = '')),
  )
}

for (const button of document.querySelectorAll('[data-sso-print]')) {
  button.removeAttribute('data-sso-scripted')
  button.addEventListener('click', () => print())
}

// Filters the displayed apps while the user types. Submitting the form searches all apps.
for (const area of document.querySelectorAll('[data-sso-filter]')) {
  const field = area.querySelector('input[type=search]')
  if (!field) continue
  field.removeAttribute('data-sso-scripted')
  const items = [...area.querySelectorAll(':is(.sso-launcher, .sso-app-grid) > li')]
  const note = area.querySelector(':scope > [role=status]')
  const narrow = () => {
    const wanted = field.value.trim().toLocaleLowerCase()
    for (const item of items) item.hidden = !item.textContent.toLocaleLowerCase().includes(wanted)
    note.textContent = items.length > 0 && items.every(({ hidden }) => hidden) ? area.dataset.ssoFilter : ''
  }
  field.addEventListener('input', narrow)
  // When the user returns to the page, the browser restores the field's value.
  addEventListener('pageshow', narrow)
}

// The number of selected users.
for (const form of document.querySelectorAll('.sso-many')) {
  const count = () => {
    form.querySelector('[data-sso-count]').textContent = form.querySelectorAll('input[name=sub]:checked').length
  }
  form.addEventListener('change', count)
  addEventListener('pageshow', count)
}

// Saves the draft of the appearance after each change, and shows it. Without this, the button does.
const preview = document.querySelector('.sso-brand-frame iframe')
preview?.closest('form').addEventListener('change', async ({ currentTarget: form }) => {
  const response = await fetch(form.action, { method: 'POST', body: new FormData(form) })
  if (!response.ok) return form.requestSubmit()
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const part of ['.sso-brand-contrast', '.sso-brand-acts', '.sso-brand-state'])
    document.querySelector(part)?.replaceWith(page.querySelector(part) ?? '')
  preview.src = page.querySelector('.sso-brand-frame iframe').src
})
