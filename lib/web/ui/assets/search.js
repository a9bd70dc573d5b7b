// The panel's search: results while the user types, and Ctrl+K to focus the field.
for (const form of document.querySelectorAll('[data-sso-suggest]')) {
  const input = form.querySelector('input[type="search"]')
  const box = form.querySelector('[data-sso-suggestions]')
  const status = form.querySelector('[role="status"]')
  const key = form.querySelector('.sso-search-key')
  const options = () => [...box.querySelectorAll('[role="option"]')]
  let timer
  let asking
  let active = -1

  const mark = (index) => {
    active = index
    options().forEach((option, at) => option.setAttribute('aria-selected', String(at === index)))
    const option = options()[index]
    if (option) {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    } else input.removeAttribute('aria-activedescendant')
  }
  const close = () => {
    clearTimeout(timer)
    asking?.abort()
    box.hidden = true
    box.replaceChildren()
    input.setAttribute('aria-expanded', 'false')
    mark(-1)
  }
  const ask = async () => {
    asking?.abort()
    asking = new AbortController()
    const address = `${form.dataset.ssoSuggest}?q=${encodeURIComponent(input.value.trim())}`
    try {
      const answer = await fetch(address, { signal: asking.signal, headers: { Accept: 'text/html' } })
      if (!answer.ok || answer.redirected) return close()
      // Safe to insert: the server renders this markup and escapes its text, and scripts in it would not run.
      const list = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[role="listbox"]')
      if (!list) return close()
      box.replaceChildren(list)
      mark(-1)
      const isEmpty = options().length === 0
      box.hidden = isEmpty
      input.setAttribute('aria-expanded', String(!isEmpty))
      status.textContent = list.getAttribute('aria-label')
    } catch {
      // Ignores the error: a newer request has replaced this one, or the server is unavailable. The form still works.
    }
  }

  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', 'sso-suggestions')
  input.setAttribute('aria-expanded', 'false')
  key.removeAttribute('data-sso-scripted')

  // A token or a secret must not be part of a URL. It is sent by POST, with the hidden fields of the sign-out form.
  const isSecret = () => /^([\w-]{43,}|eyJ[\w-]{7,}\.\S*)$/.test(input.value.trim())
  const inspect = () => {
    const post = document.querySelector('form[action$="/sign-out"]').cloneNode(true)
    post.action = form.dataset.inspectHref
    const field = Object.assign(document.createElement('input'), {
      type: 'hidden',
      name: 'token',
      value: input.value.trim(),
    })
    post.hidden = true
    post.append(field)
    document.body.append(post)
    post.submit()
  }
  const warn = () => {
    close()
    const note = document.createElement('p')
    note.className = 'sso-suggestion-kind'
    note.textContent = form.dataset.secret
    box.append(note)
    if (form.dataset.inspectHref) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'sso-button sso-button-secondary'
      button.textContent = form.dataset.inspect
      button.addEventListener('click', inspect)
      box.append(button)
    }
    box.hidden = false
    status.textContent = form.dataset.secret
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    if (isSecret()) return warn()
    if (input.value.trim().length < 2) return close()
    timer = setTimeout(ask, 250)
  })
  input.addEventListener('keydown', (event) => {
    const count = options().length
    if (event.key === 'Escape' && !box.hidden) {
      event.preventDefault()
      close()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      mark(active === -1 && step === -1 ? count - 1 : (active + step + count) % count)
    } else if (event.key === 'Enter' && active !== -1) {
      event.preventDefault()
      location.assign(options()[active].dataset.href)
    }
  })
  // Uses pointerdown rather than click, because the list closes when the field loses focus.
  box.addEventListener('pointerdown', (event) => {
    const option = event.target.closest('[role="option"]')
    if (!option) return
    event.preventDefault()
    if (event.button === 0) location.assign(option.dataset.href)
  })
  form.addEventListener('focusout', ({ relatedTarget }) => form.contains(relatedTarget) || close())
  form.addEventListener('submit', (event) => {
    if (!isSecret()) return close()
    event.preventDefault()
    if (form.dataset.inspectHref) inspect()
  })

  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      input.focus()
      input.select()
    }
  })
}
