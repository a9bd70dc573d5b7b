// Submits the form after the last digit of a code has been typed.
all('[data-sso-digits]', (input) => {
  const { form, dataset } = input
  document.querySelector(`#${input.id}-hint [data-sso-scripted]`).removeAttribute('data-sso-scripted')
  input.addEventListener('input', () => {
    const typed = input.value.normalize('NFKC').replace(/[\s\u200e\u200f-]/g, '')
    if (/^\p{Nd}+$/u.test(typed) && typed.length === Number(dataset.ssoDigits))
      form.requestSubmit(form.querySelector('[type=submit]:not([name])'))
  })
})

// Copy buttons: the label reports success, both on screen and to screen readers.
all('[data-sso-select]', (input) => input.addEventListener('focus', () => input.select()))
all('[data-sso-copy]', (button) => {
  const input = document.getElementById(button.dataset.ssoCopy)
  const label = button.querySelector('span')
  const status = button.parentElement.querySelector('[role=status]')
  const usual = label.textContent
  let timer
  button.removeAttribute('data-sso-scripted')
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
