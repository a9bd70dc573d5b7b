// While the user types, marks the password rules that are met. The server validates the password again.
import { MISSES } from '../../../../policies/new-password.ts'

for (const list of document.querySelectorAll('[data-sso-rules]')) {
  const input = document.getElementById(list.dataset.ssoRules)
  const limits = JSON.parse(list.dataset.limits)
  input.addEventListener('input', () => {
    for (const rule of list.children) {
      const met = input.value !== '' && !MISSES[rule.dataset.rule](input.value, limits)
      rule.classList.toggle('sso-met', met)
      rule.lastElementChild.textContent = met ? list.dataset.met : ''
    }
  })
}
