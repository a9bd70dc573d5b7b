// While the user types, marks the password rules that are met. The server validates the password again.

for (const list of document.querySelectorAll('[data-sso-rules]')) {
  const input = document.getElementById(list.dataset.ssoRules)
  const plain = (text) => text.normalize('NFKC').trim().toLowerCase()
  const isMet = ({ min, names }, typed) =>
    min === undefined
      ? typed !== '' && !JSON.parse(names).some((name) => plain(name) === plain(typed))
      : [...typed.normalize('NFKC')].length >= Number(min)
  input.addEventListener('input', () => {
    for (const rule of list.children) {
      const met = isMet(rule.dataset, input.value)
      rule.classList.toggle('sso-met', met)
      rule.lastElementChild.textContent = met ? list.dataset.met : ''
    }
  })
}
