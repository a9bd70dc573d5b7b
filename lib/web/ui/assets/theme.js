// Stores the color scheme in a cookie, which the server reads when it renders the next page.
const keepScheme = (scheme, path) => {
  if (scheme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = scheme
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `sso_theme=${scheme}; path=${path}; max-age=${scheme === 'auto' ? 0 : 31536000}; samesite=lax${secure}`
}
for (const button of document.querySelectorAll('[data-sso-theme]')) {
  const device = matchMedia('(prefers-color-scheme: dark)')
  const now = () => document.documentElement.dataset.theme ?? (device.matches ? 'dark' : 'light')
  const update = () => {
    button.dataset.now = now()
    button.setAttribute('aria-label', now() === 'dark' ? button.dataset.toLight : button.dataset.toDark)
  }
  button.removeAttribute('data-sso-scripted')
  update()
  device.addEventListener('change', update)
  button.addEventListener('click', () => {
    keepScheme(now() === 'dark' ? 'light' : 'dark', button.dataset.ssoTheme)
    update()
  })
}
for (const choice of document.querySelectorAll('[data-sso-appearance]')) {
  const buttons = [...choice.querySelectorAll('button')]
  choice.removeAttribute('data-sso-scripted')
  choice.addEventListener('click', ({ target }) => {
    if (!buttons.includes(target)) return
    keepScheme(target.value, choice.dataset.ssoAppearance)
    for (const button of buttons) button.ariaPressed = String(button === target)
  })
}
